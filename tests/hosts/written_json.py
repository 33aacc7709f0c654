"""JSON documents as people and tools write them: any value, any blanks, comments on request."""

import json

from hypothesis import strategies as st

Draw = st.DrawFn

_BLANKS = st.sampled_from(
    ["", "", " ", "  ", "\t", "\n", "\n  ", "\r\n", "\r\n\t", "\n\n    ", "\r"]
)
_COMMENTS = st.sampled_from(
    [
        "",
        "",
        " ",
        "\n  ",
        "// a note\n",
        "/* note */",
        " /* a\n * b */ ",
        "// x\r\n\t",
        '// "hooks": [\n',
    ]
)
_NAMES = st.one_of(
    st.sampled_from(["hooks", "model", "env", "a", "SessionStart", "sessionStart", "version", ""]),
    st.text(max_size=6),
)


class _Members(tuple[tuple[str, object], ...]):
    """An object as its members in order, doubled names included."""

    __slots__ = ()


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["fabric prime --hook other", "// no comment", "/* none */", "[{", '"']),
)
VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(st.tuples(_NAMES, inner), max_size=3).map(_Members)
    ),
    max_leaves=6,
)


def _object(*members: tuple[str, object]) -> _Members:
    return _Members(members)


_HANDLERS = st.sampled_from(
    [
        _object(("type", "command"), ("command", "other-tool remind")),
        _object(("type", "command"), ("command", "echo mine; echo fabric prime --hook claude")),
        _object(("command", "bd prime --hook-json"), ("timeout", 5)),
        _object(("type", "prompt"), ("command", "x")),
    ]
)
_GROUPS = st.lists(_HANDLERS, max_size=2).map(
    lambda handlers: _object(("matcher", "compact"), ("hooks", list(handlers)))
)


@st.composite
def documents(draw: Draw, *, event: str, grouped: bool, comments: bool = False) -> str:
    """Return the text of a settings file in which our entry could be put."""
    members = draw(st.lists(st.tuples(_NAMES.filter(lambda n: n != "hooks"), VALUES), max_size=3))
    if draw(st.booleans()):
        hooks = draw(st.lists(st.tuples(_NAMES.filter(lambda n: n != event), VALUES), max_size=2))
        if draw(st.booleans()):
            entries = draw(st.lists(_GROUPS if grouped else _HANDLERS, max_size=2))
            hooks.insert(draw(st.integers(0, len(hooks))), (event, entries))
        members.insert(draw(st.integers(0, len(members))), ("hooks", _Members(hooks)))
    gaps = _COMMENTS if comments else _BLANKS
    return draw(gaps) + draw(written(_Members(members), gaps)) + draw(gaps)


@st.composite
def written(draw: Draw, value: object, gaps: st.SearchStrategy[str]) -> str:
    """Return a value as JSON with drawn gaps between its tokens."""
    if isinstance(value, _Members):
        inner = [
            json.dumps(key, ensure_ascii=draw(st.booleans()))
            + draw(gaps)
            + ":"
            + draw(gaps)
            + draw(written(item, gaps))
            for key, item in value
        ]
        return "{" + draw(joined(inner, gaps)) + "}"
    if isinstance(value, list):
        return "[" + draw(joined([draw(written(item, gaps)) for item in value], gaps)) + "]"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


@st.composite
def joined(draw: Draw, children: list[str], gaps: st.SearchStrategy[str]) -> str:
    """Return children between commas and drawn gaps."""
    if not children:
        return draw(gaps)
    return ",".join(draw(gaps) + child + draw(gaps) for child in children)
