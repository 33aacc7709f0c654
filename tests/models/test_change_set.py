"""A change set as a value: what it touches, and how its operations are recorded."""

import json
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from fabric.models.bead import Bead
from fabric.models.change_set import (
    OPERATION_NAMES,
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    BeadOperation,
    ChangeSet,
    CloseBead,
    InsertBead,
    Operation,
    RemoveConfig,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetConfig,
    SetFields,
    SetMetadata,
    SetStatus,
    operation_to_record,
)
from fabric.models.dependency import Dependency
from fabric.models.finding import Finding

EDGE = Dependency("a-1", "a-2", "blocks")
EDGE_RECORD = {
    "issue_id": "a-1",
    "depends_on_id": "a-2",
    "type": "blocks",
    "metadata": "{}",
}
BEAD_RECORD = {
    "_type": "issue",
    "id": "a-1",
    "title": "T",
    "status": "open",
    "priority": 2,
    "issue_type": "task",
}
RECORDS: tuple[tuple[Operation, dict[str, object]], ...] = (
    (InsertBead(Bead("a-1", "T")), {"operation": "insert-bead", "bead": BEAD_RECORD}),
    (ReplaceBead(Bead("a-1", "T")), {"operation": "replace-bead", "bead": BEAD_RECORD}),
    (
        SetFields("a-1", {"priority": 1, "pinned": True}),
        {
            "operation": "set-fields",
            "bead_id": "a-1",
            "fields": {"priority": 1, "pinned": True},
        },
    ),
    (
        SetStatus("a-1", "in_progress", "ada"),
        {
            "operation": "set-status",
            "bead_id": "a-1",
            "status": "in_progress",
            "assignee": "ada",
        },
    ),
    (
        SetMetadata("a-1", "k", {"x": [1]}),
        {"operation": "set-metadata", "bead_id": "a-1", "key": "k", "value": {"x": [1]}},
    ),
    (
        SetMetadata("a-1", "k", None),
        {"operation": "set-metadata", "bead_id": "a-1", "key": "k", "value": None},
    ),
    (AddLabel("a-1", "l"), {"operation": "add-label", "bead_id": "a-1", "label": "l"}),
    (RemoveLabel("a-1", "l"), {"operation": "remove-label", "bead_id": "a-1", "label": "l"}),
    (AddDependency(EDGE), {"operation": "add-dependency", "dependency": EDGE_RECORD}),
    (
        RemoveDependency("a-1", "a-2", "blocks"),
        {
            "operation": "remove-dependency",
            "bead_id": "a-1",
            "depends_on_id": "a-2",
            "type": "blocks",
        },
    ),
    (
        AddComment("a-1", "ada", "t"),
        {"operation": "add-comment", "bead_id": "a-1", "author": "ada", "text": "t"},
    ),
    (AppendNote("a-1", "n"), {"operation": "append-note", "bead_id": "a-1", "line": "n"}),
    (
        CloseBead("a-1", "done"),
        {"operation": "close-bead", "bead_id": "a-1", "reason": "done", "pinned": False},
    ),
    (ReopenBead("a-1"), {"operation": "reopen-bead", "bead_id": "a-1"}),
    (SetConfig("k", "v"), {"operation": "set-config", "key": "k", "value": "v"}),
    (RemoveConfig("k"), {"operation": "remove-config", "key": "k"}),
)


@pytest.mark.parametrize(("operation", "record"), RECORDS, ids=lambda value: type(value).__name__)
def test_an_operation_is_recorded_as_plain_json(
    operation: Operation, record: dict[str, object]
) -> None:
    assert operation_to_record(operation) == record
    assert json.loads(json.dumps(record)) == record


def test_every_operation_has_a_name_of_its_own_and_a_record_here() -> None:
    assert set(get_args(Operation)) == set(OPERATION_NAMES)
    assert set(get_args(BeadOperation)) < set(OPERATION_NAMES)
    assert len(set(OPERATION_NAMES.values())) == len(OPERATION_NAMES)
    assert {type(operation) for operation, _ in RECORDS} == set(OPERATION_NAMES)


def test_a_change_set_says_what_it_touches() -> None:
    touching = ChangeSet((*(operation for operation, _ in RECORDS), AddLabel("a-0", "l")))
    assert touching.bead_ids == ("a-0", "a-1")
    assert touching.config_keys == ("k",)
    assert not touching.is_empty


def test_an_empty_change_set_touches_nothing_whatever_it_relies_on() -> None:
    empty = ChangeSet(relies_on={"a-1": "v"}, config_relies_on={"k": None})
    assert empty.is_empty
    assert empty.bead_ids == empty.config_keys == ()


def test_operations_are_values() -> None:
    operation = AddLabel("a-1", "l")
    assert operation == AddLabel("a-1", "l")
    with pytest.raises(FrozenInstanceError):
        operation.label = "m"  # type: ignore[misc]  # that is what must not work


def test_a_baseline_knows_a_finding_by_rule_bead_and_what_is_missing_not_by_line() -> None:
    one = Finding("slug", "error", "a-1", "It is so.", "Do this.", missing="x", line=3)
    other = Finding("slug", "warning", "a-1", "It is still so.", "", missing="x", line=9)
    assert one.key == other.key == ("slug", "a-1", "x")
    assert one.key != Finding("slug", "error", "a-1", "It is so.", "", missing="y").key
