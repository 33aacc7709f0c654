"""The prose of a piece by sentences, with the line that each starts on."""

from collections.abc import Iterator, Sequence

from fabric.models.frozen import dataclass, replace
from fabric.rules_files.markdown import Line, Piece
from fabric.rules_files.signs import CJK, CLAUSE_ENDS, CLOSING, sentences


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a paragraph whose sentences run on from one to the next."""

    lines: tuple[Line, ...]

    @property
    def sentences(self) -> list[str]:
        """Its sentences, in order."""
        return sentences(_joined(self.lines))

    def line_of(self, sentence: str) -> int:
        """The line that a sentence starts on: the last from which on the text still holds it."""
        for at in range(len(self.lines) - 1, 0, -1):
            if sentence in _joined(self.lines[at:]):
                return self.lines[at].number
        return self.lines[0].number


def stretches(piece: Piece) -> Iterator[Stretch]:
    """The paragraph in stretches: a new one where a sentence starts on a line of its own."""
    stretch: list[Line] = []
    for line in piece.lines:
        if stretch and _starts_anew(stretch[-1].text, line.text):
            yield Stretch(tuple(stretch))
            stretch = []
        stretch.append(line)
    if stretch:
        yield Stretch(tuple(stretch))


def _joined(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)


def _starts_anew(before: str, line: str) -> bool:
    ended = before.rstrip(CLOSING).endswith(CLAUSE_ENDS)
    return ended or bool(CJK.search(before) and CJK.search(line))


def split_lead(piece: Piece) -> tuple[Piece | None, Piece]:
    """A paragraph that leads a list: the sentences before its last one, and that last one."""
    parts = sentences(piece.text)
    if piece.form not in {"paragraph", "quote"} or len(parts) < 2:
        return None, piece
    last = parts[-1]
    first = Stretch(piece.lines).line_of(last)
    before = [line for line in piece.lines if line.number < first]
    shared = next(line for line in piece.lines if line.number == first)
    after = [line for line in piece.lines if line.number > first]
    start = last[: len(last) - len(_joined(after))].strip() if after else last
    head = shared.text[: len(shared.text) - len(start)].strip()
    if head:
        before.append(replace(shared, text=head))
    lead = replace(piece, lines=(replace(shared, text=start), *after))
    return replace(piece, lines=tuple(before), children=()), lead
