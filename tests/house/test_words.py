"""Nothing half-done, nothing hidden from the import graph, nothing unexplained."""

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import at, python_files, told, tree_of

ALL_ROOMS = ("fabric", "tests", "tools", "benchmarks")
POSTPONED = ("TODO", "FIXME", "XXX", "HACK")
VAGUE_NAMES = frozenset(
    {"utils", "util", "helpers", "common", "base", "core", "manager", "misc", "stuff"}
)
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def comments_of(path: Path) -> Iterator[tokenize.TokenInfo]:
    with tokenize.open(path) as source:
        for token in tokenize.generate_tokens(source.readline):
            if token.type == tokenize.COMMENT:
                yield token


def postponed_in(path: Path) -> list[str]:
    return [
        f"{at(path, comment.start[0])} {comment.string}"
        for comment in comments_of(path)
        if any(word in POSTPONED for word in comment.string.replace(":", " ").split())
    ]


def test_no_comment_postpones_work() -> None:
    found = [said for path in python_files(*ALL_ROOMS) for said in postponed_in(path)]
    assert not found, told(found)


def names_type_checking(path: Path) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id == "TYPE_CHECKING")
        or (isinstance(node, ast.Attribute) and node.attr == "TYPE_CHECKING")
        for node in ast.walk(tree_of(path))
    )


def test_no_import_hides_behind_type_checking() -> None:
    found = [at(path) for path in python_files(*ALL_ROOMS) if names_type_checking(path)]
    assert not found, told(found)


def test_no_room_is_named_after_nothing() -> None:
    found = [
        at(path)
        for path in python_files("fabric")
        if path.stem in VAGUE_NAMES or path.parent.name in VAGUE_NAMES
    ]
    assert not found, told(found)


def undocumented_in(path: Path) -> list[str]:
    tree = tree_of(path)
    named: list[tuple[int, str, ast.Module | Documented]] = [(1, "the module", tree)]
    named += [
        (node.lineno, node.name, node)
        for node in tree.body
        if isinstance(node, Documented) and not node.name.startswith("_")
    ]
    return [f"{at(path, line)} {name}" for line, name, node in named if not ast.get_docstring(node)]


def is_code(path: Path) -> bool:
    # An empty `__init__.py` only says that a folder is a package.
    return bool(tree_of(path).body)


def test_everything_public_in_the_package_says_what_it_is() -> None:
    found = [
        said for path in python_files("fabric") if is_code(path) for said in undocumented_in(path)
    ]
    assert not found, told(found)


@pytest.mark.parametrize(
    ("text", "is_postponed"),
    [
        pytest.param("x = 1  # TODO: later\n", True, id="a postponing comment is seen"),
        pytest.param("x = 'TODO'  # a word we look for\n", False, id="a string is no comment"),
    ],
)
def test_the_search_for_postponed_work(text: str, is_postponed: bool, tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(text, encoding="utf-8")
    words = {word for c in comments_of(path) for word in c.string.replace(":", " ").split()}
    assert bool(words & set(POSTPONED)) is is_postponed
