"""Contract records: ids and digests only, read tolerantly, never written over a newer version's."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import InvalidMemory
from fabric.models.bead import Bead
from fabric.models.contract import (
    Clause,
    ContractRecord,
    Evidence,
    contract_id,
    contract_number,
    read_contract,
    read_contract_metadata,
)
from fabric.models.document_reading import read_document
from tests.models.records import json_values

RECORD = {
    "v": 1,
    "work": "w-1",
    "clauses": [
        {"memory": "m-1", "digest": "sha256:1", "status": "open", "evidence": []},
        {
            "memory": "m-2",
            "digest": "sha256:2",
            "status": "verified",
            "evidence": [
                {
                    "check": "pytest",
                    "kind": "command",
                    "at": "2026-03-02T09:00:00Z",
                    "by": "ada",
                    "by_kind": "agent",
                    "exit_status": 0,
                    "commit": "abc",
                    "dirty": False,
                    "seconds": 1.5,
                    "output_digest": "sha256:3",
                }
            ],
        },
    ],
}


def read(value: object) -> ContractRecord | None:
    return read_contract(Bead("w-1-mc", metadata={"fabric_contract": value}))


def test_a_record_is_read_and_written_alike() -> None:
    record = read(RECORD)
    assert record is not None
    assert record.plain() == RECORD
    assert json.loads(json.dumps(record.plain())) == RECORD


def test_a_record_that_a_tool_stored_as_text_is_read() -> None:
    assert read(json.dumps(RECORD)) == read(RECORD)


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", "null", "garbage", "[1]", [], 5, {}),
        *({"v": 1}, {"work": 5}, {"work": "w", "v": 2}, {"work": "w", "clauses": "all"}),
        {"work": "w", "clauses": [{"memory": "m", "status": "maybe"}]},
    ],
    ids=repr,
)
def test_what_is_no_record_reads_as_none(value: object) -> None:
    assert read(value) is None


def test_a_bead_without_a_record_is_hand_made() -> None:
    assert read_contract_metadata({}) is None


@given(json_values)
def test_any_value_is_a_record_or_none(value: object) -> None:
    assert read(value) is None or isinstance(value, dict | str)


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ({**RECORD, "later": 1}, "later"),
        ({"work": "w", "clauses": [{"memory": "m", "weight": 2}]}, "weight"),
        (
            {
                "work": "w",
                "clauses": [
                    {
                        "memory": "m",
                        "evidence": [
                            {"check": "c", "kind": "command", "at": "t", "by": "a", "host": "h"}
                        ],
                    }
                ],
            },
            "host",
        ),
    ],
    ids=["on the record", "on a clause", "on an evidence"],
)
def test_a_key_of_a_newer_version_is_read_and_refused_on_write(
    record: dict[str, object], key: str
) -> None:
    found = read(record)
    assert found is not None
    with pytest.raises(InvalidMemory, match=f"unknown key {key}") as refused:
        found.plain()
    assert "upgrade" in refused.value.remedy


def test_a_clause_is_found_by_its_memory() -> None:
    record = read(RECORD)
    assert record is not None
    clause = record.clause("m-2")
    assert clause is not None
    assert clause.digest == "sha256:2"
    assert record.clause("m-9") is None


@pytest.mark.parametrize(
    ("statuses", "is_done"),
    [
        ((), True),
        (("verified", "waived"), True),
        (("verified", "open"), False),
        (("open",), False),
    ],
    ids=["no clause", "verified and waived", "one open", "open"],
)
def test_a_contract_is_done_when_every_clause_is(statuses: tuple[str, ...], is_done: bool) -> None:
    clauses = [read_document(Clause, {"memory": "m", "status": each}) for each in statuses]
    assert ContractRecord(work="w", clauses=clauses).is_done is is_done


def test_what_an_evidence_leaves_out_is_not_written() -> None:
    evidence = Evidence(check="looked", kind="attestation", at="t", by="ada")
    record = ContractRecord(work="w", clauses=[Clause(memory="m", evidence=[evidence])])
    assert record.plain()["clauses"] == [
        {
            "memory": "m",
            "digest": "",
            "status": "open",
            "evidence": [
                {
                    "check": "looked",
                    "kind": "attestation",
                    "at": "t",
                    "by": "ada",
                    "by_kind": "person",
                    "dirty": False,
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    ("bead_id", "number"),
    [
        *(("w-1-mc", 1), ("w-1-mc2", 2), ("w-1-mc10", 10), ("w-1-mc999999", 999_999)),
        *((bad, 0) for bad in ("w-1-mc1", "w-1-mc0", "w-1-mc02", "w-1-mcx", "w-1-mc-2")),
        *(
            (bad, 0)
            for bad in ("w-1", "w-1.1-mc", "w-12-mc", "x-w-1-mc", "-mc", "", "w-1-mc\u0662")
        ),
        ("w-1-mc" + "9" * 5000, 0),
    ],
    ids=lambda value: str(value)[:14],
)
def test_which_contract_of_a_work_item_an_id_names(bead_id: str, number: int) -> None:
    assert contract_number("w-1", bead_id) == number


@given(st.text(max_size=8), st.integers(1, 10_000))
def test_the_id_of_a_contract_names_its_number(work_id: str, number: int) -> None:
    assert contract_number(work_id, contract_id(work_id, number)) == number
