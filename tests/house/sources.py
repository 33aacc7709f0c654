"""The Python files of this repository, as the house tests read them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.guard import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def python_files(*rooms: str) -> tuple[Path, ...]:
    """Return the Python files below the named folders of the checkout, sorted."""
    found = (path for room in rooms for path in (ROOT / room).rglob("*.py"))
    return tuple(sorted(found))


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of one file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions_in(tree: ast.AST) -> Iterator[Function]:
    """Yield every function and method, at any depth."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def imports_of(path: Path) -> frozenset[str]:
    """Return the dotted names that a file imports, wherever in it: `a.b` and `a.b.name`."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def at(path: Path, line: int | None = None) -> str:
    """Return `path:line` relative to the checkout, as an editor understands it."""
    place = path.relative_to(ROOT).as_posix()
    return place if line is None else f"{place}:{line}"


def told(offenders: list[str]) -> str:
    """Return a failure message that names every offender on a line of its own."""
    return "\n  ".join(["", *offenders])
