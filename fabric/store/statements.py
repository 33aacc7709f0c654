"""Statements as plain text, for every database that is spoken to through a driver of Python's own kind.

Values stand as `?`; a session turns the marks into those of its driver. Names of tables and columns
are our own and stand in backticks, which SQLite takes as MySQL does.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, Protocol, TypeVar

from fabric.models.frozen import dataclass

CHUNK: Final = 500
"""How many values go into one IN list."""

Row = Mapping[str, object]
_Item = TypeVar("_Item")


class Condition(NamedTuple):
    """A piece of a statement, with the values of its marks."""

    sql: str
    parameters: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """What a table is called, and the columns of its primary key."""

    table: str
    key: tuple[str, ...]


class Session(Protocol):
    """A connection inside a transaction."""

    def run(self, sql: str, values: Sequence[object] = ()) -> Sequence[Sequence[object]]:
        """Run one statement; its rows."""
        ...

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        ...


def chunks(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in groups that fit into one IN list."""
    rest = iter(items)
    while group := list(islice(rest, CHUNK)):
        yield group


def marks(values: Sequence[object]) -> str:
    """As many question marks as there are values."""
    return ",".join("?" * len(values))


def insert_rows(session: Session, table: Names, rows: Sequence[Row]) -> None:
    """Insert rows, all with the columns of the first one."""
    if not rows:
        return
    columns = list(rows[0])
    names = ", ".join(map(_quoted, columns))
    sql = f"INSERT INTO {_quoted(table.table)} ({names}) VALUES ({marks(columns)})"  # noqa: S608  # our own names
    session.run_many(sql, [[row[column] for column in columns] for row in rows])


def update_rows(session: Session, table: Names, rows: Sequence[tuple[object, Row]]) -> None:
    """Give the rows of some ids new values, all with the columns of the first one."""
    columns = list(rows[0][1])
    values = ", ".join(f"{_quoted(column)} = ?" for column in columns)
    sql = f"UPDATE {_quoted(table.table)} SET {values} WHERE id = ?"  # noqa: S608  # our own names
    session.run_many(sql, [[*(row[column] for column in columns), which] for which, row in rows])


def delete_rows(session: Session, table: Names, keys: Sequence[Sequence[object]]) -> None:
    """Delete the rows of some keys, each in the order of the table's key."""
    if not keys:
        return
    same = " AND ".join(f"{_quoted(name)} = ?" for name in table.key)
    session.run_many(f"DELETE FROM {_quoted(table.table)} WHERE {same}", keys)  # noqa: S608  # our own names


def _quoted(name: str) -> str:
    return f"`{name}`"
