"""Whether a sentence tells somebody to do something, without a word that obliges."""

import re
from functools import lru_cache

from fabric.rules_files.obligations import spoken

_SURE = frozenset(
    """
    accept achieve acknowledge adapt add adhere adjust adopt aim align allow alphabetize analyze
    annotate append apply apologize ask assert assume attach avoid await base be become bind break
    bring build bump call capture centralize choose clarify clean clear close combine come commit
    communicate compare compose compress configure confirm consider consult continue convert copy
    create cut debug declare decouple decrypt deduplicate default defer define delegate delete
    deliver demand deny depend deprecate derive describe detect diagnose disable discuss divide do
    downgrade drop eliminate embed emit enable encapsulate encrypt enforce ensure escalate escape
    evaluate examine exclude execute expect explain explore expose extend extract fail fetch fill
    find finish fix flag focus follow force forget generate get give go group guard handle hide
    honor honour identify ignore implement import include incorporate increase indent inform
    inherit initialize inject inline insert inspect install integrate introduce invalidate
    investigate invoke isolate iterate justify keep know lead learn leave let link lint list listen
    load localize look maintain make manage match maximize measure memoize mention merge migrate
    minimize minimise model modify modularize monitor move never nest normalize notify number obey
    observe obtain omit optimize organize organise override own parallelize parse pass paste pause
    perform pick pin place port post prefer prefix prepare present preserve prevent prioritize
    propagate propose protect prove provide publish push put query quote raise reach read rebase
    recommend reconcile record reduce refactor refuse regenerate reject rely remain remember remove
    rename render reorder repeat replace replicate reproduce reserve resolve respect respond
    restart restore restrict retain retry reuse revert revisit rewrite roll run sanitize save scan
    seek select send separate serialize serve set share show simplify sign skip solve sort specify
    split squash stage start state stay stick stop store strip structure submit substitute suggest
    summarize supply surface sync take target tell think throw tighten touch track translate treat
    try understand unify update upgrade use utilize validate verify view wait warn watch work wrap
    write feature-gate cite re-run rerun double-check
    """.split()
)
# Also nouns: they tell somebody something only when an object follows.
_NOUN_TOO = frozenset(
    """
    access address balance batch benchmark block branch cache catch change check code comment
    commit control cover design display document estimate export feature filter format hash help
    index issue label limit lock log map mark mirror mock name note order pair plan point process
    profile reference register release report request research return review scope search sequence
    stub style support test time trace trust type value version
    work build import list model number place port post query set share sign stage start state stop
    store structure target track update use view watch link lint merge match move copy guard handle
    group embed prefix override fix patch base call default drop force focus lead look pass pin push
    record reserve restart roll run scan show sort split sync touch treat wait wrap answer
    """.split()
)
_POINTS_ELSEWHERE = frozenset("see refer visit browse click contact thank thanks welcome open".split())
_OBJECT = re.compile(
    r"(?:the|a|an|all|any|each|every|your|our|its|their|this|that|these|those|only|what|how|"
    r"existing|new|when|as|in|with|via|by|from|for|before|after|to|on|at|it|them|up|out|`|\"|"
    r"\w+(?:s|ing|ed|ly)?\b[^:.]*\b(?:in|with|via|by|for|when|as|before|after|to|on|from|using|"
    r"under|through|into|at)\b)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^[^.:;!?`]{2,60}?(?::|\s[-–—]|：)\s+(?=\S)")
_TRIGGER = re.compile(
    r"^(?:before|after|when(?:ever)?|while|if|once|for|on|during|unless|until|upon|prior to|where|"
    r"in|at|by default|as soon as)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_CLAUSES = re.compile(r"(?:[,;:→]|\s[-–—])\s+(?:then\s+|please\s+)?")

_DE_IMPERATIVE = re.compile(
    r"(?:^|[,;:–—-]\s+|\bund\s+)(?:achte|antworte|arbeite|beachte|befolge|begründe|behalte|benutze|"
    r"bevorzuge|bleib|committe|denk|dokumentiere|entferne|erkläre|erstelle|frage?|füge|führe|gib|"
    r"halte?|installiere|kommentiere|lass|lies|lösche|mache?|melde|nenne|nimm|nutze|prüfe|"
    r"respektiere|schreibe?|setze|sorge|speichere|sprich|starte|stelle|teste|triff|verwende|"
    r"vermeide|wähle|warte|zeige|ändere|überprüfe|übernimm|validiere)\b",
    re.IGNORECASE,
)
_DE_INFINITIVE = re.compile(r"\b[a-zäöüß]{3,}(?:en|ern|eln)\b[.!)]*(?=$|,|;| statt| –| —| \()")
_DE_STATEMENT = re.compile(
    r"\b(?:werden|wurden|können|kann|ist|sind|hat|haben|wird|steht|verfügbar|funktioniert|gelten|"
    r"haben|kosten)\b",
    re.IGNORECASE,
)
_DE_FIRST_PERSON = re.compile(r"^ich \w+", re.IGNORECASE)
_PT_IMPERATIVE = re.compile(
    r"(?:^|[,;:]\s+|\be\s+)(?:adicione|altere|atualize|avise|comente|commite|confirme|consulte|"
    r"corrija|crie|deixe|descreva|documente|escreva|evite|execute|explique|faça|formate|garanta|"
    r"inclua|informe|leia|limite|mantenha|pergunte|prefira|priorize|registre|remova|respeite|"
    r"responda|rode|siga|teste|use|utilize|valide|verifique)\b",
    re.IGNORECASE,
)
_PT_INFINITIVE = re.compile(r"(?:^|[,:]\s+)[A-Za-zÀ-ÿ]{3,}(?:ar|er|ir)\b(?=\s)")
_ZH_DIRECTIVE = re.compile(
    r"^(?:请|先|使用|采用|保持|遵循|遵守|确保|优先|默认|避免|统一|每[次个条轮]|所有|一[个条]|任何|新建|提交前|"
    r"产出|写入|进入|不|小步|及时|修改|添加|删除|用|按|以)|使用|采用|(?:^|，|；)先[^。；]{2,40}(?:，再|再|后)|"
    r"只(?:作为|在|做)|(?:固定|保持|同步|要|需|须|才|应)[^。；]{1,20}|^[^，。；]{1,12}前"
)
_ZH_STATEMENT = re.compile(r"^(?:本|该|此|这是|当前|目前|已有|本项目|项目)|(?:是指|表示|意味着)")


@lru_cache(maxsize=4096)
def tells(sentence: str, language: str) -> str:
    """The word that makes a sentence an instruction, or "" if it is none."""
    text = spoken(sentence).strip()
    found = _english(text) or _english(_LABEL.sub("", text, count=1))
    return found or (_BY_LANGUAGE[language](text) if language in _BY_LANGUAGE else "")


def has_trigger(sentence: str) -> bool:
    """Whether a sentence says when it applies before it says what to do."""
    return bool(_TRIGGER.match(_LABEL.sub("", sentence, count=1)) or _TRIGGER.match(sentence))


def points_elsewhere(sentence: str) -> bool:
    """Whether a sentence only sends its reader to another document."""
    first = _FIRST.search(sentence)
    return bool(first) and first.start() < 3 and first.group(0).lower() in _POINTS_ELSEWHERE


def _english(text: str) -> str:
    """The English verb that a sentence, or its main clause after a condition, starts with."""
    verb = _verb_at_start(text)
    if verb or not _TRIGGER.match(text):
        return verb
    for clause in _CLAUSES.split(text)[1:]:
        verb = _verb_at_start(clause, sure_only=True)
        if verb:
            return verb
    return ""


def _verb_at_start(text: str, *, sure_only: bool = False) -> str:
    found = _FIRST.match(re.sub(r"^(?:please|also|then|just|always|and)\s+", "", text, flags=re.I))
    if found is None:
        return ""
    verb = found.group(0).lower()
    rest = text[text.lower().index(verb) + len(verb) :].lstrip()
    if verb in _NOUN_TOO:
        return verb if _OBJECT.match(rest) and not (sure_only and verb not in _SURE) else ""
    return verb if verb in _SURE and not rest.startswith(":") else ""


def _german(text: str) -> str:
    bare = _LABEL.sub("", text, count=1)
    for pattern in (_DE_IMPERATIVE, _DE_FIRST_PERSON):
        found = pattern.search(bare) or pattern.search(text)
        if found:
            return found.group(0).strip(" ,;:-–—").lower()
    found = _DE_INFINITIVE.search(bare)
    return found.group(0).rstrip(".!)") if found and not _DE_STATEMENT.search(bare) else ""


def _portuguese(text: str) -> str:
    bare = _LABEL.sub("", text, count=1)
    found = _PT_IMPERATIVE.search(bare) or _PT_INFINITIVE.search(bare)
    return found.group(0).strip(" ,;:").lower() if found else ""


def _chinese(text: str) -> str:
    if _ZH_STATEMENT.search(text):
        return ""
    found = _ZH_DIRECTIVE.search(text)
    return found.group(0)[:8] if found else ""


_BY_LANGUAGE = {"de": _german, "pt": _portuguese, "zh": _chinese}

_CJK = re.compile(r"[\u4e00-\u9fff]")
_DE_WORDS = re.compile(r"\b(?:der|die|das|und|nicht|mit|für|fuer|ein|eine|werden|ist|auf|bei|wenn|nur|im)\b", re.I)
_PT_WORDS = re.compile(r"\b(?:não|que|para|uma|com|dos|das|ser|em|ou|antes|deve|devem|são|de)\b", re.I)
_EN_WORDS = re.compile(r"\b(?:the|and|to|of|is|for|with|in|that|are|not|be|this)\b", re.I)


def language_of(text: str) -> str:
    """The language of a text by its commonest small words: `en`, `de`, `pt` or `zh`."""
    sample = text[:40_000]
    if len(_CJK.findall(sample)) * 12 > len(sample):
        return "zh"
    counts = {
        "en": len(_EN_WORDS.findall(sample)),
        "de": len(_DE_WORDS.findall(sample)),
        "pt": len(_PT_WORDS.findall(sample)),
    }
    return max(counts, key=lambda code: counts[code])
