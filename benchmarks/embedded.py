"""Makes a folder with settings and an embedded store for a project, however large it is."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from benchmarks.data import PREFIX, Project, Record, export
from fabric.store.catalog import open_store
from fabric.store.sqlite_rows import COMMENT_COLUMNS, EDGE_COLUMNS, ISSUE_COLUMNS, LABEL_COLUMNS

AT_ONCE = 5_000
ACTOR = "ada@example.test"
_DEFAULTS: Mapping[str, object] = {
    **dict.fromkeys((*ISSUE_COLUMNS, *EDGE_COLUMNS, *COMMENT_COLUMNS), ""),
    "priority": 2,
    "pinned": 0,
    "ephemeral": 0,
    "is_template": 0,
    "metadata": "{}",
    "extra": "{}",
}
_COLUMNS = {
    "issues": ISSUE_COLUMNS,
    "labels": LABEL_COLUMNS,
    "dependencies": EDGE_COLUMNS,
    "comments": COMMENT_COLUMNS,
}
Row = tuple[object, ...]


def make_project(folder: Path, project: Project) -> Path:
    """Write the settings and fill the store row by row, past all checks; the folder."""
    store = folder / ".fabric" / "fabric.db"
    store.parent.mkdir(parents=True, exist_ok=True)
    (folder / "fabric.toml").write_text(settings(project), encoding="utf-8")
    open_store(f"sqlite:///{store}", writer_id="", create=True).close()
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for rows in _some(_rows(project)):
            _insert(connection, rows)
        connection.commit()
    return folder


def settings(project: Project) -> str:
    """A settings file with the project's domains, one reviewer and no questions to a person."""
    head = f'prefix = "{PREFIX}"\n[governance]\nreviewers = ["{ACTOR}"]\nconfirm = "none"\n'
    return head + "".join(f'[[domains]]\nlabel = "memory-{each}"\n' for each in project.domains)


def _insert(connection: sqlite3.Connection, rows: list[tuple[str, Row]]) -> None:
    for table, columns in _COLUMNS.items():
        marks = ", ".join("?" * len(columns))
        into = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  # our own names
        connection.executemany(into, [row for of, row in rows if of == table])


def _some(rows: Iterator[tuple[str, Row]]) -> Iterator[list[tuple[str, Row]]]:
    found: list[tuple[str, Row]] = []
    for row in rows:
        found.append(row)
        if len(found) >= AT_ONCE:
            yield found
            found = []
    yield found


def _rows(project: Project) -> Iterator[tuple[str, Row]]:
    for record in export(project):
        bead_id = record["id"]
        yield "issues", _row(ISSUE_COLUMNS, record)
        for label in _list(record, "labels"):
            yield "labels", (bead_id, label)
        for edge in _list(record, "dependencies"):
            yield "dependencies", _row(EDGE_COLUMNS, edge)
        for position, comment in enumerate(_list(record, "comments")):
            yield "comments", _row(COMMENT_COLUMNS, {**comment, "position": position})


def _row(columns: tuple[str, ...], record: Record) -> Row:
    values = (record.get(column, _DEFAULTS[column]) for column in columns)
    return tuple(json.dumps(each) if isinstance(each, dict) else each for each in values)


def _list(record: Record, key: str) -> list[Record]:
    found = record.get(key, [])
    return found if isinstance(found, list) else []
