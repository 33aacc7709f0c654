"""Records of an export: read tolerantly, and nothing of them is lost."""

import json

import pytest

from fabric.errors import UnreadableRecord
from fabric.models.bead import Bead, Comment
from fabric.models.bead_line import write_line, write_note_line
from fabric.models.bead_record import bead_from_record, bead_to_record
from fabric.models.dependency import Dependency


def edge(**more: object) -> dict[str, object]:
    return {"issue_id": "a-1", "depends_on_id": "a-2", "type": "blocks", "metadata": "{}"} | more


ODD = [
    pytest.param({"x_unknown": {"keep": [1, None]}}, id="an unknown key"),
    pytest.param({"x_null": None}, id="an unknown key that is null"),
    pytest.param({"title": 7}, id="a title that is a number"),
    pytest.param({"priority": "high"}, id="a priority in words"),
    pytest.param({"priority": 2**40}, id="a priority that no database takes"),
    pytest.param({"labels": "memory"}, id="labels that are a text"),
    pytest.param({"metadata": [1, 2]}, id="metadata that is a list"),
    pytest.param({"dependencies": {"a": 1}}, id="dependencies that are an object"),
    pytest.param({"dependencies": [edge(weight=3)]}, id="an edge with an unknown key"),
    pytest.param({"dependencies": [edge(issue_id="b-9")]}, id="an edge that names another bead"),
    pytest.param({"dependencies": [edge(metadata={"k": 1})]}, id="edge metadata as an object"),
    pytest.param({"dependencies": [edge(type="governed-by")]}, id="an unknown edge type"),
    pytest.param(
        {"comments": [{"id": "c", "issue_id": "a-1", "author": "A", "text": "T", "created_at": "",
                       "reactions": ["+1"]}]},
        id="a comment with an unknown key",
    ),
    pytest.param(
        {"comments": [{"issue_id": "a-1", "author": None, "text": 5, "created_at": ""}]},
        id="a comment whose author is null and whose text is a number",
    ),
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD)
def test_what_we_do_not_understand_comes_out_as_it_went_in(odd: dict[str, object]) -> None:
    record = {"id": "a-1", "title": "T", "status": "open", "priority": 1, "issue_type": "task"}
    written = bead_to_record(bead_from_record(record | odd))
    assert written == {"_type": "issue"} | record | odd


def test_what_is_derived_or_empty_is_not_kept() -> None:
    record = {"_type": "issue", "id": "a-1", "title": "T", "comment_count": 3, "assignee": None,
              "closed_at": "", "status": "", "issue_type": ""}  # fmt: skip
    assert bead_from_record(record) == Bead("a-1", "T")


def test_an_edge_belongs_to_the_bead_that_holds_it() -> None:
    bead = bead_from_record({"dependencies": [edge(issue_id="b-9")], "id": "a-1"})
    assert [each.pair for each in bead.dependencies] == [("a-1", "a-2")]


def test_the_same_edge_twice_is_one_edge_and_the_first_stays() -> None:
    edges = [edge(created_by="A"), edge(type="related"), edge(created_by="B")]
    bead = bead_from_record({"id": "a-1", "dependencies": edges})
    assert [(each.type, each.created_by) for each in bead.dependencies] == [
        ("blocks", "A"),
        ("related", ""),
    ]


def test_a_numbered_comment_of_an_old_export_keeps_its_number_as_text() -> None:
    comment = {"id": 1, "issue_id": "a-1", "author": "A", "text": "T", "created_at": "x"}
    bead = bead_from_record({"id": "a-1", "comments": [comment]})
    assert bead.comments == (Comment("A", "T", "x", "1"),)


@pytest.mark.parametrize("record", [{}, {"id": 7}, {"id": " "}, {"id": None}])
def test_a_record_without_an_id_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(UnreadableRecord, match="no id"):
        bead_from_record(record)


def test_a_line_has_the_bytes_that_bd_writes() -> None:
    bead = Bead(
        id="a-1",
        title="Names <b> & co\u2028é\x1f",
        metadata={"k": {"b": 1, "a": 2}},
        labels=("z", "memory"),
        dependencies=(Dependency("a-1", "a-2", created_at="2026-03-01T10:00:00Z"),),
    )
    assert write_line(bead) == (
        '{"_type":"issue","id":"a-1","title":"Names \\u003cb\\u003e \\u0026 co\\u2028é\\u001f",'
        '"status":"open","priority":2,"issue_type":"task","metadata":{"k":{"b":1,"a":2}},'
        '"labels":["memory","z"],"dependencies":[{"issue_id":"a-1","depends_on_id":"a-2",'
        '"type":"blocks","created_at":"2026-03-01T10:00:00Z","metadata":"{}"}]}'
    )


def test_a_lone_surrogate_is_written_as_the_escape_it_came_as() -> None:
    line = write_line(bead_from_record(json.loads('{"id":"a-1","title":"\\ud800 x"}')))
    assert '"title":"\\ud800 x"' in line
    assert line.encode()


def test_a_note_is_a_line_of_its_own_kind() -> None:
    assert write_note_line("a.b", "x") == '{"_type":"memory","key":"a.b","value":"x"}'
