"""Walks the pieces of a text and gathers those that are rules, alone or with what they lead."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from fabric.models.frozen import dataclass, field, replace
from fabric.rules_files.ground import Ground, ground_of
from fabric.rules_files.imperatives import tells
from fabric.rules_files.judge import Verdict, judge
from fabric.rules_files.markdown import Piece
from fabric.rules_files.obligations import obligations
from fabric.rules_files.paragraphs import split_lead, stretches
from fabric.rules_files.signs import CJK, COLONS

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_ENUMERATES = re.compile(
    r"\b(?:includ\w+|contain|be|read|enthalten|nur bei|only (?:for|in|at|when|if)|prüfe ich|check|"
    r"verify|leia|incluir|conter)\b[^:：]{0,40}[:：]\W*$|(?:执行|包含|包括|检查)[:：]\W*$",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"\b(?:following|these|below|diese[nrs]?|folgende\w*|seguintes?)\b|以下|如下", re.IGNORECASE
)
_ABOUT_RULES = re.compile(r"\b(?:rules?|regeln|regras)\b|规则", re.IGNORECASE)
_ABOUT_WHAT = re.compile(
    r"^\W*(?:what|things|was|dinge|o que|never|do not|don['’]t)\b", re.IGNORECASE
)
_NUMBERING = re.compile(r"^(?:\W|\d)+|^(?:rule|regel|regra)\s*\d*\W+", re.IGNORECASE)
_HEADING_SAYS = re.compile(
    r"(?:never|always|do not|don['’]t|no|nie|niemals|immer|nunca|sempre|não)\b", re.IGNORECASE
)
# Words of a lead-in, those that oblige aside, from which on it is a sentence and not a title.
_WHOLE = 4


@dataclass(frozen=True, slots=True)
class Found:
    """One rule: the piece it stands in, the line and words it begins with, and what is above it."""

    piece: Piece
    line: int
    quote: str
    verdict: Verdict
    ground: Ground = field(default_factory=Ground)


def gather(pieces: Sequence[Piece], language: str) -> list[Found]:
    """The rules of a text, and headings that say a rule which nothing below them says."""
    found: list[Found] = []
    for at, piece in enumerate(pieces):
        if piece.form != "heading":
            found += _judged(piece, _ground(piece), language)
        elif _is_sentence(piece.text) and not _section_says(islice(pieces, at + 1, None), language):
            words = obligations(piece.text, language).hard
            said = Verdict("hard", tuple(f"says “{word}”" for word in words))
            found.append(Found(piece, piece.number, piece.text, said))
    return sorted(found, key=lambda each: each.line)


def _ground(piece: Piece) -> Ground:
    return ground_of(piece.path, tuple(tag.words for tag in piece.tags), titled=piece.titled)


def _is_sentence(heading: str) -> bool:
    """Whether a heading is a sentence with an obligation, not a title such as "MUST rules"."""
    bare = _NUMBERING.sub("", heading)
    says = bool(_HEADING_SAYS.match(bare)) and len(bare) >= 8
    return (says or len(CJK.findall(bare)) >= 6) and bool(obligations(bare).hard)


def _section_says(below: Iterable[Piece], language: str) -> bool:
    """Whether anything below a heading, up to the next, is a rule."""
    for piece in below:
        if piece.form == "heading":
            return False
        if next(_judged(piece, _ground(piece), language), None):
            return True
    return False


def _judged(piece: Piece, ground: Ground, language: str) -> Iterator[Found]:
    """The rules of one piece and of what it leads."""
    if not piece.children:
        yield from _alone(piece, ground, language)
        return
    before, lead = split_lead(piece)
    if before is not None:
        yield from _alone(before, ground, language)
    announces = lead.text.endswith(COLONS) or lead.form in {"paragraph", "quote"}
    below = ground.led_by(lead.text) if announces else _inside(lead, ground)
    opens_no_rules = below.kind == "off" and not obligations(lead.text, language)
    own = [] if opens_no_rules else list(_alone(lead, ground, language))
    children = [found for child in piece.children for found in _judged(child, below, language)]
    if announces and own and (not children or _enumerates(lead.text, children, language)):
        yield _folded(lead, own[0])
    elif children and (announces or all(each.verdict.leans for each in own)):
        yield from children
    else:
        yield from own
        yield from children


def _inside(piece: Piece, ground: Ground) -> Ground:
    """The ground of what an item holds: a step's details are steps."""
    is_step = piece.form == "numbered" and ground.kind == "plain"
    return replace(ground, kind="howto", steps=True) if is_step else ground


def _enumerates(lead: str, children: Sequence[Found], language: str) -> bool:
    """Whether a list only completes the sentence that leads it, so that both are one rule."""
    if _ABOUT_RULES.search(lead) or _ABOUT_WHAT.match(lead):
        return False
    if _ENUMERATES.search(lead):
        return True
    said = obligations(lead, language).words
    others = len(lead.split()) - sum(len(word.split()) for word in said)
    told = bool(tells(lead, language) and others > 1) or others >= _WHOLE
    announced = bool(_ANNOUNCES.search(lead)) or (told and not CJK.search(lead))
    return announced and all(child.verdict.leans for child in children)


def _folded(lead: Piece, found: Found) -> Found:
    """One rule of a lead-in and all that it enumerates."""
    items = "; ".join(child.text.rstrip(" .;") for child in lead.children)
    return replace(found, quote=f"{lead.text} {items}", line=lead.number)


def _alone(piece: Piece, ground: Ground, language: str) -> Iterator[Found]:
    """The rules that a piece states itself: an item or row is one, a paragraph may hold several."""
    if piece.form not in {"paragraph", "quote"}:
        verdict = judge(piece, piece.text, ground, _language(piece.text, language))
        if verdict:
            yield Found(piece, piece.number, piece.text, verdict, ground)
        return
    for stretch in stretches(piece):
        parts = stretch.sentences
        for at, sentence in enumerate(parts):
            verdict = judge(piece, sentence, ground, _language(sentence, language))
            if verdict:
                quote = " ".join(parts[at:])
                yield Found(piece, stretch.line_of(sentence), quote, verdict, ground)
                break


def _language(text: str, language: str) -> str:
    return "zh" if CJK.search(text) else language
