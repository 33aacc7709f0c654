"""A rule in one short sentence, for a title."""

import re

from fabric.rules_files.ground import Ground
from fabric.rules_files.imperatives import has_occasion
from fabric.rules_files.obligations import forbids
from fabric.rules_files.signs import MARKUP

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_LEADING = re.compile(
    r"^(?:\[[ xX]\]\s*|\d+[.)]\s+|[^\w`\"'“„(<]+\s*|(?:[A-Z]{1,6}-)+\d+\s*[:.)-]?\s*|rule\s*\d+\s*[:.)-]\s*"
    r"|(?:MUST|SHOULD|SHALL)\s*:\s*|(?:critical|important|wichtig|重要)\s*[:：!]\s*)+",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!z\.B\.)\s+(?=\W*[^\W\d_a-zäöüß])|(?<=[。！？；])|;\s"
)
_LIMIT = 120
# A title has 500 bytes, and names the domain and the strength as well.
_LIMIT_BYTES = 400
_LONGEST_LEAD = 80
# Lead-ins without which an item says something else, or nothing.
_TURNS = re.compile(
    r"\b(?:don['’]?ts?|do not|not|never|no|avoid\w*|forbidden|prohibited|anti-?patterns?|nie|niemals|"
    r"nicht|keine?|verbot\w*|vermeide\w*|verboten|nunca|não|evit\w+|proibid\w+)\b|^do\W*$|^only\b"
    r"|^(?:what|was|things)\b|禁止|不要|不得|避免",
    re.IGNORECASE,
)
_BARE_TURN = re.compile(
    r"^\W*(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|verboten|niemals|nie|nunca|proibido|"
    r"禁止|不要)\W*$",
    re.IGNORECASE,
)
_ABOUT_RULES = re.compile(
    r"\b(?:rules?|regeln?|regras?|verhandelbar|negotiable)\b|规则", re.IGNORECASE
)


def statement_of(rule: str) -> str:
    """The first sentence of a rule without marks, ids and tiers, cut at a word if it is long."""
    bare = _LEADING.sub("", rule.strip()) or rule.strip()
    first = _END.split(bare, maxsplit=1)[0].strip().rstrip(" .;:。；：")
    if len(first) <= _LIMIT and len(first.encode(errors="replace")) <= _LIMIT_BYTES:
        return first
    cut = first[: _LIMIT - 1].encode(errors="replace")[:_LIMIT_BYTES].decode(errors="ignore")
    room = cut.rfind(" ")
    return (cut[:room] if room > _LIMIT // 2 else cut).rstrip(" ,;:，；：(") + "…"


def lead_for(ground: Ground, column: str, text: str, *, leans: bool) -> str:
    """The words from above that have to stand before an item so that it says the same alone.

    These are an occasion ("When editing existing code:") before any item, and a word that turns
    the meaning ("Don't:") before an item that does not forbid by itself.
    """
    occasion = ground.lead.strip(MARKUP)
    if len(occasion) <= _LONGEST_LEAD and has_occasion(occasion):
        return occasion
    if leans:
        turns = [column, ground.by]
    elif forbids(text):
        turns = []
    else:
        turns = [ground.lead, ground.by if _BARE_TURN.match(ground.by) else ""]
    for words in (each.strip(MARKUP) for each in turns):
        fits = 0 < len(words) <= _LONGEST_LEAD and not _ABOUT_RULES.search(words)
        if fits and _TURNS.search(words):
            return words
    return ""
