"""The journal in files: appended durably, blanked without breaking a chain, whatever died meanwhile."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.errors import NotFound, StoreReadOnly
from fabric.models.journal import seal, verify_chain
from fabric.ports import JournalQuery
from fabric.store.bd.file_journal import FileJournal
from tests.store.beads import WRITER, draft

EVERYTHING = JournalQuery()


def faults(journal: FileJournal) -> list[str]:
    entries, payloads = journal.entries(EVERYTHING), journal.payloads(EVERYTHING)
    return [fault.problem for fault in verify_chain(entries, payloads)]


def test_entries_are_a_chain_that_holds(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "journal")
    first = journal.append(WRITER, draft("propose", "a-1", payload={"text": "é\u2028\nx"}))
    second = journal.append(WRITER, draft("ratify", "b-1", "a-1"))
    assert (first, second) == (seal(draft("propose", "a-1", payload={"text": "é\u2028\nx"}), WRITER, None)[0],
                               seal(draft("ratify", "b-1", "a-1"), WRITER, first)[0])  # fmt: skip
    for reader in (journal, FileJournal(tmp_path / "journal")):
        assert reader.entries(EVERYTHING) == [first, second]
        assert reader.entries(JournalQuery(bead_id="b-1")) == [second]
        assert reader.entries(JournalQuery("a-1", "ratify")) == [second]
        assert reader.last(WRITER) == second
        assert reader.payload(WRITER, 1) == '{"text":"é\u2028\\nx"}'
        assert faults(reader) == []


def test_a_journal_that_is_not_there_is_empty(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "none")
    assert (journal.entries(EVERYTHING), journal.payloads(EVERYTHING), journal.last("w")) == (
        [],
        {},
        None,
    )
    with pytest.raises(NotFound) as caught:
        journal.payload("w", 1)
    assert caught.value.remedy
    assert not (tmp_path / "none").exists()


def test_what_another_process_appends_is_seen(tmp_path: Path) -> None:
    one, other = FileJournal(tmp_path), FileJournal(tmp_path)
    one.append("w-1", draft("a", at="2026-04-01T12:00:01Z"))
    assert [entry.verb for entry in other.entries(EVERYTHING)] == ["a"]
    other.append("w-2", draft("b", at="2026-04-01T12:00:00Z"))
    one.append("w-1", draft("c", at="2026-04-01T12:00:00Z"))
    for journal in (one, other):
        assert [entry.verb for entry in journal.entries(EVERYTHING)] == ["c", "b", "a"]
        assert faults(journal) == []


def test_blanking_takes_the_words_of_one_bead_from_the_disk(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    secret: dict[str, object] = {"text": "correct horse"}
    journal.append("w-1", draft("propose", "a-1", payload=secret))
    journal.append("w-1", draft("propose", "b-1", payload={"text": "stays"}))
    journal.append("w-2", draft("note", "a-1", "b-1", payload=secret))
    assert journal.blank("a-1") == 2
    assert journal.blank("none") == 0
    assert not any(b"horse" in file.read_bytes() for file in tmp_path.iterdir())
    payloads = FileJournal(tmp_path).payloads(EVERYTHING)
    assert payloads == {("w-1", 1): None, ("w-1", 2): '{"text":"stays"}', ("w-2", 1): None}
    journal.append("w-1", draft("erase", "a-1"))
    assert faults(journal) == []


UNFINISHED = ["{", '{"writer":"w","sequence":2', "null", '"x"', "\0\0\0"]


@pytest.mark.parametrize("tail", UNFINISHED)
@pytest.mark.parametrize("suffix", [".jsonl", ".payload"])
def test_a_line_that_was_not_finished_is_none_and_makes_room(
    tail: str, suffix: str, tmp_path: Path
) -> None:
    journal = FileJournal(tmp_path)
    journal.append(WRITER, draft("first"))
    file = tmp_path / f"{WRITER}{suffix}"
    whole = file.read_bytes()
    file.write_bytes(whole + tail.encode())
    assert [entry.verb for entry in FileJournal(tmp_path).entries(EVERYTHING)] == ["first"]
    assert file.read_bytes() == whole + tail.encode()  # reading mends nothing
    journal.append(WRITER, draft("second"))
    assert [entry.verb for entry in journal.entries(EVERYTHING)] == ["first", "second"]
    assert faults(journal) == []


def test_a_payload_whose_entry_was_never_written_is_replaced(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.append(WRITER, draft("first"))
    line = json.dumps({"sequence": 2, "payload": '{"never":1}'})
    with (tmp_path / f"{WRITER}.payload").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert list(journal.payloads(EVERYTHING)) == [(WRITER, 1)]
    journal.append(WRITER, draft("second", payload={"x": 1}))
    assert journal.payload(WRITER, 2) == '{"x":1}'
    assert faults(journal) == []


def test_a_line_that_was_tampered_with_is_a_fault_and_never_a_traceback(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    for verb in ("first", "second", "third"):
        journal.append(WRITER, draft(verb))
    file = tmp_path / f"{WRITER}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for middle, problem in (
        ("", "an entry before this one is missing"),
        ("not JSON\n", "an entry before this one is missing"),
        ('{"writer":"w"}\n', "an entry before this one is missing"),
        (lines[1].replace("because", "for fun"), "the entry was changed after it was written"),
    ):
        file.write_text(lines[0] + middle + lines[2], encoding="utf-8")
        assert problem in faults(FileJournal(tmp_path))


def test_a_folder_that_cannot_be_written_to_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreReadOnly, match="cannot be used") as caught:
        FileJournal(tmp_path / "journal").append(WRITER, draft())
    assert caught.value.remedy


APPEND = """
import os, sys
from pathlib import Path
from fabric.store.bd import file_journal
from fabric.store.bd.file_journal import FileJournal
from tests.store.beads import draft
sync, count = os.fsync, [int(sys.argv[2])]
def die(descriptor):
    sync(descriptor)
    count[0] -= 1
    if not count[0]:
        os.kill(os.getpid(), 9)
os.fsync = die
FileJournal(Path(sys.argv[1])).append("desk-1", draft("dying"))
"""


@pytest.mark.parametrize(
    ("at", "verbs"), [(1, ["next"]), (2, ["dying", "next"]), (3, ["dying", "next"])]
)
def test_a_process_that_dies_while_it_appends_leaves_a_chain_that_holds(
    at: int, verbs: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", APPEND, str(tmp_path), str(at)], check=False, timeout=60
    )
    assert done.returncode == -9
    journal = FileJournal(tmp_path)
    journal.append(WRITER, draft("next"))
    assert [entry.verb for entry in journal.entries(EVERYTHING)] == verbs
    assert faults(journal) == []


def test_many_questions_about_single_beads_read_the_files_once(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    for number in range(20):
        journal.append(WRITER, replace(draft("x"), bead_ids=(f"a-{number}",)))
    first = journal.entries(JournalQuery(bead_id="a-3"))
    assert [entry.sequence for entry in first] == [4]
    assert journal.entries(JournalQuery(bead_id="a-3"))[0] is first[0]
