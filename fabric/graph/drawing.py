"""A drawing of a part of the graph: boxes and arrows as values, and as Mermaid or DOT text."""

from collections.abc import Iterable
from typing import Final

from fabric.models.frozen import dataclass
from fabric.models.visible import visible_line

_LABEL_CHARS: Final = 80
_SHAPES: Final = {
    "memory": ('["', '"]'),
    "anchor": ('(["', '"])'),
    "contract": ('{{"', '"}}'),
    "work": ('("', '")'),
}
_DOT_SHAPES: Final = {"anchor": "oval", "contract": "hexagon", "work": "box, style=rounded"}
_FADED: Final = frozenset({"superseded", "retired", "rejected", "closed", "gone"})


@dataclass(frozen=True, slots=True)
class Node:
    """One box: a bead, what it is, and how it stands (a memory's state, else a status)."""

    id: str
    title: str
    kind: str
    state: str


@dataclass(frozen=True, slots=True)
class Link:
    """One arrow: what the source is to the target, in words."""

    source: str
    target: str
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boxes in the order in which they are read, and arrows between them."""

    title: str
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


def mermaid(drawing: Drawing) -> str:
    """The drawing as a Mermaid flowchart."""
    names = {node.id: f"n{number}" for number, node in enumerate(drawing.nodes)}
    lines = ["---", f"title: {_quoted_yaml(drawing.title)}", "---", "flowchart LR"]
    for node in drawing.nodes:
        before, after = _SHAPES.get(node.kind, _SHAPES["memory"])
        mark = ":::faded" if node.state in _FADED else ":::draft" if node.state == "draft" else ""
        lines.append(f"  {names[node.id]}{before}{_mermaid_text(_label(node))}{after}{mark}")
    lines += [
        f"  {names[each.source]} -->|{_mermaid_text(each.words)}| {names[each.target]}"
        for each in _within(drawing, names)
    ]
    lines += [
        "  classDef faded stroke-dasharray: 4 4,opacity:0.6",
        "  classDef draft stroke-dasharray: 2 2",
    ]
    return "\n".join(lines) + "\n"


def dot(drawing: Drawing) -> str:
    """The drawing in Graphviz's language."""
    names = {node.id: f"n{number}" for number, node in enumerate(drawing.nodes)}
    lines = [f"digraph {_quoted(drawing.title)} {{", "  rankdir=LR;", "  node [shape=box];"]
    for node in drawing.nodes:
        shape = _DOT_SHAPES.get(node.kind)
        shape = f", shape={shape}" if shape else ""
        faded = ", color=gray, fontcolor=gray" if node.state in _FADED else ""
        lines.append(f"  {names[node.id]} [label={_quoted(_label(node))}{shape}{faded}];")
    lines += [
        f"  {names[each.source]} -> {names[each.target]} [label={_quoted(each.words)}];"
        for each in _within(drawing, names)
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _within(drawing: Drawing, names: dict[str, str]) -> Iterable[Link]:
    return (each for each in drawing.links if each.source in names and each.target in names)


def _label(node: Node) -> str:
    title = visible_line(" ".join(node.title.split()))
    if len(title) > _LABEL_CHARS:
        title = f"{title[: _LABEL_CHARS - 1]}…"
    return f"{visible_line(node.id)} ({node.state}): {title}" if title else node.id


def _mermaid_text(text: str) -> str:
    """Signs that Mermaid would read, as its own codes."""
    codes = {"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;", "|": "#124;"}
    return "".join(codes.get(each, each) for each in text)


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _quoted_yaml(text: str) -> str:
    return _quoted(visible_line(text))
