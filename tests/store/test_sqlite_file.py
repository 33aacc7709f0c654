"""The file of the embedded store: what can be wrong with it, and that reading leaves no trace."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from fabric.errors import (
    ChangeRefused,
    CouldNot,
    StoreBusy,
    StoreReadOnly,
    StoreTooNew,
    StoreUnavailable,
    WrongUse,
)
from fabric.models.change_set import AddLabel, ChangeSet, InsertBead, SetConfig
from fabric.models.journal import verify_chain
from fabric.ports import BeadQuery, JournalQuery, Store
from fabric.store.catalog import open_store
from tests.guard import ROOT
from tests.store.beads import RICH, WRITER, bead, draft, memory

NOBODY = 65534


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a store that holds three beads and a note; nobody has it open."""
    path = tmp_path / "project with % and ?" / ".fabric" / "fabric.db"
    with opened(path, create=True) as store:
        beads = (RICH, memory("m-1"), bead("w-1"))
        store.apply(ChangeSet(tuple(InsertBead(each) for each in beads)), draft("import", "w-1"))
        store.apply(ChangeSet((SetConfig("kv.memory.a", "one"),)), draft("remember"))
    return path


@contextmanager
def opened(path: Path, *, create: bool = False, wait_seconds: float = 10) -> Iterator[Store]:
    store = open_store(
        f"sqlite:///{path}", writer_id=WRITER, create=create, wait_seconds=wait_seconds
    )
    with closing(store):
        yield store


def read_everything(store: Store) -> int:
    """Ask every read that there is; return how many beads came."""
    beads = list(store.all_beads())
    store.bead("w-1")
    store.beads([each.id for each in beads])
    store.find(BeadQuery(labels_all=("memory",), not_statuses=("open",)))
    store.find(BeadQuery(not_statuses=("closed",)))
    store.ids_with_prefix("w", 5)
    store.config()
    for entry in store.journal(JournalQuery()):
        store.journal_payload(entry.writer, entry.sequence)
    store.journal_payloads(JournalQuery(verb="import"))
    return len(beads)


def contents(folder: Path) -> dict[str, str]:
    """Return a digest of every file in a folder."""
    return {each.name: sha256(each.read_bytes()).hexdigest() for each in folder.iterdir()}


def label(store: Store, text: str = "x") -> None:
    store.apply(ChangeSet((AddLabel("w-1", text),)), draft())


@contextmanager
def seen_by_nobody(*paths: Path, mode: int) -> Iterator[None]:
    """Act as a user who only has these rights on files that somebody else owns."""
    for path in paths:
        path.chmod(mode if path.is_dir() else mode & ~0o111)
    user = os.geteuid()
    if user == 0:
        for folder in paths[0].parents:
            if folder.stat().st_mode & 0o5 != 0o5 and "pytest" in str(folder):
                folder.chmod(0o755)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        for path in paths:
            path.chmod(0o755)


def test_reading_leaves_every_byte_of_the_folder_as_it_was(file: Path) -> None:
    before = contents(file.parent)
    assert list(before) == ["fabric.db"]
    with opened(file) as store:
        assert read_everything(store) == 3
    assert contents(file.parent) == before


def test_reading_beside_a_writer_changes_neither_database_nor_log(file: Path) -> None:
    with opened(file) as writer:
        label(writer)
        before = contents(file.parent)
        assert sorted(before) == ["fabric.db", "fabric.db-shm", "fabric.db-wal"]
        with opened(file) as store:
            assert read_everything(store) == 3
            found = store.bead("w-1")
            assert found is not None
            assert found.labels == ("x",)
        after = contents(file.parent)
        assert sorted(after) == sorted(before)
        assert [after[name] for name in ("fabric.db", "fabric.db-wal")] == [
            before[name] for name in ("fabric.db", "fabric.db-wal")
        ]


def test_a_reader_sees_what_was_written_meanwhile(file: Path) -> None:
    with opened(file) as reader, opened(file) as writer:
        reader.bead("w-1")
        label(writer)
        found = reader.bead("w-1")
        assert found is not None
        assert found.labels == ("x",)


def test_reading_never_makes_the_file(tmp_path: Path) -> None:
    with (
        pytest.raises(StoreUnavailable, match="is not there") as caught,
        opened(tmp_path / "no.db"),
    ):
        pass
    assert "fabric init" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_making_a_store_that_is_there_changes_nothing(file: Path) -> None:
    before = contents(file.parent)
    with opened(file, create=True) as store:
        assert read_everything(store) == 3
    assert contents(file.parent) == before


def test_a_store_whose_rights_only_allow_reading_is_read_without_a_trace(file: Path) -> None:
    before = contents(file.parent)
    with seen_by_nobody(file, file.parent, mode=0o555):
        with opened(file) as store:
            assert not store.writable
            assert read_everything(store) == 3
            with pytest.raises(StoreReadOnly) as caught:
                label(store)
            assert caught.value.remedy
        with pytest.raises(StoreReadOnly), opened(file.parent / "new" / "x.db", create=True):
            pass
    assert contents(file.parent) == before
    with opened(file) as store:
        assert store.writable


def test_a_store_that_may_not_even_be_read_is_said_so(file: Path) -> None:
    with seen_by_nobody(file, mode=0o000), pytest.raises(CouldNot) as caught, opened(file):
        pass
    assert str(file) in caught.value.what
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"", "holds nothing yet", id="an empty file"),
        pytest.param(b"This is a text, and no database at all." * 99, "not a database", id="text"),
        pytest.param(b"SQLite format 3\x00" + b"\xff" * 5000, "not a database", id="a broken head"),
    ],
)
def test_a_file_that_is_no_store_is_said_so(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "fabric.db"
    path.write_bytes(content)
    with pytest.raises(StoreUnavailable, match=says) as caught, opened(path):
        pass
    assert caught.value.remedy
    assert path.read_bytes() == content


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="is no file"), opened(tmp_path):
        pass


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "browser.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE history (url TEXT)")
    before = contents(tmp_path)
    for create in (False, True):
        with (
            pytest.raises(StoreUnavailable, match="no store of beads"),
            opened(path, create=create),
        ):
            pass
    assert contents(tmp_path) == before


def test_a_damaged_page_is_said_so_and_nothing_is_written(file: Path) -> None:
    healthy = file.read_bytes()
    file.write_bytes(healthy[:4096] + b"\xaa" * (len(healthy) - 4096))
    with pytest.raises(StoreUnavailable, match="damaged"), opened(file) as store:
        read_everything(store)


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
    assert loaded(file, "write") == "sqlalchemy"
    assert loaded(file.with_name("new.db"), "create") == "sqlalchemy"
    as_older(file)
    assert loaded(file, "read") == ""
    assert loaded(file, "write") == "sqlalchemy alembic"


def test_a_lock_that_is_not_let_go_is_said_so_and_nothing_is_written(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with opened(file, wait_seconds=0.05) as store:
            assert read_everything(store) == 3
            with pytest.raises(StoreBusy) as caught:
                label(store)
            assert "Another process" in caught.value.what
            other.execute("ROLLBACK")
            label(store)


PLANTED = [
    pytest.param("labels", id="in the middle"),
    pytest.param("fabric_journal", id="at the journal"),
    pytest.param("fabric_journal_payload", id="at the very end"),
]


@pytest.mark.parametrize("table", PLANTED)
def test_a_fault_while_writing_leaves_nothing(table: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            f"CREATE TRIGGER planted BEFORE INSERT ON {table}"
            " BEGIN SELECT RAISE(ABORT, 'planted'); END"
        )
    with opened(file) as store:
        before = list(store.all_beads()), store.config(), store.journal(JournalQuery())
        with pytest.raises(ChangeRefused, match="planted"):
            store.apply(
                ChangeSet((InsertBead(bead("n-1")), SetConfig("k", "v"), AddLabel("w-1", "x"))),
                draft(),
            )
        assert before == (list(store.all_beads()), store.config(), store.journal(JournalQuery()))


def test_what_was_erased_is_nowhere_in_the_folder(file: Path) -> None:
    private = "correct horse battery staple"
    with opened(file) as store:
        change = (SetConfig("kv.memory.s", private),)
        store.apply(ChangeSet(change), draft("remember", "w-1", payload={"text": private * 300}))
        assert any(private.encode() in each.read_bytes() for each in file.parent.iterdir())
        store.apply(ChangeSet((SetConfig("kv.memory.s", "erased"),)), draft("erase"))
        assert store.blank_payloads("w-1", draft("erase", "w-1")) == 2
        assert not any(private.encode() in each.read_bytes() for each in file.parent.iterdir())
    assert not any(private.encode() in each.read_bytes() for each in file.parent.iterdir())


@pytest.mark.parametrize("url", ["sqlite:fabric.db", "sqlite:///", "sqlite://host/x.db"])
def test_a_url_that_names_no_file_is_refused(url: str) -> None:
    with pytest.raises(WrongUse, match="names no file"):
        open_store(url, writer_id=WRITER)


def test_the_writers_id_is_asked_by_the_first_write_only(file: Path) -> None:
    asked: list[str] = []

    def tell() -> str:
        asked.append("asked")
        return "desk-9"

    with closing(open_store(f"sqlite:///{file}", writer_id=tell)) as store:
        read_everything(store)
        assert asked == []
        label(store)
        label(store, "y")
        assert asked == ["asked"]
        assert [entry.writer for entry in store.journal(JournalQuery())][-1] == "desk-9"


def test_a_relative_path_starts_at_the_folder_that_was_given(tmp_path: Path) -> None:
    with ExitStack() as stack:
        store = open_store(
            "sqlite:///.fabric/fabric.db", writer_id=WRITER, create=True, folder=tmp_path
        )
        stack.callback(store.close)
        assert store.url == f"sqlite:///{tmp_path}/.fabric/fabric.db"
    assert (tmp_path / ".fabric" / "fabric.db").is_file()
