"""The one door to the Markdown library: text in, a tree of pieces of prose with their lines out.

Code (fences of either mark and any length, indented code), comments and blocks that a tool
maintains are no prose and leave no piece.
"""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from fabric.models.frozen import dataclass, field, replace
from fabric.rules_files.candidate import Form
from fabric.rules_files.signs import CLAUSE_ENDS, CLOSING, ENDS, MARKUP
from fabric.rules_files.tags import Tag, Tags, find_tags, without_tags

_MANAGED = re.compile(r"<!--\s*(BEGIN|END)\s+(BEADS|BEAD[ -]FABRIC|FABRIC)\b", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ANY_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_RAW_BLOCK = re.compile(r"\s*<(?:pre|script|style|textarea|svg|table)\b", re.IGNORECASE)
_CODE = frozenset({"fence", "code_block"})
_PARSER = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Line:
    """One source line's worth of prose: its number (1-based) and its words without markup."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph, list item, table row or heading.

    `children` are the items of its own nested lists, and for a paragraph that leads a list or a
    table the items or rows of that. `path` are the headings above, outermost first; `titled` says
    that the first of them is the document's title. `tags` are the XML-like tags around, `cells`
    and `header` the columns of a row; `emphatic` is a paragraph in bold from end to end.
    """

    form: Form
    lines: tuple[Line, ...]
    path: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    children: tuple["Piece", ...] = ()
    before_code: bool = False
    emphatic: bool = False
    titled: bool = False
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its words on one line."""
        return " ".join(line.text for line in self.lines if line.text)

    @property
    def number(self) -> int:
        """The line of its first words."""
        return self.lines[0].number


@dataclass(slots=True)
class _Place:
    """Where the walk stands: headings above (with level), the source, tags, lines left alone."""

    tags: Tags
    managed: tuple[tuple[int, int], ...]
    source: tuple[str, ...]
    has_title: bool
    headings: list[tuple[int, str]] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.headings)

    def enter(self, level: int, title: str) -> None:
        self.headings = [each for each in self.headings if each[0] < level]
        self.headings.append((level, title))

    def piece(self, form: Form, lines: tuple[Line, ...]) -> Piece:
        """A piece that stands here."""
        titled = self.has_title and bool(self.headings) and self.headings[0][0] == 1
        tags = self.tags.around(lines[0].number)
        return Piece(form, lines, path=self.path, tags=tags, titled=titled)

    def is_managed(self, number: int) -> bool:
        return any(first <= number <= last for first, last in self.managed)


def read_pieces(text: str) -> tuple[Piece, ...]:
    """The prose of a Markdown text whose lines end at newlines, in order of appearance."""
    tokens = _PARSER.parse(text)
    code = {
        number
        for token in tokens
        if _is_code(token) and token.map
        for number in range(token.map[0], token.map[1])
    }
    tags = find_tags(text, code)
    bare = _PARSER.parse(without_tags(text, tags))
    titles = sum(token.type == "heading_open" and token.tag == "h1" for token in bare)
    source = tuple(text.split("\n"))
    place = _Place(tags, _managed_lines(bare, len(source)), source, titles == 1)
    return tuple(_pieces(SyntaxTreeNode(bare).children, place))


def _is_code(token: Token) -> bool:
    return token.type in _CODE or (
        token.type == "html_block" and bool(_RAW_BLOCK.match(token.content))
    )


def _managed_lines(tokens: Sequence[Token], last: int) -> tuple[tuple[int, int], ...]:
    """First and last line of each block that bd or this tool maintains; an open one is none."""
    marks = [
        (token.map[0] + 1, found.group(1).upper())
        for token in tokens
        if token.type == "html_block" and token.map and token.map[0] < last
        for found in _MANAGED.finditer(token.content)
    ]
    spans: list[tuple[int, int]] = []
    begun = 0
    for number, mark in marks:
        if mark == "BEGIN":
            begun = begun or number
        elif begun:
            spans.append((begun, number))
            begun = 0
    return tuple(spans)


def _pieces(nodes: Sequence[SyntaxTreeNode], place: _Place) -> Iterator[Piece]:
    """The pieces of sibling nodes; a paragraph right before a list or table takes that in."""
    at = 0
    while at < len(nodes):
        node, follower = nodes[at], nodes[at + 1] if at + 1 < len(nodes) else None
        at += 1
        if place.is_managed(_first_line(node)):
            continue
        piece = _lead(node, follower, place)
        if piece and follower and _is_listing(follower) and not _is_closed(piece.text):
            at += 1
            yield replace(piece, children=tuple(_pieces([follower], place)))
        elif piece:
            yield piece
        else:
            yield from _container(node, place)


def _lead(node: SyntaxTreeNode, follower: SyntaxTreeNode | None, place: _Place) -> Piece | None:
    """A paragraph, or a numbered list of one short item that only heads the list after it."""
    if node.type in {"paragraph", "html_block"}:
        return _paragraph(node, place, before_code=follower is not None and _codes(follower))
    if node.type != "ordered_list" or follower is None or follower.type != "bullet_list":
        return None
    items = _items(node, place)
    is_title = len(items) == 1 and not items[0].children and len(items[0].text) <= 60
    return replace(items[0], form="paragraph") if is_title else None


def _container(node: SyntaxTreeNode, place: _Place) -> Iterator[Piece]:
    if node.type in {"bullet_list", "ordered_list"}:
        yield from _items(node, place)
    elif node.type == "blockquote":
        quoted = _pieces(node.children, place)
        yield from (replace(each, form="quote") if _is_prose(each) else each for each in quoted)
    elif node.type == "table":
        yield from _rows(node, place)
    elif node.type == "heading":
        yield from _heading(node, place)


def _items(node: SyntaxTreeNode, place: _Place) -> list[Piece]:
    return [piece for item in node.children for piece in _item(item, place, node.type)]


def _item(node: SyntaxTreeNode, place: _Place, kind: str) -> Iterator[Piece]:
    """A list item: its first paragraph, the rest as children; then prose that only leans on it."""
    if not node.children or place.is_managed(_first_line(node)):
        return
    first, rest = node.children[0], node.children[1:]
    lines = _lines(first) if first.type in {"paragraph", "heading"} else ()
    if not lines:
        return
    own = next((at for at in range(1, len(lines)) if _leans(lines[at], place)), len(lines))
    item = place.piece("numbered" if kind == "ordered_list" else "bullet", lines[:own])
    children = tuple(_pieces(rest, place))
    yield replace(item, children=children, before_code=bool(rest) and _codes(rest[0]))
    if own < len(lines):
        yield place.piece("paragraph", lines[own:])


def _leans(line: Line, place: _Place) -> bool:
    """Whether a line belongs to the item above only because no blank line parts them."""
    raw = place.source[line.number - 1] if line.number <= len(place.source) else ""
    return raw[:1].isupper()


def _heading(node: SyntaxTreeNode, place: _Place) -> Iterator[Piece]:
    lines = _lines(node)
    level = int(node.tag.removeprefix("h"))
    place.enter(level, "")
    place.headings.pop()
    if lines:
        yield place.piece("heading", lines)
    place.enter(level, " ".join(line.text for line in lines))


def _paragraph(node: SyntaxTreeNode, place: _Place, *, before_code: bool) -> Piece | None:
    lines = _lines(node) if node.type == "paragraph" else _html_lines(node)
    if not lines:
        return None
    bold = node.type == "paragraph" and _is_bold(node)
    text = lines[0].text
    if bold and len(lines) == 1 and len(text) <= 60 and not text.endswith(CLAUSE_ENDS):
        place.enter(8, text)
    return replace(place.piece("paragraph", lines), before_code=before_code, emphatic=bold)


def _rows(node: SyntaxTreeNode, place: _Place) -> Iterator[Piece]:
    grid = [row for part in node.children for row in part.children]
    header = tuple(_cell(cell) for cell in grid[0].children)
    for row in grid[1:]:
        cells = tuple(_cell(cell) for cell in row.children)
        number = _first_line(row)
        line = Line(number, ": ".join(cell for cell in cells if cell))
        yield replace(place.piece("row", (line,)), cells=cells, header=header)


def _cell(node: SyntaxTreeNode) -> str:
    return " ".join(line.text for line in _lines(node))


def _lines(node: SyntaxTreeNode) -> tuple[Line, ...]:
    """The words of a node with inline content, by source line, markup taken away."""
    number = _first_line(node)
    texts = [""]
    for inline in node.children:
        for token in inline.children:
            _add_words(token, texts)
    numbered = (Line(number + at, _squeezed(text)) for at, text in enumerate(texts))
    return tuple(line for line in numbered if line.text)


def _add_words(node: SyntaxTreeNode, texts: list[str]) -> None:
    """Add an inline node's words to the last of the lines, or begin a new line."""
    if node.type in {"softbreak", "hardbreak"}:
        texts.append("")
    elif node.type == "code_inline":
        texts[-1] += f"`{node.content}`"
    elif node.type == "html_inline":
        texts.extend([""] * node.content.count("\n"))
    elif not node.children:
        texts[-1] += node.content
    for child in node.children:
        _add_words(child, texts)


def _html_lines(node: SyntaxTreeNode) -> tuple[Line, ...]:
    """The words between HTML tags; comments, scripts and preformatted text have none."""
    if _RAW_BLOCK.match(node.content):
        return ()
    bare = _COMMENT.sub(lambda found: "\n" * found.group(0).count("\n"), node.content)
    bare = _ANY_TAG.sub(lambda found: "\n" * found.group(0).count("\n"), bare)
    number = _first_line(node)
    numbered = (Line(number + at, _squeezed(text)) for at, text in enumerate(bare.split("\n")))
    return tuple(line for line in numbered if line.text)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _first_line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 0


def _codes(node: SyntaxTreeNode) -> bool:
    return node.type in _CODE


def _is_listing(node: SyntaxTreeNode) -> bool:
    return node.type in {"bullet_list", "ordered_list", "table"}


def _is_closed(text: str) -> bool:
    """Whether a sentence is over, so that what follows is not what it announces."""
    return text.rstrip(CLOSING).endswith(ENDS)


def _is_prose(piece: Piece) -> bool:
    return piece.form == "paragraph"


def _is_bold(node: SyntaxTreeNode) -> bool:
    """Whether a paragraph is in bold from end to end."""
    inline = node.children[0].children if node.children else []
    said = [each for each in inline if each.type != "text" or each.content.strip(MARKUP)]
    return bool(said) and all(each.type in {"strong", "softbreak"} for each in said)
