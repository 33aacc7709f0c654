"""Read JSON and keep every position, so that an edit can splice instead of writing anew.

Strict JSON, or JSON with `//` and `/* */` comments where the host allows them. Nothing else is
tolerated: what the host itself would refuse must not be edited.
"""

import json
import re

from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass, field

BLANKS = " \t\r\n"
_DEEPEST = 100
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_PLAIN = re.compile(r"[ \t\r\n]*+")
_WITH_COMMENTS = re.compile(r"(?:[ \t\r\n]++|//[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")


@dataclass(frozen=True, slots=True)
class Node:
    """One JSON value: `text[start:end]`, with its children where it is an object or a list.

    `spans` holds where each child starts (an object's child at its key) and ends; `commas` the
    position of the comma behind each child but the last.
    """

    kind: str
    start: int
    end: int
    scalar: object = None
    keys: tuple[str, ...] = ()
    items: tuple["Node", ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    commas: tuple[int, ...] = ()

    def index(self, key: str) -> int | None:
        """Return the position of a member; of several with one name the last, as parsers do."""
        found = [at for at, name in enumerate(self.keys) if name == key]
        return found[-1] if found else None

    def member(self, key: str) -> "Node | None":
        """Return the value of a member, or nothing."""
        at = self.index(key)
        return None if at is None else self.items[at]

    def value(self) -> object:
        """Return the plain Python value."""
        if self.kind == "object":
            return {key: item.value() for key, item in zip(self.keys, self.items, strict=True)}
        if self.kind == "array":
            return [item.value() for item in self.items]
        return self.scalar


@dataclass(slots=True)
class _Children:
    keys: list[str] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    commas: list[int] = field(default_factory=list)

    def close(self, kind: str, start: int, end: int) -> Node:
        return Node(
            kind,
            start,
            end,
            keys=tuple(self.keys),
            items=tuple(self.items),
            spans=tuple(self.spans),
            commas=tuple(self.commas),
        )


class _Reader:
    def __init__(self, text: str, *, comments: bool) -> None:
        self._text = text
        self._trivia = _WITH_COMMENTS if comments else _PLAIN
        self._at = 0

    def document(self) -> Node:
        self._skip()
        if self._at == len(self._text):
            raise Unfit("is empty, which is no JSON", "Delete it, or put {} into it.")
        root = self._value(0)
        self._skip()
        if self._at != len(self._text):
            raise self._wrong("something follows the end of the document")
        return root

    def _value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self._wrong(f"values are nested deeper than {_DEEPEST}")
        opener = self._text[self._at : self._at + 1]
        if opener == "{":
            return self._container("object", "}", depth)
        if opener == "[":
            return self._container("array", "]", depth)
        return self._scalar()

    def _container(self, kind: str, closer: str, depth: int) -> Node:
        start, children = self._at, _Children()
        self._at += 1
        self._skip()
        while self._text[self._at : self._at + 1] != closer:
            if children.items:
                self._comma(children, closer)
            self._child(kind, children, depth)
            self._skip()
        self._at += 1
        return children.close(kind, start, self._at)

    def _comma(self, children: _Children, closer: str) -> None:
        if self._text[self._at : self._at + 1] != ",":
            raise self._wrong(f"a comma or {closer!r} is missing")
        children.commas.append(self._at)
        self._at += 1
        self._skip()

    def _child(self, kind: str, children: _Children, depth: int) -> None:
        start = self._at
        if kind == "object":
            key = _STRING.match(self._text, self._at)
            if key is None:
                raise self._wrong("a name in double quotes is missing")
            self._at = key.end()
            self._skip()
            if self._text[self._at : self._at + 1] != ":":
                raise self._wrong("a colon is missing")
            self._at += 1
            self._skip()
            children.keys.append(str(json.loads(key.group())))
        item = self._value(depth + 1)
        children.items.append(item)
        children.spans.append((start, item.end))

    def _scalar(self) -> Node:
        token = _STRING.match(self._text, self._at) or _WORD.match(self._text, self._at)
        if token is None or not token.group():
            raise self._wrong("a value is missing")
        start, self._at = self._at, token.end()
        return Node("scalar", start, self._at, _scalar_value(token.group()))

    def _skip(self) -> None:
        found = self._trivia.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _wrong(self, why: str) -> Unfit:
        line = self._text.count("\n", 0, self._at) + 1
        column = self._at - (self._text.rfind("\n", 0, self._at) + 1) + 1
        where = f"line {line}, column {column}"
        return Unfit(f"is no valid JSON: {why} at {where}", "Mend it there; nothing was written.")


def _scalar_value(token: str) -> object:
    try:
        value: object = json.loads(token)
    except ValueError:
        # More digits than Python turns into a number: no setting of ours, keep its spelling.
        return token
    return value


def parse(text: str, *, comments: bool = False) -> Node:
    """Return the tree of a JSON text; raise `Unfit` with line and column where it is none."""
    return _Reader(text, comments=comments).document()
