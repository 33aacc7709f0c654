"""The embedded store answers by its indexes, and its rows and tables say the same."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fabric.models.bead import Comment
from fabric.models.change_set import ChangeSet, InsertBead
from fabric.ports import BeadQuery
from fabric.store import tables
from fabric.store.backends.sqlite import SqliteStore
from fabric.store.catalog import open_store
from fabric.store.row_ids import comment_id, edge_id, row_id
from fabric.store.sqlite_file import open_for_reading
from fabric.store.sqlite_query import begins_with, where
from fabric.store.sqlite_rows import (
    COMMENT_COLUMNS,
    EDGE_COLUMNS,
    ISSUE_COLUMNS,
    LABEL_COLUMNS,
)
from tests.store.beads import WRITER, bead, draft, memory


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a store with a few beads."""
    path = tmp_path_factory.mktemp("plans") / "fabric.db"
    with closing(open_store(f"sqlite:///{path}", writer_id=WRITER, create=True)) as store:
        many = [bead(f"n-{number:04}", labels=("memory-arch",)) for number in range(300)]
        beads = (*many, memory("m-1", "memory-arch"), memory("m-2", "memory-ux"))
        store.apply(ChangeSet(tuple(InsertBead(each) for each in beads)), draft("import"))
    return path


def plan(file: Path, sql: str, parameters: tuple[str | bytes, ...]) -> Iterator[str]:
    """Yield what SQLite is going to do, step by step."""
    with closing(open_for_reading(file, 1)) as connection:
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters):
            yield str(step)


LED = [
    pytest.param(BeadQuery(labels_all=("memory",), statuses=("closed",)),
                 "SEARCH labels USING INDEX labels_by_label", id="labels before statuses"),
    pytest.param(BeadQuery(labels_any=("memory", "draft"), not_statuses=("closed",)),
                 "SEARCH labels USING INDEX labels_by_label", id="labels before other statuses"),
    pytest.param(BeadQuery(points_at=("a",), labels_all=("memory",), statuses=("closed",)),
                 "SEARCH dependencies USING INDEX dependencies_by_target", id="edges before labels"),
    pytest.param(BeadQuery(closed_since="2026-03-01", statuses=("closed",)),
                 "SEARCH issues USING INDEX issues_by_closing", id="closing time before statuses"),
    pytest.param(BeadQuery(statuses=("in_progress",), issue_types=("task",)),
                 "SEARCH issues USING INDEX issues_by_status", id="statuses before types"),
    pytest.param(BeadQuery(issue_types=("epic",), not_statuses=("closed",)),
                 "SEARCH issues USING INDEX issues_by_type", id="types before other statuses"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "index"), LED)
def test_the_most_selective_condition_leads(query: BeadQuery, index: str, file: Path) -> None:
    condition = where(query, lambda _: 0)
    sql = f"SELECT title FROM issues WHERE {condition.sql} ORDER BY id"  # noqa: S608  # values are bound
    steps = [step.replace("COVERING ", "") for step in plan(file, sql, condition.parameters)]
    assert steps[0].startswith("SEARCH issues USING INDEX sqlite_autoindex_issues_1 (id=?)")
    assert any(step.startswith(index) for step in steps)
    assert not any(step.startswith(("SCAN", "USE TEMP")) for step in steps)


def test_of_two_label_groups_the_rarer_one_leads(file: Path) -> None:
    query = BeadQuery(labels_all=("memory-arch",), labels_any=("memory",))
    chosen: list[int] = []

    def rarest(groups: list[tuple[str, ...]]) -> int:
        chosen.append(len(groups))
        return 1

    assert where(query, rarest).parameters == ("memory", "memory-arch")
    assert chosen == [2]
    with closing(open_store(f"sqlite:///{file}", writer_id=WRITER)) as store:
        assert [each.id for each in store.find(query)] == ["m-1"]


def test_ids_by_prefix_are_a_range_of_the_index(file: Path) -> None:
    condition = begins_with("id", "n-00")
    sql = f"SELECT id FROM issues WHERE {condition.sql} ORDER BY id LIMIT 5"  # noqa: S608  # values are bound
    (step,) = plan(file, sql, condition.parameters)
    assert "(id>? AND id<?)" in step


def test_a_hot_read_needs_few_statements(file: Path) -> None:
    store = open_store(f"sqlite:///{file}", writer_id=WRITER)
    assert isinstance(store, SqliteStore)
    said: list[str] = []
    store._connection.set_trace_callback(said.append)
    with closing(store):
        assert len(store.find(BeadQuery(labels_all=("memory-arch",)))) == 301
    assert len([each for each in said if each.startswith("SELECT")]) <= 4


def test_rows_and_tables_name_the_same_columns() -> None:
    pairs = (
        (tables.issues, ISSUE_COLUMNS),
        (tables.labels, LABEL_COLUMNS),
        (tables.dependencies, EDGE_COLUMNS),
        (tables.comments, COMMENT_COLUMNS),
    )
    for table, columns in pairs:
        assert tuple(column.name for column in table.columns) == columns


def test_row_ids_are_those_that_bd_writes() -> None:
    comment = Comment("Tess Ter", "c1", "2026-11-30T13:05:42Z")
    assert comment_id("emb-a", comment, 0) == "a77c4e27-26be-59aa-b6d2-09b83db33d9a"
    assert comment_id("emb-a", comment, 1) != comment_id("emb-a", comment, 0)
    assert edge_id("a", "b") != edge_id("b", "a")
    assert row_id("events", ("a", None), 0) != row_id("events", ("a", ""), 0)
