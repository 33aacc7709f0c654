"""The position-keeping reader takes what JSON.parse takes, and says where it stops."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.hosts.json_text import parse
from fabric.hosts.unfit import Unfit
from tests.hosts.written_json import documents


def no_constant(name: str) -> None:
    raise ValueError(name)


def read_or_refused(text: str) -> object:
    try:
        return parse(text).value()
    except Unfit:
        return Unfit


def loaded_or_refused(text: str) -> object:
    try:
        value: object = json.loads(text, parse_constant=no_constant)
    except ValueError:
        return Unfit
    return value


@settings(max_examples=300, deadline=None)
@given(
    documents(event="SessionStart", grouped=True),
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["", ",", "}", '"', "\\", "1", "/"]))),
)
def test_it_reads_and_refuses_what_a_plain_parser_does(
    text: str, cuts: list[tuple[int, str]]
) -> None:
    for at, put in cuts[:2]:
        text = text[:at] + put + text[at + 1 :]
    assert read_or_refused(text) == loaded_or_refused(text)


@settings(max_examples=200, deadline=None)
@given(documents(event="SessionStart", grouped=True))
def test_every_child_stands_where_its_span_says(text: str) -> None:
    todo = [parse(text)]
    while todo:
        node = todo.pop()
        assert loaded_or_refused(text[node.start : node.end]) == node.value()
        assert all(text[comma] == "," for comma in node.commas)
        assert len(node.commas) == max(len(node.items) - 1, 0)
        todo += node.items


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param('{"a": }', "a value is missing at line 1, column 7", id="no value"),
        pytest.param('{"a" 1}', "a colon is missing at line 1, column 6", id="no colon"),
        pytest.param("{a: 1}", "a name in double quotes is missing at line 1, column 2", id="bare"),
        pytest.param('{\n "a": 1\n "b": 2}', "a comma or '}' is missing at line 3", id="no comma"),
        pytest.param('{"a": 1', "a comma or '}' is missing at line 1, column 8", id="no end"),
        pytest.param('{"a": "x', "a value is missing at line 1, column 7", id="an open string"),
        pytest.param("{} {}", "something follows the end", id="two documents"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, where: str) -> None:
    with pytest.raises(Unfit, match=where.replace("'}'", r"'\}'")):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1 // one\n}', id="a comment behind a value"),
        pytest.param('/* first */ {"a": 1} // last', id="comments at both ends"),
        pytest.param('{"a": /***/ 1 /* * / */}', id="comments full of stars"),
    ],
)
def test_comments_are_read_only_where_the_host_allows_them(text: str) -> None:
    assert parse(text, comments=True).value() == {"a": 1}
    with pytest.raises(Unfit):
        parse(text)


def test_an_open_comment_is_a_fault_also_where_comments_are_allowed() -> None:
    with pytest.raises(Unfit):
        parse('{"a": 1} /* never closed', comments=True)


def test_a_number_too_long_for_python_is_no_crash() -> None:
    assert parse('{"n": ' + "9" * 5000 + "}").member("n") is not None
