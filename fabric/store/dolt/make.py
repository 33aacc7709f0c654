"""The statements that make our own tables in a bd database; loads SQLAlchemy, which describes them."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import Column, MetaData, String, Table
from sqlalchemy.dialects import mysql

from fabric.store import tables
from fabric.store.dolt.tables import EXTRA
from fabric.store.making import statements_to_make

_extra: Final = Table(
    EXTRA.table,
    MetaData(),
    Column("issue_id", String(255), primary_key=True),
    Column("place", String(300), primary_key=True),
    Column("extra", mysql.LONGTEXT, nullable=False),
)


def statements_for(missing: Collection[str]) -> list[str]:
    """The statements that make those of our tables that are missing."""
    every = (*tables.ours.sorted_tables, _extra)
    return [
        statement
        for table in every
        if table.name in missing
        for statement in statements_to_make(table, mysql.dialect())
    ]
