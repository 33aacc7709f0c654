"""Receipts: read tolerantly, written whole."""

import json

import pytest
from hypothesis import given

from fabric.errors import InvalidMemory
from fabric.models.actor import Actor
from fabric.models.contract import Clause, ContractRecord
from fabric.models.receipt import GivenMemory, LeftOut, Receipt, read_receipt
from tests.models.records import json_values

WRITTEN = {
    "v": 1,
    "at": "2026-03-02T09:00:00Z",
    "by": {"name": "ada", "kind": "agent"},
    "domains": ["memory-arch"],
    "paths": ["src/api"],
    "memories": [
        {
            "id": "m-1",
            "digest": "sha256:1",
            "strength": "hard",
            "reason": "domain memory-arch",
            "reviewed": False,
        }
    ],
    "contract": "w-1-mc",
    "contract_record": {
        "v": 1,
        "work": "w-1",
        "clauses": [{"memory": "m-1", "digest": "", "status": "open", "evidence": []}],
    },
    "left_out": [{"id": "m-2", "reason": "over the budget"}],
}


def read(value: object) -> Receipt | None:
    return read_receipt({"fabric_receipt": value})


def test_a_receipt_is_read_and_written_alike() -> None:
    receipt = read(WRITTEN)
    assert receipt == Receipt(
        at="2026-03-02T09:00:00Z",
        by=Actor(name="ada", kind="agent"),
        domains=["memory-arch"],
        paths=["src/api"],
        memories=[
            GivenMemory(
                id="m-1",
                digest="sha256:1",
                strength="hard",
                reason="domain memory-arch",
                reviewed=False,
            )
        ],
        contract="w-1-mc",
        contract_record=ContractRecord(work="w-1", clauses=[Clause(memory="m-1")]),
        left_out=[LeftOut(id="m-2", reason="over the budget")],
    )
    assert receipt.plain() == WRITTEN
    assert read(json.dumps(WRITTEN)) == receipt


def test_the_least_that_a_receipt_says() -> None:
    receipt = read({"at": "2026-03-02", "by": {"name": "ada"}})
    assert receipt is not None
    assert receipt.plain() == {
        "v": 1,
        "at": "2026-03-02",
        "by": {"name": "ada", "kind": "person"},
        "domains": [],
        "paths": [],
        "memories": [],
        "left_out": [],
    }


def test_what_was_given_is_found_by_id() -> None:
    receipt = read(WRITTEN)
    assert receipt is not None
    given_memory = receipt.given("m-1")
    assert given_memory is not None
    assert given_memory.strength == "hard"
    assert receipt.given("m-2") is None


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", "null", "garbage", [], 7, {}, {"at": "t"}, {"v": 2, "at": "t"}),
        {"at": "t", "by": "ada"},
        {"at": "t", "by": {"name": ""}},
        {"at": "t", "by": {"name": "ada"}, "memories": [{"id": "m"}]},
    ],
    ids=repr,
)
def test_what_is_no_receipt_reads_as_none(value: object) -> None:
    assert read(value) is None
    assert read_receipt({}) is None


@given(json_values)
def test_any_value_is_a_receipt_or_none(value: object) -> None:
    assert read(value) is None or isinstance(value, dict | str)


@pytest.mark.parametrize(
    "change",
    [{"later": 1}, {"memories": [{**WRITTEN["memories"][0], "later": 1}]}],  # type: ignore[index]
    ids=["on the receipt", "on a memory"],
)
def test_a_key_of_a_newer_version_is_read_and_refused_on_write(change: dict[str, object]) -> None:
    receipt = read({**WRITTEN, **change})
    assert receipt is not None
    with pytest.raises(InvalidMemory, match="fabric_receipt cannot be written: unknown key later"):
        receipt.plain()
