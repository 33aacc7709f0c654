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
from fabric.store.statements import Condition
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


def plan(file: Path, sql: str, parameters: tuple[object, ...]) -> Iterator[str]:
    """Yield what SQLite is going to do, step by step."""
    with closing(open_for_reading(file, 1)) as connection:
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters):
            yield str(step)


LABELS = "SEARCH labels USING INDEX labels_by_label"
EDGES = "SEARCH dependencies USING INDEX dependencies_by_target"
LED = [
    pytest.param(BeadQuery(labels_all=("memory",), statuses=("closed",)), 0, LABELS, id="labels"),
    pytest.param(
        BeadQuery(labels_any=("memory", "draft"), not_statuses=("closed",)),
        0,
        LABELS,
        id="labels before statuses to leave out",
    ),
    pytest.param(
        BeadQuery(points_at=("a",), labels_all=("memory",), statuses=("closed",)),
        0,
        EDGES,
        id="edges",
    ),
    pytest.param(
        BeadQuery(points_at=("a",), labels_all=("memory",), statuses=("closed",)),
        1,
        LABELS,
        id="labels that fewer carry than point",
    ),
    pytest.param(
        BeadQuery(closed_since="2026-03-01", statuses=("closed",)),
        0,
        "SEARCH issues USING INDEX issues_by_closing",
        id="closing time",
    ),
    pytest.param(
        BeadQuery(statuses=("in_progress",), issue_types=("task",)),
        0,
        "SEARCH issues USING INDEX issues_by_status",
        id="statuses",
    ),
    pytest.param(
        BeadQuery(statuses=("open",), issue_types=("epic",)),
        1,
        "SEARCH issues USING INDEX issues_by_type",
        id="types that are rarer than the status",
    ),
]


@pytest.mark.parametrize(("query", "fewest", "index"), LED)
def test_the_condition_that_fewest_beads_meet_leads(
    query: BeadQuery, fewest: int, index: str, file: Path
) -> None:
    sizes = iter([0 if number == fewest else 9 for number in range(9)])
    condition = where(query, lambda _: next(sizes))
    sql = f"SELECT title FROM issues WHERE {condition.sql} ORDER BY id"  # noqa: S608  # values are bound
    steps = [step.replace("COVERING ", "") for step in plan(file, sql, condition.parameters)]
    assert steps[0].startswith("SEARCH issues USING INDEX sqlite_autoindex_issues_1 (id=?)")
    assert any(step.startswith(index) for step in steps)
    assert not any(step.startswith(("SCAN", "USE TEMP")) for step in steps)


def test_of_two_labels_the_rarer_one_leads_and_one_alone_is_not_counted(file: Path) -> None:
    counted: list[str] = []

    def size_of(ids: Condition) -> int:
        counted.append(str(ids.parameters[0]))
        return len(counted)

    both = BeadQuery(labels_all=("memory-arch",), labels_any=("memory",))
    assert where(both, size_of).sql.startswith("(id IN (SELECT issue_id FROM labels")
    where(BeadQuery(labels_all=("memory-arch",)), size_of)
    assert counted == ["memory-arch", "memory"]
    with closing(open_store(f"sqlite:///{file}", writer_id=WRITER)) as store:
        assert [each.id for each in store.find(both)] == ["m-1"]


def test_what_closed_just_before_an_instant_is_not_even_fetched(tmp_path: Path) -> None:
    times = ("2026-03-05T09:59:59Z", "2026-03-05T10:00:00Z", "2026-03-05T10:00:00.5Z")
    beads = [bead(f"n-{n}", status="closed", closed_at=at) for n, at in enumerate(times)]
    url = f"sqlite:///{tmp_path}/fabric.db"
    with closing(open_store(url, writer_id=WRITER, create=True)) as store:
        store.apply(ChangeSet(tuple(InsertBead(each) for each in beads)), draft("import"))
        before = store.rows_read
        found = store.find(BeadQuery(closed_since="2026-03-05T10:00:00Z"))
        assert [each.id for each in found] == ["n-1", "n-2"]
        assert store.rows_read - before == 2


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
