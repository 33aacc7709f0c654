"""What bd answers, as it was recorded: envelopes, and errors on either stream."""

import pytest

from fabric.errors import StoreBusy, StoreUnavailable
from fabric.store.bd.command import Reply
from fabric.store.bd.replies import complaint, data_of, rows_in, table_in, texts, unreadable


def reply(out: str = "", err: str = "", status: int = 1) -> Reply:
    return Reply(("update", "x"), status, out.encode(), err)


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        ('{"data":[{"id":"a"}],"schema_version":1}', [{"id": "a"}]),
        ('[{"id":"a"}]', [{"id": "a"}]),
        ('{"data":null,"schema_version":1}', None),
        ('{"data":"y","key":"data","schema_version":1}', {"data": "y", "key": "data", "schema_version": 1}),
        ('{"schema_version":1,"ids":[]}', {"schema_version": 1, "ids": []}),
    ],
    ids=["in an envelope", "bare", "empty", "a table with a key `data`", "an object as it was"],
)  # fmt: skip
def test_an_answer_is_read_with_and_without_its_envelope(out: str, expected: object) -> None:
    assert data_of(reply(out)) == expected


def test_what_is_no_json_is_a_sentence() -> None:
    for out in ("", "No updates specified\n", "[" * 100_000):
        with pytest.raises(StoreUnavailable, match="no JSON") as caught:
            data_of(reply(out))
        assert caught.value.remedy


def test_lists_and_tables_take_only_what_is_one() -> None:
    assert rows_in([{"id": "a"}, "b", None]) == [{"id": "a"}]
    assert rows_in({"id": "a"}) == [{"id": "a"}]
    assert rows_in(None) == []
    assert (table_in([1]), table_in({"a": 1})) == ({}, {"a": 1})
    assert (texts(["a", 1, "b"]), texts("ab"), texts(None)) == (("a", "b"), (), ())


FAILED = (
    'Error updating w: status mismatch: w has status "in_progress"\n'
    '{"data":{"error":"1 of 1 issues failed to update","failed":[{"id":"w","error":"updating issue:'
    ' status mismatch: w has status \\"in_progress\\", expected \\"open\\"","guard_mismatch":true}]},'
    '"schema_version":1}\n'
)
BATCH = """{
  "data": {
    "code": "batch_error",
    "error": "line 1 (close x \\"y\\"): not found: issue x"
  },
  "schema_version": 1
}
Error: line 1 (close x "y"): not found: issue x
exit code 1
"""
TEXT = """Warning: "fabric.x" is not a recognized config key. Use 'custom.*'.
Run 'bd config --help' for valid namespaces.
"""


@pytest.mark.parametrize(
    ("out", "err", "told"),
    [
        ('{"error":"invalid issue type: rule.","schema_version":1}', "", "invalid issue type: rule"),
        ('{"data":{"error":"no"},"schema_version":1}', "words", "no"),
        ("[]", FAILED, 'updating issue: status mismatch: w has status "in_progress", expected "open"'),
        ("", BATCH, 'line 1 (close x "y"): not found: issue x'),
        ("", "Error: issue_prefix cannot be set.\n  - New project: bd init\n", "issue_prefix cannot be set"),
        ("", TEXT, "Run 'bd config --help' for valid namespaces"),
        ("", "", "exit 1"),
        ("{broken", "{also broken", "{also broken"),
    ],
    ids=["object on stdout", "in an envelope", "failures by id", "over several lines", "words",
         "behind a warning", "nothing", "broken JSON"],
)  # fmt: skip
def test_what_bd_complains_about_is_found_wherever_it_stands(out: str, err: str, told: str) -> None:
    assert complaint(reply(out, err)) == told


@pytest.mark.parametrize(
    ("err", "kind", "words"),
    [
        (
            "Error: the database is locked by another dolt process",
            StoreBusy,
            "Another process holds",
        ),
        ("Error: no beads database found", StoreUnavailable, "no workspace here"),
        ("Error: table not found: leases", StoreUnavailable, "`bd update` failed: table not found"),
    ],
)
def test_a_read_that_fails_says_what_to_do(err: str, kind: type[Exception], words: str) -> None:
    error = unreadable(reply("", err))
    assert type(error) is kind
    assert words in error.what
    assert error.remedy
