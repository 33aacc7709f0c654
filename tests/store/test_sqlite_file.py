"""The file of the embedded store: what can be wrong with it, and that reading leaves no trace."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from fabric.errors import (
    ChangeRefused,
    CouldNot,
    StoreBusy,
    StoreReadOnly,
    StoreUnavailable,
    WrongUse,
)
from fabric.models.change_set import AddLabel, ChangeSet, InsertBead, SetConfig
from fabric.ports import JournalQuery
from fabric.store.catalog import open_store
from tests.store.beads import WRITER, bead, draft
from tests.store.embedded import contents, label, made, opened, read_everything

NOBODY = 65534


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a store that holds three beads and a note; nobody has it open."""
    return made(tmp_path / "project with % and ?" / ".fabric" / "fabric.db")


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


def test_a_log_that_waits_where_nothing_may_be_written_is_read_all_the_same(
    file: Path, tmp_path: Path
) -> None:
    left = tmp_path / "left"
    with opened(file) as writer:
        label(writer)
        shutil.copytree(file.parent, left)  # as it lies there when the writer is killed
    before = contents(left)
    with seen_by_nobody(*left.iterdir(), left, mode=0o555), opened(left / file.name) as store:
        found = store.bead("w-1")
        assert found is not None
        assert found.labels == ("x",)
    assert contents(left) == before


def test_a_log_that_waits_there_without_its_scratch_file_is_said_so(
    file: Path, tmp_path: Path
) -> None:
    left = tmp_path / "left"
    with opened(file) as writer:
        label(writer)
        shutil.copytree(file.parent, left, ignore=shutil.ignore_patterns("*-shm"))
    with (
        seen_by_nobody(*left.iterdir(), left, mode=0o555),
        pytest.raises(StoreUnavailable, match="cannot be opened") as caught,
        opened(left / file.name),
    ):
        pass
    assert "write to its folder" in caught.value.remedy


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


def test_a_path_that_was_typed_names_one_store_wherever_it_is_looked_at_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        with closing(open_store("sqlite:///a.db", writer_id=WRITER, create=True)) as store:
            urls.append(store.url)
    assert urls == [f"sqlite:///{tmp_path}/{name}/a.db" for name in ("one", "other")]
