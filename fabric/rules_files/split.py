"""A rules file in, the standing rules that it states out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.domains import DomainWords, guess_domain
from fabric.rules_files.ground import Ground, ground_of
from fabric.rules_files.imperatives import language_of
from fabric.rules_files.judge import Verdict, judge, sentences
from fabric.rules_files.markdown import Line, Piece, read_pieces
from fabric.rules_files.obligations import obligations
from fabric.rules_files.source_text import folder_globs, narrowing, source_text, split_globs
from fabric.rules_files.statement import needs_lead, statement_of

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

_REASON_COLUMN = re.compile(r"^(?:why|reason|rationale|grund|warum|motivo|原因|理由)\b", re.IGNORECASE)
_ENUMERATES = re.compile(
    r"\b(?:includ\w+|contain|be|read|following|these|below|diese[nrs]?|folgende\w*|enthalten|"
    r"nur bei|only (?:for|in|at|when|if)|prüfe ich|check|verify|leia|incluir|conter)\b[^:：]{0,40}[:：]\W*$"
    r"|(?:执行|包含|包括|检查)[:：]\W*$",
    re.IGNORECASE,
)
_DISTRIBUTES = re.compile(r"\b(?:rules?|regeln|regras)\b|规则", re.IGNORECASE)
_CJK = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class _File:
    """What is the same for every rule of one file."""

    source: str
    language: str
    globs: tuple[str, ...]
    domains: Sequence[DomainWords]


@dataclass(frozen=True, slots=True)
class _Found:
    """One rule before it is dressed: where, what it says, and what it leans on."""

    piece: Piece
    line: int
    quote: str
    verdict: Verdict
    lead: str = ""
    rationale: str = ""


def find_rules(
    text: str, source: str, domains: Sequence[DomainWords] = ()
) -> list[RuleCandidate]:
    """The standing rules of a rules file, in the order of their lines.

    `source` is the path of the file as a person should read it, relative to the repository (its
    folder narrows the rules of a nested file); `domains` are those that a guess may name.
    """
    prepared = source_text(text)
    pieces = read_pieces(prepared.text)
    globs = prepared.globs or _tag_globs(pieces) or folder_globs(source)
    file = _File(source, language_of(prepared.text), globs, domains)
    found = list(_with_headings(pieces, file))
    unique: dict[str, RuleCandidate] = {}
    for each in sorted(found, key=lambda each: each.line):
        candidate = _dressed(each, file)
        unique.setdefault(" ".join(candidate.rule.casefold().split()), candidate)
    return list(unique.values())


def _tag_globs(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Globs of a tag that stands before the first heading: such a tag speaks for the file."""
    keys = {"applies_to", "globs", "paths", "path"}
    first = next((piece for piece in pieces if piece.form == "heading" or piece.tags), None)
    if first is None or not first.tags:
        return ()
    values = [value for key, value in first.tags[0].attributes if key in keys]
    return narrowing([glob for value in values for glob in split_globs(value)])


def _with_headings(pieces: Sequence[Piece], file: _File) -> Iterator[_Found]:
    """The rules of the text, and headings that say a rule which nothing below them says."""
    for at, piece in enumerate(pieces):
        if piece.form != "heading":
            yield from _judged(piece, _ground(piece), file)
        elif _says_itself(piece) and not _section_says(pieces, at, file):
            verdict = Verdict("hard", tuple(f"says “{word}”" for word in obligations(piece.text).hard))
            yield _Found(piece, piece.number, piece.text, verdict)


def _ground(piece: Piece) -> Ground:
    return ground_of(piece.path, tuple(tag.words for tag in piece.tags))


def _says_itself(piece: Piece) -> bool:
    """Whether a heading is a sentence with an obligation, not a title like `MUST rules`."""
    bare = re.sub(r"^(?:\W|\d)+|^(?:rule|regel|regra)\s*\d*\W+", "", piece.text, flags=re.IGNORECASE)
    starts = re.match(r"(?:never|always|do not|don['’]t|no|nie|niemals|immer|nunca|sempre|não)\b", bare, re.I)
    enough = len(bare.split()) >= 3 or len(_CJK.findall(bare)) >= 6
    return bool(enough and obligations(bare).hard and (starts or _CJK.search(bare)))


def _section_says(pieces: Sequence[Piece], at: int, file: _File) -> bool:
    """Whether anything below a heading, up to the next, is a rule."""
    for piece in pieces[at + 1 :]:
        if piece.form == "heading":
            return False
        if any(True for _ in _judged(piece, _ground(piece), file)):
            return True
    return False


def _judged(piece: Piece, ground: Ground, file: _File) -> Iterator[_Found]:
    """The rules of one piece and of what it leads."""
    if not piece.children:
        yield from _alone(piece, ground, file)
        return
    text = piece.text
    announces = text.endswith((":", "：")) or piece.form in {"paragraph", "quote"}
    own = list(_alone(piece, ground, file))
    if own and announces and _ENUMERATES.search(text) and not _DISTRIBUTES.search(text):
        yield _folded(piece, own[0])
        return
    below = ground.led_by(text) if announces else _inside(piece, ground)
    children = [found for child in piece.children for found in _judged(child, below, file)]
    if announces and children:
        yield from children
    elif announces and own:
        yield _folded(piece, own[0])
    else:
        yield from own
        yield from children


def _inside(piece: Piece, ground: Ground) -> Ground:
    """The ground of what an item holds: a step's details are steps."""
    is_step = piece.form == "numbered" and ground.kind not in {"rules", "guide"}
    return replace(ground, steps=ground.steps or is_step)


def _folded(piece: Piece, found: _Found) -> _Found:
    """One rule of a lead-in and all that it enumerates."""
    items = "; ".join(child.text.rstrip(" .;") for child in piece.children)
    return replace(found, quote=f"{piece.text} {items}", line=piece.number)


def _alone(piece: Piece, ground: Ground, file: _File) -> Iterator[_Found]:
    """The rules that a piece states itself: an item or row is one, a paragraph may hold several."""
    if piece.form in {"bullet", "numbered", "row", "heading"}:
        verdict = judge(piece, piece.text, ground, _language(piece.text, file))
        if verdict:
            yield _Found(piece, piece.number, piece.text, verdict, ground.by, _reason(piece))
        return
    for line, part in _stretches(piece):
        for at, sentence in enumerate(part):
            verdict = judge(piece, sentence, ground, _language(sentence, file))
            if verdict:
                quote = " ".join(part[at:])
                yield _Found(piece, _line_of(sentence, piece, line), quote, verdict, ground.by)
                break


def _language(text: str, file: _File) -> str:
    return "zh" if _CJK.search(text) else file.language


def _reason(piece: Piece) -> str:
    reasons = [
        cell
        for cell, column in zip(piece.cells, piece.header, strict=False)
        if _REASON_COLUMN.match(column)
    ]
    return " ".join(reasons)


def _stretches(piece: Piece) -> Iterator[tuple[int, list[str]]]:
    """The sentences of a paragraph, a new stretch where a sentence starts on a line of its own."""
    stretch: list[Line] = []
    for line in piece.lines:
        if stretch and _starts_anew(stretch[-1].text, line.text):
            yield stretch[0].number, sentences(" ".join(each.text for each in stretch))
            stretch = []
        stretch.append(line)
    if stretch:
        yield stretch[0].number, sentences(" ".join(each.text for each in stretch))


def _starts_anew(before: str, line: str) -> bool:
    ended = before.rstrip("*_\"')”").endswith((".", "!", "?", ":", "。", "！", "？", "：", "；"))
    return ended or bool(_CJK.search(before) and _CJK.search(line))


def _line_of(sentence: str, piece: Piece, first: int) -> int:
    """The line that a sentence starts on: the last whose text, joined from there on, holds it."""
    later = [line for line in piece.lines if line.number >= first]
    for at in range(len(later) - 1, -1, -1):
        joined = " ".join(line.text for line in later[at:])
        if sentence in joined:
            return later[at].number
    return first


def _dressed(found: _Found, file: _File) -> RuleCandidate:
    """A candidate with its title, its rule in full, and a guess at its domain."""
    quote = found.quote if found.piece.form != "row" else _row_words(found.piece)
    lead = found.lead if found.verdict.leans and needs_lead(found.lead) else ""
    rule = f"{lead.strip(' *:：')}: {quote}" if lead else quote
    domain, reason = guess_domain(rule, found.piece.path, file.domains)
    return RuleCandidate(
        statement=statement_of(rule),
        rule=rule,
        quote=found.quote,
        strength=found.verdict.strength,
        why=found.verdict.why,
        file=file.source,
        line=found.line,
        form=found.piece.form,
        heading=found.piece.path,
        domain=domain,
        domain_reason=reason,
        rationale=found.rationale,
        paths=file.globs,
    )


def _row_words(piece: Piece) -> str:
    """The cells of a row that are no reasons."""
    cells = [
        cell
        for at, cell in enumerate(piece.cells)
        if cell and not (at < len(piece.header) and _REASON_COLUMN.match(piece.header[at]))
    ]
    return ": ".join(cells)
