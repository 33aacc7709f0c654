"""What a rules file yields: one rule that a person may keep, change or drop."""

from typing import Literal

from fabric.models.frozen import dataclass

Strength = Literal["hard", "soft"]
Form = Literal["bullet", "numbered", "row", "paragraph", "quote", "heading"]


@dataclass(frozen=True, slots=True)
class RuleCandidate:
    """One standing rule found in a rules file.

    `statement` is short enough for a title; `rule` stands by itself (the words above a list that
    make its items rules are put before it); `quote` is what the file says from `line` (1-based) on.
    `why` holds the signs by which it was taken for a rule, `domain` is a short name among those
    that the caller knows or "" when no word points at one. `paths` are globs, empty for everywhere.
    """

    statement: str
    rule: str
    quote: str
    strength: Strength
    why: tuple[str, ...]
    file: str
    line: int
    form: Form
    heading: tuple[str, ...] = ()
    domain: str = ""
    domain_reason: str = ""
    rationale: str = ""
    paths: tuple[str, ...] = ()
