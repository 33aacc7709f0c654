"""What makes a table that `tables` describes, as statements."""

from sqlalchemy import Dialect, Table
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement


def statements_to_make(table: Table, dialect: Dialect) -> list[str]:
    """The statements that make a table and its indexes, in their order."""
    indexes = sorted(table.indexes, key=lambda each: str(each.name))
    parts: list[ExecutableDDLElement] = [CreateTable(table), *map(CreateIndex, indexes)]
    return [str(part.compile(dialect=dialect)) for part in parts]
