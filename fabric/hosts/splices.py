"""Put one child at the end of a JSON list or object, take it out again: every other byte stays.

What we add stands on one line of its own. So a diff shows one line, a person can delete it by
hand, and taking it out knows what was there before: an empty list, an empty object, or nothing.
"""

from fabric.hosts.json_text import BLANKS, Node
from fabric.hosts.text_form import newline_of

_TWO_BLANKS = "  "


def append(text: str, root: Node, container: Node, fragment: str) -> str:
    """Return the text with `fragment` as the last child of the container."""
    line_end = newline_of(text)
    outer = _indent_at(text, container.start)
    if not container.spans:
        at = _past_comments(text, container.start + 1, container.end - 1)
        inner = outer + _unit(text, root)
        return f"{text[:at]}{line_end}{inner}{fragment}{line_end}{outer}{text[at:]}"
    last_start, last_end = container.spans[-1]
    own = _own_line_indent(text, last_start)
    inner = outer + _unit(text, root) if own is None else own
    at = _past_comments(text, last_end, container.end - 1)
    return f"{text[:last_end]},{text[last_end:at]}{line_end}{inner}{fragment}{text[at:]}"


def undo_append(text: str, container: Node, first: int) -> str | None:
    """Take out the children from `first` on as `append` put them in; None if it cannot have.

    An answer is a guess: whoever asks appends to it and sees whether this text comes out.
    """
    start, end = container.spans[first][0], container.spans[-1][1]
    head = _before_blanks(text, start)
    if first > 0:
        comma = container.commas[first - 1]
        return text[:comma] + text[comma + 1 : head] + text[end:]
    closing = newline_of(text) + _indent_at(text, container.start)
    if not text.startswith(closing, end):
        return None
    return text[:head] + text[end + len(closing) :]


def without(text: str, container: Node, index: int, *, tidy: bool) -> str:
    """Take out one child and one comma, wherever it stands; `tidy` takes the blanks before it too."""
    start, end = container.spans[index]
    head = _before_blanks(text, start) if tidy else start
    if index < len(container.commas):
        comma = container.commas[index]
        return text[:head] + text[end:comma] + text[comma + 1 :]
    if index > 0:
        comma = container.commas[index - 1]
        return text[:comma] + text[comma + 1 : head] + text[end:]
    return text[:head] + text[end:]


def _past_comments(text: str, start: int, stop: int) -> int:
    # Between the last child and the bracket stand only blanks and comments.
    return start + len(text[start:stop].rstrip(BLANKS))


def _before_blanks(text: str, at: int) -> int:
    return len(text[:at].rstrip(BLANKS))


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _own_line_indent(text: str, at: int) -> str | None:
    line_start = text.rfind("\n", 0, at) + 1
    before = text[line_start:at]
    return before if line_start > 0 and not before.strip(" \t") else None


def _unit(text: str, root: Node) -> str:
    if not root.spans:
        return _TWO_BLANKS
    indent = _own_line_indent(text, root.spans[0][0])
    return indent or _TWO_BLANKS
