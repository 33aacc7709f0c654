"""Decides for one piece of prose whether it is a standing rule, and by which signs."""

import re

from fabric.models.frozen import dataclass, replace
from fabric.rules_files.candidate import Strength
from fabric.rules_files.ground import Ground
from fabric.rules_files.imperatives import has_occasion, has_trigger, points_elsewhere, tells
from fabric.rules_files.markdown import Piece
from fabric.rules_files.obligations import bounds, forbids, obligations, permits
from fabric.rules_files.signs import COLONS, sentences

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_ASIDE = re.compile(
    r"^\W*(?:for )?(?:examples?|e\.g|why|reason|rationale|because|beispiel|z\. ?b|grund|warum|"
    r"exemplo|por quê|motivo)\b\W*[:：]|^(?:例|示例|原因)\W*[:：]|^(?:例如|比如)",
    re.IGNORECASE,
)
_REMARK = re.compile(r"^\W*(?:note|hinweis|anmerkung|nota|tip|说明|备注)\b\W*[:：]", re.IGNORECASE)
_ABOUT_RULES = re.compile(
    r"\b(?:rules|instructions|guidelines) (?:in|of) this (?:file|document)\b|^\W*diese regeln\b",
    re.IGNORECASE,
)
_SHAPE_LABEL = re.compile(
    r"(?:\bformat|\bnaming|\b(?:commits?|pr|branch|pull request)\b[\w -]*(?:message|title|names?)?|格式|命名)"
    r"\W{0,3}[:：]\W*`",
    re.IGNORECASE,
)
_LABELLED_CODE = re.compile(
    r"^[^`.;!?(（]{2,60}[:：]\s*(?:`[^`]*`(?:[^\w`→]|\((?:or|oder|ou)\b[^)]*\))*)+$"
)
_DEFINITION = re.compile(r"^`[^`]+`\s*(?:\([^)]*\))?\s*[:：]\s")
_ABOUT_CODE = re.compile(r"^`[^`]+` (?:does|do|is|are|has|uses|needs|supports|takes|shows|lists)\b")
_MARK = re.compile(r"^(?:\[[ xX]\]\s*|[✅❌✔✖✓✗⛔🚫⚠️❗‼️🔴🟢👍👎\ufe0f]+\s*)+")
_CROSS = re.compile(r"^(?:\[[ xX]\]\s*)?[❌✖✗⛔🚫👎]")
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
    r"loaded|supported|ist|sind|hat|haben|é|são|tem|usa|usam|possui)\b|会|已|是|为",
    re.IGNORECASE,
)
# An item that opens so is a rule also among facts ("## Architecture") and steps.
_OPENS_SOFT = re.compile(r"\W*(?:prefer|avoid|favou?r)\b(?!:)", re.IGNORECASE)
_TERSE = 110
_TERSE_ZH = 36


@dataclass(frozen=True, slots=True)
class Verdict:
    """That a piece is a rule: how strong, by which signs, in which of its sentences.

    `leans`: it has no sign of its own, only those of its place.
    """

    strength: Strength
    why: tuple[str, ...]
    core: str = ""
    leans: bool = False


def is_crossed_out(text: str) -> bool:
    """Whether an item is marked as something not to do."""
    return bool(_CROSS.match(text))


def without_mark(text: str) -> str:
    """The text without a leading check box or sign."""
    return _MARK.sub("", text)


def judge(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on the text of a piece (or a part of a paragraph), or None if it is no rule."""
    bare = without_mark(text)
    if _is_no_rule(piece, bare, ground):
        return None
    said = _by_words(piece, bare, ground, language)
    if said is not None:
        return said
    if permits(bare) or _REMARK.match(piece.text) or ground.kind in {"howto", "facts"}:
        return None
    if piece.form == "row":
        return _row(piece, ground)
    if piece.form in {"bullet", "numbered"}:
        return _item(piece, bare, ground, language)
    return _paragraph(piece, bare, ground, language)


def _is_no_rule(piece: Piece, text: str, ground: Ground) -> bool:
    """Whether a text is an example, a reason, a pointer, or stands where nothing is a rule."""
    return (
        ground.kind == "off"
        or not re.search(r"\w{2}", text)
        or bool(_ASIDE.match(text) or _ABOUT_RULES.search(piece.text))
        or (points_elsewhere(text) and len(sentences(text)) == 1)
        or (piece.form == "bullet" and bool(_DEFINITION.match(text)))
    )


def _by_words(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict by words that oblige."""
    parts = [obligations(part, language) for part in [text, *sentences(text)]]
    hard = tuple(word for part in parts for word in part.hard)
    soft = tuple(word for part in parts for word in part.soft)
    if ground.kind in {"rules", "guide"}:
        hard = hard or bounds(text)
    elif ground.kind in {"howto", "facts"}:
        hard = tuple(word for word in hard if "required" not in word)
    if hard and not (piece.form == "row" and ground.kind == "facts"):
        return Verdict("hard", _said(hard), _holding(text, hard, language))
    stepped = piece.form == "numbered" and ground.kind in {"howto", "plain"}
    strict = ground.kind == "facts" or piece.form == "row" or ground.steps or stepped
    opens = piece.form == "bullet" and _OPENS_SOFT.match(text)
    prose = ground.kind != "facts" and piece.form in {"paragraph", "quote"}
    if soft and (opens or prose or not strict):
        return Verdict("soft", _said(soft), _holding(text, soft, language))
    return None


def _holding(text: str, words: tuple[str, ...], language: str) -> str:
    """The first sentence that one of the words is said in."""
    parts = sentences(text)
    said = (part for part in parts if set(obligations(part, language).words) & set(words))
    return next(said, parts[0])


def _said(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"says “{word}”" for word in dict.fromkeys(words))


def _item(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on a list item without words that oblige."""
    if _SHAPE_LABEL.search(text):
        return _with(ground, ("gives a format",))
    if _is_reference(text) and ground.kind != "rules":
        return None
    stepped = piece.form == "numbered" and (ground.steps or ground.kind == "plain")
    triggered = has_occasion(text) or (ground.strength == "hard" and has_trigger(text))
    if stepped and (ground.steps or not triggered):
        return None
    if piece.before_code and text.endswith(COLONS) and not has_trigger(text):
        return None
    told = ((verb, part) for part in sentences(text) if (verb := tells(part, language)))
    verb, core = next(told, ("", ""))
    if verb:
        verdict = _with(ground, (f"tells “{verb}”",), core=core)
        crossed = is_crossed_out(piece.text) and ground.strength is None
        return replace(verdict, strength="hard") if crossed else verdict
    forced = ground.kind == "rules" and ground.strength == "hard"
    leans = (forced or not _LABELLED_CODE.match(text)) and _leans(text, ground, language)
    return _with(ground, (), leans=True) if leans else None


def _is_reference(text: str) -> bool:
    return bool(_BARE_REFERENCE.match(text))


def _leans(text: str, ground: Ground, language: str) -> bool:
    """Whether an item without a sign of its own is a rule because of where it stands."""
    if _THIRD_PERSON.match(text) or _ABOUT_CODE.match(text):
        return False
    terse = len(text) <= (_TERSE_ZH if language == "zh" else _TERSE)
    if ground.kind == "rules":
        return language != "zh" or (terse and not _STATES.search(text))
    return ground.kind == "guide" and terse and not _STATES.search(text)


def _row(piece: Piece, ground: Ground) -> Verdict | None:
    """The verdict on a table row: its columns must be about rules."""
    column = next((cell for cell in piece.header if _RULE_COLUMN.search(cell)), None)
    if column is None or len(column.split()) > 2:
        return None
    verdict = _with(ground, (f"column “{column}”",), leans=True)
    forbidding = ground.strength is None and any(forbids(head) for head in piece.header)
    return replace(verdict, strength="hard") if forbidding else verdict


def _paragraph(piece: Piece, text: str, ground: Ground, language: str) -> Verdict | None:
    """The verdict on a paragraph without words that oblige."""
    verb = tells(text, language)
    leads_code = piece.before_code and text.endswith(COLONS)
    if not verb or (leads_code and re.match(r"\W*(?:[^:]*: )?(?:if|use)\b", text, re.IGNORECASE)):
        return None
    told = ground.kind in {"rules", "guide"} or ground.strength == "hard" or has_occasion(text)
    return _with(ground, (f"tells “{verb}”",)) if told or piece.emphatic else None


def _with(ground: Ground, why: tuple[str, ...], *, core: str = "", leans: bool = False) -> Verdict:
    """A verdict whose strength comes from what stands above."""
    above = (f"under “{ground.by}”",) if ground.by else ()
    return Verdict(ground.strength or "soft", why + above, core, leans=leans and bool(ground.by))
