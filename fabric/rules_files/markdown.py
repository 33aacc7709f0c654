"""The one door to the Markdown library: text in, a tree of pieces of prose with their lines out.

Code (fences of either mark and any length, indented code), comments and blocks that a tool
maintains are no prose and leave no piece.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from fabric.rules_files.candidate import Form
from fabric.rules_files.tags import Tag, Tags, find_tags, without_tags

_MANAGED = re.compile(r"<!--\s*(BEGIN|END)\s+(BEADS|BEAD[ -]FABRIC|FABRIC)\b", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ANY_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_RAW_BLOCK = re.compile(r"\s*<(?:pre|script|style|textarea|svg|table)\b", re.IGNORECASE)
_CODE = frozenset({"fence", "code_block"})
_PARSER = MarkdownIt("commonmark").enable("table").disable("entity")


@dataclass(frozen=True, slots=True)
class Line:
    """One source line's worth of prose: its number (1-based) and its words without markup."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph, list item, table row or heading.

    `children` are the items of its own nested lists, and for a paragraph that leads a list or a
    table the items or rows of that. `path` are the headings above, outermost first, `tags` the
    XML-like tags around, `cells` and `header` the columns of a row.
    """

    form: Form
    lines: tuple[Line, ...]
    path: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    children: tuple["Piece", ...] = ()
    before_code: bool = False
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
    headings: list[tuple[int, str]] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.headings)

    def enter(self, level: int, title: str) -> None:
        self.headings = [each for each in self.headings if each[0] < level]
        self.headings.append((level, title))

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
    place = _Place(tags, _managed_lines(bare, text.count("\n") + 1))
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
        if node.type == "heading":
            yield from _heading(node, place)
        elif node.type in {"paragraph", "html_block"}:
            piece = _paragraph(node, place, before_code=follower is not None and _codes(follower))
            if piece and follower and _is_listing(follower) and not _is_closed(piece.text):
                piece = replace(piece, children=tuple(_pieces([follower], place)))
                at += 1
            yield from [piece] if piece else []
        else:
            yield from _container(node, place, follower)


def _container(
    node: SyntaxTreeNode, place: _Place, follower: SyntaxTreeNode | None
) -> Iterator[Piece]:
    if node.type in {"bullet_list", "ordered_list"}:
        items = [_item(item, place, node.type) for item in node.children]
        found = [item for item in items if item]
        if _is_numbered_title(node, found, follower):
            place.enter(7, found[0].text)
        yield from found
    elif node.type == "blockquote":
        quoted = _pieces(node.children, place)
        yield from (replace(each, form="quote") if _is_prose(each) else each for each in quoted)
    elif node.type == "table":
        yield from _rows(node, place)


def _item(node: SyntaxTreeNode, place: _Place, kind: str) -> Piece | None:
    """A list item: its first paragraph, the rest of it as children."""
    if not node.children or place.is_managed(_first_line(node)):
        return None
    first, rest = node.children[0], node.children[1:]
    if first.type not in {"paragraph", "heading"}:
        return None
    lines = _lines(first)
    if not lines:
        return None
    return Piece(
        form="numbered" if kind == "ordered_list" else "bullet",
        lines=lines,
        path=place.path,
        tags=place.tags.around(lines[0].number),
        children=tuple(_pieces(rest, place)),
        before_code=bool(rest) and _codes(rest[0]),
    )


def _heading(node: SyntaxTreeNode, place: _Place) -> Iterator[Piece]:
    lines = _lines(node)
    level = int(node.tag.removeprefix("h"))
    place.enter(level, "")
    above = place.path[:-1]
    place.enter(level, " ".join(line.text for line in lines))
    if lines:
        yield Piece("heading", lines, path=above, tags=place.tags.around(lines[0].number))


def _paragraph(node: SyntaxTreeNode, place: _Place, *, before_code: bool) -> Piece | None:
    lines = _lines(node) if node.type == "paragraph" else _html_lines(node)
    if not lines:
        return None
    if node.type == "paragraph" and _is_bold_title(node, lines):
        place.enter(8, lines[0].text)
    tags = place.tags.around(lines[0].number)
    return Piece("paragraph", lines, path=place.path, tags=tags, before_code=before_code)


def _rows(node: SyntaxTreeNode, place: _Place) -> Iterator[Piece]:
    grid = [row for part in node.children for row in part.children]
    header = tuple(_cell(cell) for cell in grid[0].children)
    for row in grid[1:]:
        cells = tuple(_cell(cell) for cell in row.children)
        number = _first_line(row)
        line = Line(number, ": ".join(cell for cell in cells if cell))
        tags = place.tags.around(number)
        yield Piece("row", (line,), path=place.path, tags=tags, cells=cells, header=header)


def _cell(node: SyntaxTreeNode) -> str:
    return " ".join(line.text for line in _lines(node))


def _lines(node: SyntaxTreeNode) -> tuple[Line, ...]:
    """The words of a node with inline content, by source line, markup taken away."""
    number = _first_line(node)
    texts = [""]
    for inline in node.children:
        for token in inline.children[0:]:
            texts = _words_of(token, texts)
    numbered = (Line(number + at, _squeezed(text)) for at, text in enumerate(texts))
    return tuple(line for line in numbered if line.text)


def _words_of(node: SyntaxTreeNode, texts: list[str]) -> list[str]:
    """The texts of the lines so far, with this inline node's words added to the last."""
    if node.type in {"softbreak", "hardbreak"}:
        return [*texts, ""]
    if node.type == "code_inline":
        return [*texts[:-1], f"{texts[-1]}`{node.content}`"]
    if node.type == "html_inline":
        return [*texts, *[""] * node.content.count("\n")]
    if not node.children:
        return [*texts[:-1], texts[-1] + node.content]
    for child in node.children:
        texts = _words_of(child, texts)
    return texts


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
    return text.rstrip("*_\"')”").endswith((".", "!", "?", "。", "！", "？"))


def _is_prose(piece: Piece) -> bool:
    return piece.form == "paragraph"


def _is_bold_title(node: SyntaxTreeNode, lines: tuple[Line, ...]) -> bool:
    """Whether a paragraph is one short line in bold that heads what follows."""
    inline = node.children[0].children if node.children else []
    bold = [each for each in inline if each.type != "text" or each.content.strip(" :")]
    text = lines[0].text
    return (
        len(lines) == 1
        and len(bold) == 1
        and bold[0].type == "strong"
        and len(text) <= 60
        and not _is_closed(text)
        and not text.endswith((":", "："))
    )


def _is_numbered_title(
    node: SyntaxTreeNode, found: list[Piece], follower: SyntaxTreeNode | None
) -> bool:
    """Whether a numbered list of one short item only heads the list that follows it."""
    return (
        node.type == "ordered_list"
        and len(found) == 1
        and not found[0].children
        and len(found[0].text) <= 60
        and not _is_closed(found[0].text)
        and follower is not None
        and follower.type == "bullet_list"
    )
