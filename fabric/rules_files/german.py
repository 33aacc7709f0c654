"""German sentences that tell somebody to do something: imperatives, infinitives, "ich prüfe"."""

import re

# ruff: noqa: RUF001  -- typographic dashes are meant

_IMPERATIVE = re.compile(
    r"(?:^|[,;:–—-]\s+|\bund\s+)(?:achte|antworte|arbeite|beachte|befolge|begründe|behalte|benutze|"
    r"bevorzuge|bleib|committe|denk|dokumentiere|entferne|erkläre|erstelle|frage?|füge|führe|gib|"
    r"halte?|installiere|kommentiere|lass|lies|lösche|mache?|melde|nenne|nimm|nutze|prüfe|"
    r"respektiere|schreibe?|setze|sorge|speichere|sprich|starte|stelle|teste|triff|verwende|"
    r"vermeide|wähle|warte|zeige|ändere|überprüfe|übernimm|validiere)\b",
    re.IGNORECASE,
)
_INFINITIVE = re.compile(r"\b[a-zäöüß]{3,}(?:en|ern|eln)\b[.!)]*(?=$|,|;| statt| –| —| \()")
_STATEMENT = re.compile(
    r"\b(?:werden|wurden|können|kann|ist|sind|hat|haben|wird|steht|verfügbar|funktioniert|gelten|"
    r"haben|kosten)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"^ich \w+|\b[a-zäöü]+e ich\b", re.IGNORECASE)


def instruction(text: str, bare: str) -> str:
    """The word that makes a sentence an instruction; `bare` is the sentence without its label."""
    for pattern in (_IMPERATIVE, _FIRST_PERSON):
        found = pattern.search(bare) or pattern.search(text)
        if found:
            return found.group(0).strip(" ,;:-–—").lower()
    found = _INFINITIVE.search(bare)
    stated = found is None or _STATEMENT.search(bare[: found.end()])
    return "" if found is None or stated else found.group(0).rstrip(".!)")
