"""Beads and notes as lines of an export, and what a question asks of the journal."""

import json

import pytest
from hypothesis import given

from fabric.models.actor import Actor
from fabric.models.bead import Bead
from fabric.models.bead_line import write_line, write_note_line
from fabric.models.bead_record import bead_from_record
from fabric.models.journal import JournalDraft, seal
from fabric.models.query import JournalQuery
from tests.models.records import beads


@given(beads)
def test_a_bead_is_one_line_that_reads_back_equal(bead: Bead) -> None:
    line = write_line(bead)
    assert not {"\n", "\r", "\u2028", "\u2029"} & set(line)
    assert bead_from_record(json.loads(line)) == bead


def test_a_line_has_the_bytes_that_bd_writes() -> None:
    bead = Bead("a-1", "é <b> & \u2028 \ud800", labels=("x",))
    assert write_line(bead) == (
        '{"_type":"issue","id":"a-1","title":"é \\u003cb\\u003e \\u0026 \\u2028 \\ud800",'
        '"status":"open","priority":2,"issue_type":"task","labels":["x"]}'
    )
    assert (
        write_note_line("k.a", "<v>") == '{"_type":"memory","key":"k.a","value":"\\u003cv\\u003e"}'
    )


@pytest.mark.parametrize(
    ("query", "is_asked"),
    [
        (JournalQuery(), True),
        (JournalQuery(bead_id="b-1"), True),
        (JournalQuery(bead_id="b"), False),
        (JournalQuery(verb="ratify"), True),
        (JournalQuery(verb="retire"), False),
        (JournalQuery(bead_prefix="kv.memory."), True),
        (JournalQuery(bead_prefix="kv.x"), False),
        (JournalQuery(bead_id="b-1", verb="retire"), False),
    ],
    ids=str,
)
def test_what_a_question_asks_of_the_journal(query: JournalQuery, is_asked: bool) -> None:
    ids = ("b-1", "kv.memory.k")
    draft = JournalDraft("2026-03-02T09:00:00Z", Actor(name="ada"), "cli", "ratify", ids)
    entry, _ = seal(draft, "w", None)
    assert query.asks_for(entry) is is_asked
