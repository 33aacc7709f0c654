"""English sentences that tell somebody to do something."""

import re

from fabric.rules_files.signs import word_set

# ruff: noqa: RUF001  -- typographic quotes and dashes are meant

_SURE = word_set(
    """
    accept achieve acknowledge adapt add adhere adjust adopt aim align allow alphabetize analyze
    annotate append apply apologize ask assert assume attach avoid await base be become bind break
    bring build bump call capture centralize choose clarify clean clear close combine come commit
    answer communicate compare compose compress configure confirm consider consult continue convert copy
    create cut debug declare decouple decrypt deduplicate default defer define delegate delete
    deliver demand deny depend deprecate derive describe detect diagnose disable discuss divide do
    downgrade drop eliminate embed emit enable encapsulate encrypt enforce ensure escalate escape
    evaluate examine exclude execute expect explain explore expose extend extract fail fetch fill
    find finish fix flag focus follow force forget generate get give go group guard handle hide
    honor honour identify ignore implement import include incorporate increase indent inform
    inherit initialize inject inline insert inspect install integrate introduce invalidate
    investigate invoke isolate iterate justify keep know lead learn leave let link pay say print lint list listen
    load localize look maintain make manage match maximize measure memoize mention merge migrate
    minimize minimise model modify modularize monitor move never nest normalize notify number obey
    observe obtain omit optimize organize organise override own parallelize parse pass paste pause
    perform pick pin place port post prefer prefix prepare present preserve prevent prioritize
    propagate propose protect prove provide publish push put query quote raise reach read rebase
    recommend reconcile record reduce refactor refuse regenerate reject rely remain remember remove
    rename render reorder repeat replace replicate reply reproduce reserve resolve respect respond
    restart restore restrict retain retry reuse revert revisit rewrite roll rotate run sanitize save scan
    seek select send separate serialize serve set share show simplify sign skip solve sort specify
    split squash stage start state stay stick stop store strip structure submit substitute suggest
    summarize supply surface sync take target tell think throw tighten touch track translate treat
    try understand unify update upgrade use utilize validate verify view wait warn watch work wrap
    write feature-gate cite re-run rerun double-check
    """
)
# Also nouns or adjectives: they tell somebody something only when an object follows.
_NOUN_TOO = word_set(
    """
    access address balance batch benchmark block branch cache catch change check code comment
    commit control cover design display document estimate export feature filter format hash index
    issue label limit lock log map mark mirror mock name note order pair plan point process profile
    reference register release report request research return review scope search sequence stub
    style test time trace trust type value version work build import list model number
    place port post query set share sign stage state store structure target track view watch
    clear clean complete separate lower direct empty
    """
)
_OBJECT = re.compile(
    r"(?:the|a|an|all|any|each|every|your|our|its|their|this|that|these|those|only|what|how|"
    r"existing|new|when|as|with|via|by|for|from|before|after|it|them|up|out|`|\"|"
    r"\S+(?: \S+){0,4}? (?:in|with|via|by|for|when|as|before|after|to|on|from|using|under|through|"
    r"into|at)\b)",
    re.IGNORECASE,
)
_DETERMINED = re.compile(
    r"(?:the|an?|all|any|each|every|your|our|its|their|it|them|`)(?:\s|$|\w)", re.IGNORECASE
)
# A finite verb of the main clause: what came before it was its subject, not an object.
_FINITE = re.compile(r"\b(?:may|can|will|is|are|was|were|has|have|must|should|needs?)\b")
_SUBORDINATE = re.compile(
    r"\b(?:when|if|that|which|as|where|unless|until|because|what|how|so|whether|before|after)\b.*"
)
_FIRST = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_OPENING = re.compile(r"^(?:please|also|then|just|always|and)\s+", re.IGNORECASE)
_CLAUSES = re.compile(r"(?:(?:[,;:→]|\s[-–—])\s+|\s(?:and|please)\s+)(?:then\s+|please\s+)?")


_POINTERS = word_set("see refer visit browse click contact thank thanks welcome open")


def instruction(text: str, *, conditional: bool) -> str:
    """The verb that a sentence starts with, or its main clause after a condition; "" if none."""
    verb = _verb_at_start(text)
    if verb or not conditional:
        return verb
    clauses = (_verb_at_start(clause, sure_only=True) for clause in _CLAUSES.split(text)[1:])
    return next((verb for verb in clauses if verb), "")


def is_pointer(text: str) -> bool:
    """Whether a sentence starts by sending its reader elsewhere (see, refer to)."""
    first = _FIRST.search(text)
    return first is not None and first.start() < 3 and first.group(0).lower() in _POINTERS


def _verb_at_start(text: str, *, sure_only: bool = False) -> str:
    bare = _OPENING.sub("", text)
    found = _FIRST.match(bare)
    if found is None:
        return ""
    verb, rest = found.group(0).lower(), bare[found.end() :].lstrip()
    if verb in _NOUN_TOO:
        told = _OBJECT.match(rest) and not _FINITE.search(_SUBORDINATE.sub("", rest))
        return verb if told and not (sure_only and not _DETERMINED.match(rest)) else ""
    return verb if verb in _SURE and not re.match(r":|cases?\b", rest) else ""
