"""Exports that real projects published go through every door and come out as docs/formats.md says."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from fabric.errors import StoreUnavailable
from fabric.models.bead_line import write_line, write_note_line
from fabric.models.change_set import ChangeSet, Operation, ReplaceBead, SetConfig
from fabric.models.words import NOTE_PREFIX
from fabric.ports import Store
from fabric.store.catalog import open_store
from tests.store.beads import WRITER, draft

Record = dict[str, object]

# What each file holds: beads, notes, lines that are left out.
EXPORTS: Final = {
    "beadboard-issues.jsonl": (368, 0, 0),
    "beads-2025-10-early-schema.jsonl": (48, 0, 0),
    "beads-fleet-tombstones-external.jsonl": (122, 0, 0),
    "beadslog-duplicate-id.jsonl": (835, 0, 1),
    "coolprop-issues-and-memories.jsonl": (419, 50, 0),
    "neomagi-backup/issues.jsonl": (201, 0, 0),
    "primary-supersedes.jsonl": (197, 0, 0),
    "prompt-language-decisions.jsonl": (561, 0, 0),
    "town-odd-types.jsonl": (67, 0, 0),
    "waif-interactions-holding-issues.jsonl": (267, 0, 0),
}
NO_EXPORTS: Final = (
    "beads-deletions-19k.jsonl",
    "neomagi-backup/comments.jsonl",
    "neomagi-backup/dependencies.jsonl",
    "neomagi-backup/labels.jsonl",
)
BYTE_FOR_BYTE: Final = (
    "beadboard-issues.jsonl",
    "coolprop-issues-and-memories.jsonl",
    "prompt-language-decisions.jsonl",
)
"""Written by a bd that writes as ours does: sorted labels and edges, edges with metadata."""

COUNTS: Final = ("dependency_count", "dependent_count", "comment_count")
FLAGS: Final = ("pinned", "ephemeral", "is_template")
OURS: Final = (
    *("title", "description", "design", "acceptance_criteria", "notes", "assignee", "owner"),
    *("created_at", "created_by", "updated_at", "closed_at", "close_reason"),
    *("labels", "dependencies", "comments"),
)


def normal(record: Record) -> Record:
    """Return a record as docs/formats.md says that it comes out."""
    said = {"_type": "issue", "status": "open", "priority": 2, "issue_type": "task", **record}
    for count in COUNTS:
        said.pop(count, None)
    metadata = said.pop("metadata", None)
    metadata = json.loads(metadata) if isinstance(metadata, str) else metadata
    flags = {flag: True for flag in FLAGS if said.pop(flag, None) in (True, 1)}
    said = {key: value for key, value in said.items() if key not in OURS or value}
    said |= flags | ({"metadata": metadata} if metadata else {}) | {"title": record["title"]}
    return said | lists(record)


def lists(record: Record) -> Record:
    """Return labels, edges and comments as they come out, where there are any."""
    found: Record = {}
    if labels := record.get("labels"):
        assert isinstance(labels, list)
        found["labels"] = sorted(set(labels))
    if edges := record.get("dependencies"):
        assert isinstance(edges, list)
        whole = [{"metadata": "{}", **edge} for edge in edges]
        found["dependencies"] = sorted(
            whole, key=lambda each: (each["depends_on_id"], each["type"])
        )
    if comments := record.get("comments"):
        assert isinstance(comments, list)
        found["comments"] = [{**each, "id": str(each["id"])} for each in comments]
    return found


def source(path: Path) -> Iterator[Record]:
    """Yield the records of a file, without any of our code; a dump has files beside it."""
    sides = {
        name: path.with_name(f"{name}.jsonl") for name in ("labels", "dependencies", "comments")
    }
    beside = {name: list(source(side)) for name, side in sides.items()
              if path.name == "issues.jsonl" and side.exists()}  # fmt: skip
    for line in path.read_bytes().split(b"\n"):
        if line:
            record = json.loads(line)
            for name, rows in beside.items():
                own = [row for row in rows if row["issue_id"] == record["id"]]
                record[name] = [row["label"] for row in own] if name == "labels" else own
            yield record


def newest(records: Iterator[Record]) -> dict[str, Record]:
    """Return issues by id, of two the one that was updated later."""
    found: dict[str, Record] = {}
    for record in records:
        if record.get("_type", "issue") == "issue":
            other = found.get(str(record["id"]))
            if other is None or str(record["updated_at"]) >= str(other["updated_at"]):
                found[str(record["id"])] = record
    return found


def imported(file: Path, folder: Path) -> Store:
    """Return an embedded store that took in everything from a file."""
    with closing(open_store(f"jsonl:{file}", writer_id="")) as export:
        operations: list[Operation] = [ReplaceBead(bead) for bead in export.all_beads()]
        operations += [SetConfig(key, text) for key, text in export.config().items()]
    store = open_store(f"sqlite:///{folder}/fabric.db", writer_id=WRITER, create=True)
    store.apply(ChangeSet(tuple(operations)), draft("import"))
    return store


@pytest.fixture(params=EXPORTS)
def file(request: pytest.FixtureRequest, samples: Path) -> Path:
    """Return each export in turn."""
    return samples / "jsonl" / str(request.param)


def test_an_export_is_read_whole(file: Path, samples: Path) -> None:
    name = file.relative_to(samples / "jsonl").as_posix()
    with closing(open_store(f"jsonl:{file}", writer_id="")) as store:
        beads = list(store.all_beads())
        assert (len(beads), len(store.config()), len(store.bad_lines())) == EXPORTS[name]
        lines = file.read_bytes().split(b"\n")
        for bead in beads:
            assert json.loads(lines[store.lines()[bead.id] - 1])["id"] == bead.id


def test_an_export_comes_out_of_the_embedded_store_as_it_went_in(
    file: Path, tmp_path: Path
) -> None:
    expected = {key: normal(record) for key, record in newest(source(file)).items()}
    with closing(imported(file, tmp_path)) as store:
        written = [json.loads(write_line(bead)) for bead in store.all_beads()]
    assert [each["id"] for each in written] == sorted(expected)
    for each in written:
        assert each == expected[str(each["id"])]


@pytest.mark.parametrize("name", BYTE_FOR_BYTE)
def test_lines_that_bd_wrote_come_out_with_the_same_bytes(
    name: str, samples: Path, tmp_path: Path
) -> None:
    file = samples / "jsonl" / name
    before = [line for line in file.read_text(encoding="utf-8").split("\n") if line]
    with closing(imported(file, tmp_path)) as store:
        after = {write_line(bead) for bead in store.all_beads()}
        after |= {write_note_line(key.removeprefix(NOTE_PREFIX), text)
                  for key, text in store.config().items()}  # fmt: skip
    typed = any(line.startswith('{"_type":"issue"') for line in before)
    if not typed:  # an older bd does not say which lines are issues
        after = {line.replace('{"_type":"issue",', "{", 1) for line in after}
    assert {without_counts(line) for line in before} == after


def without_counts(line: str) -> str:
    for count in COUNTS:
        head, found, tail = line.partition(f',"{count}":')
        line = head + tail.lstrip("0123456789") if found else line
    return line


@pytest.mark.parametrize("name", NO_EXPORTS)
def test_a_file_of_something_else_is_told_apart(name: str, samples: Path) -> None:
    store = open_store(f"jsonl:{samples / 'jsonl' / name}", writer_id="")
    with pytest.raises(StoreUnavailable, match="not an issues file"):
        list(store.all_beads())


def test_a_dump_of_tables_is_read_with_the_files_beside_it(samples: Path) -> None:
    file = samples / "jsonl" / "neomagi-backup" / "issues.jsonl"
    with closing(open_store(f"jsonl:{file}", writer_id="")) as store:
        beads = list(store.all_beads())
    assert sum(len(bead.labels) for bead in beads) == 407
    assert sum(len(bead.dependencies) for bead in beads) == 149
    assert sum(len(bead.comments) for bead in beads) == 1


def test_every_published_export_is_tried(samples: Path) -> None:
    found = {path.relative_to(samples / "jsonl").as_posix() for path in samples.rglob("*.jsonl")}
    assert found == {*EXPORTS, *NO_EXPORTS}


def test_taking_in_the_same_export_again_changes_nothing(file: Path, tmp_path: Path) -> None:
    with closing(imported(file, tmp_path)) as store:
        once = list(store.all_beads()), store.config()
    with closing(imported(file, tmp_path)) as store:
        assert (list(store.all_beads()), store.config()) == once
