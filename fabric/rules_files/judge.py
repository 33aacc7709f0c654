"""Decides for one piece of prose whether it is a standing rule, and by which signs."""

import re
from dataclasses import dataclass

from fabric.rules_files.candidate import Strength
from fabric.rules_files.ground import Ground
from fabric.rules_files.imperatives import has_trigger, points_elsewhere, tells
from fabric.rules_files.markdown import Piece
from fabric.rules_files.obligations import bounds, obligations, permits

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_ASIDE = re.compile(
    r"^(?:for )?(?:examples?|e\.g|why|reason|rationale|note|because|beispiel|z\. ?b|grund|warum|"
    r"hinweis|exemplo|por quê|motivo|例|示例|原因|说明|type|scope)\b\W*[:：]|^(?:例[:：]|例如|比如)",
    re.IGNORECASE,
)
_MARK = re.compile(r"^(?:\[[ xX]\]\s*|[✅❌✔✖✓✗⛔🚫⚠️❗‼️🔴🟢👍👎\ufe0f]+\s*)+")
_FORBIDS = re.compile(r"^\W*[❌✖✗⛔🚫👎]")
_BARE_REFERENCE = re.compile(r"^(?:`[^`]*`|[\w./@~-]+\.\w{1,5}|https?://\S+)(?:\s+[-–—(:：].*)?$")
_RULE_COLUMN = re.compile(
    r"\b(?:rules?|regeln?|verbote?|principles?|prinzip|polic(?:y|ies)|constraints?|requirements?|"
    r"guidelines?|standards?|don['’]?ts?|do|must|never|avoid|anforderung|vorgabe|regras?|"
    r"princípio|proibido)\b|规则|要求|禁止|原则|规范",
    re.IGNORECASE,
)
_THIRD_PERSON = re.compile(
    r"^\w+(?:s|es)\b (?:the|a|an|all|in|with|from|and|for|to|`|\w+ (?:process|from|requirements))",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|contains?|provides?|supports?|uses|lives|does|handles|creates|"
    r"loaded|supported|ist|sind|hat|haben|é|são|tem)\b|会|已|是|为",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!z\.B\.)(?<!vs\.)(?<!etc\.)[\"'”’)*]*\s+"
    r"(?=[\"'“(`*\[]*[^\W\d_a-zäöüß])|(?<=[。！？])"
)
_TERSE = 110


@dataclass(frozen=True, slots=True)
class Verdict:
    """That a piece is a rule: how strong, by which signs, and whether it needs its lead-in."""

    strength: Strength
    why: tuple[str, ...]
    leans: bool = False


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [each.strip() for each in _SENTENCE.split(text) if each and each.strip()]


def without_mark(text: str) -> str:
    """The text without a leading check box or sign."""
    return _MARK.sub("", text)


def judge(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on the text of a piece (or a part of a paragraph), or None if it is no rule."""
    bare = without_mark(text)
    if ground.kind == "off" or _ASIDE.match(bare) or not re.search(r"\w{2}", bare):
        return None
    said = _by_words(piece, bare, ground)
    if said is not None:
        return said
    if permits(bare) or points_elsewhere(bare) or ground.kind in {"howto", "facts"}:
        return None
    if piece.form == "row":
        return _row(piece, ground)
    if piece.form in {"bullet", "numbered"}:
        return _item(piece, bare, ground, language)
    return _paragraph(bare, ground, language)


def _by_words(piece: Piece, text: str, ground: Ground) -> Verdict | None:
    """The verdict by words that oblige."""
    parts = [obligations(part) for part in [text, *sentences(text)]]
    hard = tuple(word for part in parts for word in part.hard)
    soft = tuple(word for part in parts for word in part.soft)
    hard = hard or (bounds(text) if ground.kind in {"rules", "guide"} else ())
    if hard and not (piece.form == "row" and ground.kind == "facts"):
        return Verdict("hard", _said(hard))
    strict = ground.kind == "facts" or piece.form == "row" or (ground.steps and _is_step(piece))
    if soft and not strict:
        return Verdict("soft", _said(soft))
    return None


def _said(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"says “{word}”" for word in dict.fromkeys(words))


def _is_step(piece: Piece) -> bool:
    return piece.form in {"numbered", "bullet"}


def _item(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on a list item without words that oblige."""
    if _BARE_REFERENCE.match(text) and ground.kind != "rules":
        return None
    stepped = piece.form == "numbered" and (ground.steps or ground.kind == "plain")
    if stepped and (ground.steps or not has_trigger(text)):
        return None
    verb = next((verb for part in sentences(text) if (verb := tells(part, language))), "")
    if verb:
        return _with(ground, (f"tells “{verb}”",))
    if ground.kind == "rules" and not _THIRD_PERSON.match(text):
        return _with(ground, (), leans=True)
    if ground.kind == "guide" and len(text) <= _TERSE and not _STATES.search(text):
        return _with(ground, (), leans=True)
    return None


def _row(piece: Piece, ground: Ground) -> Verdict | None:
    """The verdict on a table row: its columns must be about rules."""
    column = next((cell for cell in piece.header if _RULE_COLUMN.search(cell)), None)
    if column is None or len(column.split()) > 2:
        return None
    return _with(ground, (f"column “{column}”",), leans=True)


def _paragraph(text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on a paragraph without words that oblige."""
    verb = tells(text, language)
    if not verb or (ground.kind not in {"rules", "guide"} and not has_trigger(text)):
        return None
    return _with(ground, (f"tells “{verb}”",))


def _with(ground: Ground, why: tuple[str, ...], *, leans: bool = False) -> Verdict:
    """A verdict whose strength comes from what stands above."""
    above = (f"under “{ground.by}”",) if ground.by else ()
    return Verdict(ground.strength or "soft", why + above, leans=leans and bool(ground.by))


def forbids(text: str) -> bool:
    """Whether an item is marked as something not to do."""
    return bool(_FORBIDS.match(text))
