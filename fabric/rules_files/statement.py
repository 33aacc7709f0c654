"""A rule in one short sentence, for a title."""

import re

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_LEADING = re.compile(
    r"^(?:\[[ xX]\]\s*|[^\w`\"'“„(<]+\s*|(?:[A-Z]{1,6}-)+\d+\s*[:.)-]?\s*|rule\s*\d+\s*[:.)-]\s*"
    r"|(?:MUST|SHOULD|SHALL)(?: NOT)?\s*:\s*|(?:critical|important|wichtig|重要)\s*[:：!]\s*)+",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!z\.B\.)\s+(?=\W*[^\W\d_a-zäöüß])|(?<=[。！？；])|;\s")
_LIMIT = 120
_STANDS_ALONE = 4


def statement_of(rule: str) -> str:
    """The first sentence of a rule without marks, ids and tiers, cut at a word if it is long."""
    bare = _LEADING.sub("", rule.strip()) or rule.strip()
    first = _END.split(bare, maxsplit=1)[0].strip().rstrip(" .;:。；：")
    if len(first) <= _LIMIT:
        return first
    cut = first[: _LIMIT - 1]
    room = cut.rfind(" ")
    return (cut[:room] if room > _LIMIT // 2 else cut).rstrip(" ,;:，；：(") + "…"


def needs_lead(lead: str) -> bool:
    """Whether the words above a list are short enough to be put before each of its items."""
    return 0 < len(lead) <= 80
