"""The schema of the embedded store: newer ones refused, older ones read and migrated by a write."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fabric.errors import ChangeRefused, StoreTooNew
from fabric.models.change_set import AddLabel, ChangeSet
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from tests.guard import ROOT
from tests.store.beads import draft
from tests.store.embedded import contents, label, made, opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a store that holds three beads and a note; nobody has it open."""
    return made(tmp_path / "project with % and ?" / ".fabric" / "fabric.db")


def test_a_store_of_a_newer_version_is_refused_before_any_write(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE fabric_schema SET version_num = '0099'")
    before = contents(file.parent)
    for create in (False, True):
        with pytest.raises(StoreTooNew, match="0099") as caught, opened(file, create=create):
            pass
        assert "Upgrade" in caught.value.remedy
    assert contents(file.parent) == before


def test_a_store_that_became_newer_meanwhile_is_not_written_to(file: Path) -> None:
    with opened(file) as store:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE fabric_schema SET version_num = 'abc'")
        with pytest.raises(StoreTooNew, match="abc"):
            label(store)
        found = store.bead("w-1")
        assert found is not None
        assert found.labels == ()


def as_older(file: Path) -> None:
    """Take away what revision 0001 brought."""
    with closing(sqlite3.connect(file)) as connection, connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            if name.startswith("fabric_"):
                connection.execute(f"DROP TABLE {name}")


def schema_of(file: Path) -> set[tuple[str, str]]:
    """Return every table and index with the statement that makes it, blanks aside."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {(name, "".join(sql.split())) for name, sql in rows if name != "fabric_schema"}


def test_a_store_of_an_older_version_is_read_as_it_is_and_migrated_by_a_write(file: Path) -> None:
    made_new = schema_of(file)
    as_older(file)
    before = contents(file.parent)
    with opened(file) as store:
        beads = list(store.all_beads())
        assert len(beads) == 3
        assert store.journal(JournalQuery()) == []
    assert contents(file.parent) == before
    with opened(file) as store:
        label(store)
        entries = store.journal(JournalQuery())
        assert [entry.sequence for entry in entries] == [1]
        assert verify_chain(entries, store.journal_payloads(JournalQuery())) == []
        assert len(list(store.all_beads())) == 3
    assert schema_of(file) == made_new


def test_a_migration_that_is_refused_leaves_the_older_store(file: Path) -> None:
    as_older(file)
    before = schema_of(file)
    with opened(file) as store, pytest.raises(ChangeRefused):
        store.apply(ChangeSet((AddLabel("gone", "x"),)), draft())
    assert schema_of(file) == before


LOADED = """
import sys
from fabric.models.change_set import AddLabel, ChangeSet
from fabric.ports import BeadQuery, JournalQuery
from fabric.store.catalog import open_store
from tests.guard import ROOT
from tests.store.beads import draft
url, act = sys.argv[1:]
store = open_store(url, writer_id="desk-1", create=act == "create")
list(store.all_beads()), store.find(BeadQuery(labels_all=("x",))), store.journal(JournalQuery())
if act == "write":
    store.apply(ChangeSet((AddLabel("w-1", "x"),)), draft())
print(*[name for name in ("sqlalchemy", "alembic") if name in sys.modules])
"""


def loaded(file: Path, act: str) -> str:
    """Return which heavy libraries a process needs that opens the store and does this."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, f"sqlite:///{file}", act],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_reading_loads_nothing_heavy_and_only_an_older_store_needs_alembic(file: Path) -> None:
    assert loaded(file, "read") == ""
    assert loaded(file, "write") == ""
    assert loaded(file.with_name("new.db"), "create") == "sqlalchemy"
    as_older(file)
    assert loaded(file, "read") == ""
    assert loaded(file, "write") == "sqlalchemy alembic"
