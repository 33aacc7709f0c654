"""Portuguese sentences that tell somebody to do something: imperatives and infinitives."""

import re

_IMPERATIVE = re.compile(
    r"(?:^|[,;:]\s+|\be\s+)(?:adicione|altere|atualize|avise|comente|commite|confirme|consulte|"
    r"corrija|crie|deixe|descreva|documente|escreva|evite|execute|explique|faça|formate|garanta|"
    r"inclua|informe|leia|limite|mantenha|pergunte|prefira|priorize|registre|remova|respeite|"
    r"responda|rode|siga|teste|use|utilize|valide|verifique)\b",
    re.IGNORECASE,
)
_INFINITIVE = re.compile(r"(?:^|[,:]\s+)[A-Za-zÀ-ÿ]{3,}(?:ar|er|ir)\b(?=\s)")


def instruction(bare: str) -> str:
    """The word that makes a sentence an instruction; `bare` is the sentence without its label."""
    found = _IMPERATIVE.search(bare) or _INFINITIVE.search(bare)
    return found.group(0).strip(" ,;:").lower() if found else ""
