"""Write docs/configuration.md from the settings model, or say that it is not current.

Run by `make schemas` and, with `--check`, by `make check` and the tests.
"""

import argparse
import sys
import types
import typing
from pathlib import Path

from fabric.models.document import NEEDED, Document, Key, shape_of
from fabric.models.settings import Settings

PAGE = Path(__file__).parent.parent / "docs" / "configuration.md"

HEAD = """# Configuration

`fabric.toml` at the root of the repository, or `[tool.fabric]` in `pyproject.toml`. Every key has a default, so an empty file is
a valid one. An unknown key is refused, with the nearest known one named. This page is written from the model of the settings;
the schema is [schemas/fabric-settings.json](../schemas/fabric-settings.json).

Environment variables override the file: `FABRIC_STORE`, `FABRIC_PREFIX`, and `FABRIC_<TABLE>_<KEY>` for the keys of a table, as
`FABRIC_BUDGET_MEMORIES=5`; lists are separated by commas. The table `governance` cannot be overridden: who may decide is read
from the file only, recorded in the journal when it changes, and `lint` says when it became looser. A relative path in `store` or
`FABRIC_STORE` begins at the project's root, one in `--store` where you stand.

```toml
prefix = "shop"

[governance]
reviewers = ["vera@shop.example"]
solo = true

[[domains]]
label = "memory-arch"
title = "Architecture"

[[domains]]
label = "memory-security"
title = "Security"
always = true
```
"""


def type_words(annotation: object) -> str:
    """Name a type as a person would."""
    if annotation is type(None):
        return "nothing"
    if typing.get_origin(annotation) is typing.Literal:
        return " or ".join(f"`{each}`" for each in typing.get_args(annotation))
    if isinstance(annotation, types.UnionType):
        return " or ".join(type_words(each) for each in typing.get_args(annotation))
    if typing.get_origin(annotation) is list:
        return f"list of {type_words(typing.get_args(annotation)[0])}"
    if typing.get_origin(annotation) is dict:
        return "table"
    words = {str: "text", int: "number", float: "number", bool: "true or false"}
    return words.get(typing.cast("type", annotation), "table")


def default_words(key: Key) -> str:
    """Show a default as TOML would."""
    if key.default is NEEDED:
        return "(required)"
    value = key.default
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, list):
        return "`[" + ", ".join(f'"{each}"' for each in value) + "]`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def rows(kind: type[Document], *, tables: bool) -> list[str]:
    """One row a key; with `tables` only the keys that are no table themselves."""
    lines = ["| key | type | default | meaning |", "|---|---|---|---|"]
    for name, key in shape_of(kind).keys.items():
        if tables and section_of(key) is not None:
            continue
        cells = (f"`{name}`", type_words(key.kind), default_words(key))
        lines.append(f"| {' | '.join(cells)} | {key.description} |".replace("  ", " "))
    return lines


def section_of(key: Key) -> type[Document] | None:
    """The model of a table, or of the entries of an array of tables."""
    annotation = key.kind
    if typing.get_origin(annotation) is list:
        annotation = typing.get_args(annotation)[0]
    if isinstance(annotation, type) and issubclass(annotation, Document):
        return annotation
    return None


def sections(kind: type[Document], prefix: str = "") -> list[str]:
    """A heading and a table for each table of the settings, nested ones behind their parent."""
    lines: list[str] = []
    for name, key in shape_of(kind).keys.items():
        section = section_of(key)
        if section is None:
            continue
        many = typing.get_origin(key.kind) is list
        title = f"[[{prefix}{name}]]" if many else f"[{prefix}{name}]"
        lines += ["", f"## `{title}`", "", f"{key.description}", ""]
        lines += rows(section, tables=True)
        lines += sections(section, f"{prefix}{name}.")
    return lines


def page_text() -> str:
    """The whole page."""
    top = ["", "## At the top", "", *rows(Settings, tables=True)]
    return HEAD + "\n".join([*top, *sections(Settings)]) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check; return 1 when checking found a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    if not parser.parse_args(arguments).check:
        PAGE.write_text(page_text(), encoding="utf-8")
        return 0
    if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page_text():
        print("docs/configuration.md is not current: run `make schemas`.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
