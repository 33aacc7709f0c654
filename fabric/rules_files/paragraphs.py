"""The prose of a piece by sentences, with the line that each starts on."""

from collections.abc import Iterator
from dataclasses import replace

from fabric.rules_files.markdown import Line, Piece
from fabric.rules_files.signs import CJK, CLAUSE_ENDS, CLOSING, sentences


def stretches(piece: Piece) -> Iterator[tuple[int, list[str]]]:
    """The sentences of a paragraph, a new stretch where a sentence starts on a line of its own."""
    stretch: list[Line] = []
    for line in piece.lines:
        if stretch and _starts_anew(stretch[-1].text, line.text):
            yield stretch[0].number, _sentences_of(stretch)
            stretch = []
        stretch.append(line)
    if stretch:
        yield stretch[0].number, _sentences_of(stretch)


def _sentences_of(lines: list[Line]) -> list[str]:
    return sentences(" ".join(line.text for line in lines))


def _starts_anew(before: str, line: str) -> bool:
    ended = before.rstrip(CLOSING).endswith(CLAUSE_ENDS)
    return ended or bool(CJK.search(before) and CJK.search(line))


def line_of(sentence: str, piece: Piece, first: int) -> int:
    """The line that a sentence starts on: the last whose text, joined from there on, holds it."""
    later = [line for line in piece.lines if line.number >= first]
    for at in range(len(later) - 1, -1, -1):
        if sentence in " ".join(line.text for line in later[at:]):
            return later[at].number
    return first


def split_lead(piece: Piece) -> tuple[Piece | None, Piece]:
    """A paragraph that leads a list: the sentences before its last one, and that last one."""
    parts = sentences(piece.text)
    if piece.form not in {"paragraph", "quote"} or len(parts) < 2:
        return None, piece
    last = parts[-1]
    first = line_of(last, piece, piece.number)
    before = [line for line in piece.lines if line.number < first]
    shared = next(line for line in piece.lines if line.number == first)
    after = [line for line in piece.lines if line.number > first]
    start = (
        last[: len(last) - len(" ".join(line.text for line in after))].strip() if after else last
    )
    head = shared.text[: len(shared.text) - len(start)].strip()
    if head:
        before.append(replace(shared, text=head))
    lead = replace(piece, lines=(replace(shared, text=start), *after))
    return replace(piece, lines=tuple(before), children=()), lead
