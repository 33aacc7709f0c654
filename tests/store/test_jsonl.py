"""Exports as they are found: odd lines are told apart and stop nothing else."""

import json
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from fabric.errors import StoreUnavailable
from fabric.models.bead import Bead
from fabric.ports import BadLine, Store
from fabric.store.catalog import open_store
from fabric.store.jsonl_text import MAX_DEPTH, MAX_LINE_BYTES, Note, read_items, read_records
from tests.store.beads import WRITER

GOOD = b'{"id":"a-1","title":"T"}'


def items(content: bytes) -> list[tuple[int, object]]:
    return list(read_items(BytesIO(content)))


def opened(folder: Path, *lines: str | bytes) -> Store:
    file = folder / "issues.jsonl"
    encoded = [line if isinstance(line, bytes) else line.encode() for line in lines]
    file.write_bytes(b"".join(line + b"\n" for line in encoded))
    return open_store(f"jsonl:{file}", writer_id=WRITER)


def issue(bead_id: str, **fields: object) -> str:
    return json.dumps({"id": bead_id, "title": "T", **fields})


ENDS = [
    pytest.param(GOOD, id="no line end at the end of the file"),
    pytest.param(GOOD + b"\n", id="a line end"),
    pytest.param(GOOD + b"\r\n", id="a line end of Windows"),
    pytest.param(b"\xef\xbb\xbf" + GOOD + b"\n", id="a byte order mark"),
    pytest.param(b"  " + GOOD + b" \t\n", id="blanks around"),
]


@pytest.mark.parametrize("content", ENDS)
def test_a_line_is_read_whatever_stands_around_it(content: bytes) -> None:
    assert items(content) == [(1, Bead("a-1", "T"))]


def test_blank_lines_count_and_say_nothing() -> None:
    content = b"\n \r\n" + GOOD + b"\n\n" + GOOD.replace(b"1", b"2")
    assert [line for line, _ in items(content)] == [3, 5]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r"])
def test_only_a_newline_ends_a_line(mark: str) -> None:
    title = f"one{mark}two"
    line = json.dumps({"id": "a-1", "title": title}, ensure_ascii=mark in "\x0b\x0c\x1c\r")
    assert items(f"{line}\n".encode()) == [(1, Bead("a-1", title))]


def deep(levels: int) -> bytes:
    return b'{"id":"a-1","title":"T","x":' + b"[" * levels + b"]" * levels + b"}"


BAD = [
    pytest.param(b'{"id":"a-1"', "not JSON", id="cut off"),
    pytest.param(b"{'id':'a-1'}", "not JSON", id="single quotes"),
    pytest.param(b"<<<<<<< HEAD", "merge conflict", id="a mark of a merge conflict"),
    pytest.param(b"=======", "merge conflict", id="the middle of a merge conflict"),
    pytest.param(b'{"id":"a-1","title":"\xff"}', "not UTF-8 (byte 22)", id="wrong UTF-8"),
    pytest.param("{}".encode("utf-16"), "not UTF-8", id="UTF-16"),
    pytest.param(b'["a-1"]', "no object", id="a list"),
    pytest.param(b"7", "no object", id="a number"),
    pytest.param(b'{"id":"a-1","title":"T","x":NaN}', "holds NaN", id="not a number"),
    pytest.param(b'{"id":"a-1","title":"T","x":1e999}', "too large: 1e999", id="infinite"),
    pytest.param(b'{"id":"a-1","title":"T","x":' + b"9" * 5000 + b"}", "digits", id="many digits"),
    pytest.param(deep(MAX_DEPTH), "deeper than 100", id="too deep"),
    pytest.param(deep(100_000), "deeper than 100", id="far too deep"),
    pytest.param(b'{"title":"T"}', "no id", id="no id"),
    pytest.param(b'{"id":7,"title":"T"}', "no id", id="an id that is a number"),
    pytest.param(b'{"id":" ","title":"T"}', "no id", id="a blank id"),
    pytest.param(b'{"id":"\\ud800","title":"T"}', "half a character", id="half a character"),
    pytest.param(b'{"_type":"gate","id":"a-1","title":"T"}', "'gate'", id="an unknown kind"),
    pytest.param(b'{"_type":["x"],"id":"a-1"}', "neither issue nor memory", id="an odd kind"),
    pytest.param(b'{"_type":"memory","key":"k"}', "no text `value`", id="a note without a text"),
    pytest.param(b'{"_type":"memory","key":"","value":"v"}', "no text `key`", id="without a key"),
    pytest.param(b'{"id":"a-1","ts":"x","by":"y"}', "keys are: by, id, ts", id="not an issue"),
    pytest.param(b"{}", "keys are: none", id="nothing"),
]


@pytest.mark.parametrize(("line", "says"), BAD)
def test_a_bad_line_is_named_and_the_lines_around_it_are_read(line: bytes, says: str) -> None:
    first, bad, last = items(GOOD + b"\n" + line + b"\n" + GOOD.replace(b"a-1", b"a-2"))
    assert (first, last) == ((1, Bead("a-1", "T")), (3, Bead("a-2", "T")))
    assert isinstance(bad[1], BadLine)
    assert bad[1].line == bad[0] == 2
    assert says in bad[1].problem
    assert bad[1].problem.endswith(".")


@pytest.mark.parametrize(
    "where",
    [
        pytest.param('"metadata":{"x":[%s]}', id="metadata"),
        pytest.param('"priority":%s', id="a known field of another kind"),
        pytest.param('"labels":[%s]', id="labels"),
        pytest.param('"dependencies":[{"depends_on_id":"a-9","x":%s}]', id="an edge"),
        pytest.param('"comments":[{"text":"t","x":[%s]}]', id="a comment"),
    ],
)
def test_nothing_that_would_be_kept_is_infinite_or_too_deep(where: str) -> None:
    deepest = MAX_DEPTH - (where % "").count("[") - (where % "").count("{") - 1
    for value, is_read in (
        ("1e300", True),
        ("1e999", False),
        ("[" * deepest + "]" * deepest, True),
        ("[" * (deepest + 1) + "]" * (deepest + 1), False),
    ):
        ((_, item),) = items(f'{{"id":"a-1","title":"T",{where % value}}}'.encode())
        assert isinstance(item, Bead) is is_read, (value, item)


def test_what_is_nested_as_deep_as_allowed_is_read() -> None:
    ((_, record),) = read_records(BytesIO(deep(MAX_DEPTH - 1)))
    assert isinstance(record, dict)


def test_a_line_that_is_too_long_is_passed_over_without_holding_it() -> None:
    long = b'{"id":"a-1","title":"' + b"x" * (3 * MAX_LINE_BYTES) + b'"}'
    bad, last = items(long + b"\n" + GOOD)
    assert isinstance(bad[1], BadLine)
    assert "longer than 16 MiB" in bad[1].problem
    assert last == (2, Bead("a-1", "T"))


def test_notes_are_config_rows(tmp_path: Path) -> None:
    lines = ('{"_type":"memory","key":"a.b","value":"x\\ny"}', issue("a-1"))
    assert items(lines[0].encode()) == [(1, Note("a.b", "x\ny"))]
    with closing(opened(tmp_path, *lines)) as store:
        assert store.config() == {"kv.memory.a.b": "x\ny"}
        assert store.config("kv.other") == {}
        assert store.lines() == {"a-1": 2}


DUPLICATES = [
    pytest.param("2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", 3, id="the later line is newer"),
    pytest.param("2026-03-02T10:00:00Z", "2026-03-01T10:00:00Z", 1, id="the earlier one is newer"),
    pytest.param(
        "2026-03-02T10:00:00+08:00", "2026-03-02T03:00:00Z", 3, id="newer by instant, not by text"
    ),
    pytest.param("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z", 3, id="equal: the later line"),
    pytest.param("", "", 3, id="no times: the later line"),
    pytest.param("2026-03-01", "", 1, id="one time only"),
]


@pytest.mark.parametrize(("first", "second", "taken"), DUPLICATES)
def test_of_two_lines_for_one_bead_the_newer_is_taken_and_both_are_named(
    first: str, second: str, taken: int, tmp_path: Path
) -> None:
    lines = (issue("a-1", updated_at=first), issue("b-1"), issue("a-1", updated_at=second))
    with closing(opened(tmp_path, *lines)) as store:
        (bad,) = store.bad_lines()
        assert store.lines()["a-1"] == taken
        assert len(list(store.all_beads())) == 2
    assert (bad.line, bad.bead_id) == (4 - taken, "a-1")
    assert "lines 1 and 3" in bad.problem
    assert f"line {taken} " in bad.problem


def test_the_bad_lines_of_a_file_come_in_order(tmp_path: Path) -> None:
    lines = (b"x", issue("a-1", updated_at="2026-01-01"), b"y", issue("a-1"), issue("b-1"))
    with closing(opened(tmp_path, *lines)) as store:
        assert [(bad.line, bad.bead_id) for bad in store.bad_lines()] == [
            (1, ""), (3, ""), (4, "a-1"),
        ]  # fmt: skip
        assert store.rows_read == 5


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    lines = ('{"id":"a-1","ts":"x","by":"y","reason":"batch delete"}', '{"id":"a-2"}')
    store = opened(tmp_path, *lines)
    with pytest.raises(StoreUnavailable, match=r"not an issues file\. Line 1: ") as caught:
        list(store.all_beads())
    assert "bd export" in caught.value.remedy


def test_a_file_with_broken_lines_only_is_not_refused(tmp_path: Path) -> None:
    with closing(opened(tmp_path, b"{", b"}")) as store:
        assert list(store.all_beads()) == []
        assert [bad.line for bad in store.bad_lines()] == [1, 2]


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as store:
        assert list(store.all_beads()) == []
        assert store.bad_lines() == ()


def test_a_dump_of_tables_is_read(tmp_path: Path) -> None:
    dumped = {"id": "N-1", "title": "T", "pinned": 1, "ephemeral": 0, "assignee": None,
              "metadata": '{"k":{"a":1}}', "labels": None, "wisp_type": ""}  # fmt: skip
    with closing(opened(tmp_path, json.dumps(dumped))) as store:
        assert store.bead("N-1") == Bead(
            "N-1", "T", pinned=True, metadata={"k": {"a": 1}}, extra={"wisp_type": ""}
        )


def dumped(bead_id: str) -> str:
    return issue(bead_id, metadata="{}", assignee=None)


def test_a_dump_takes_what_the_files_beside_it_say(tmp_path: Path) -> None:
    rows = {
        "labels": ('{"issue_id":"a-1","label":"memory"}', '{"issue_id":"a-1","label":"b"}', "{",
                   '{"issue_id":"a-1"}', '{"issue_id":"gone","label":"x"}'),
        "dependencies": ('{"issue_id":"a-1","depends_on_id":"a-2","type":"blocks","created_by":"A"}',),
        "comments": ('{"id":3,"issue_id":"a-2","author":"A","text":"T","created_at":"x"}',),
    }  # fmt: skip
    for name, lines in rows.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with closing(opened(tmp_path, dumped("a-1"), dumped("a-2"))) as store:
        one, two = store.all_beads()
        assert (one.labels, one.blockers(), one.comments) == (("b", "memory"), ("a-2",), ())
        assert [(each.id, each.text) for each in two.comments] == [("3", "T")]
        assert [(bad.line, bad.problem[:24]) for bad in store.bad_lines()] == [
            (1, "Line 3 of labels.jsonl: "),
            (1, "Line 4 of labels.jsonl: "),
            (1, "Line 5 of labels.jsonl: "),
        ]


def test_an_export_takes_nothing_from_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text('{"issue_id":"a-1","label":"x"}', encoding="utf-8")
    for line in (issue("a-1"), issue("a-1", metadata={}), issue("a-1", metadata="{}", labels=[])):
        with closing(opened(tmp_path, line)) as store:
            assert store.bead("a-1") == Bead("a-1", "T")


def test_a_file_that_went_away_is_said_so(tmp_path: Path) -> None:
    store = opened(tmp_path, issue("a-1"))
    (tmp_path / "issues.jsonl").unlink()
    with pytest.raises(StoreUnavailable, match="cannot be read: No such file"):
        list(store.all_beads())
