"""The quick plane beside the real bd: the same rows, the same documents, the same exit statuses."""

import json
from pathlib import Path

import pytest

from tests.faces.test_quick_plane import GOLDEN
from tests.live.day import Day
from tests.live.workspaces import Workspace

TEXTS = {
    "plain": "Prices are in cents",
    "lines": "\n\n## Deploy window\r\n\tNever on a Friday. \n",
    "wide": "日本語 ü e\u0301 \u2028 \u202e 👩\u200d👩\u200d👧",
    "quotes": "\"a\" 'b' `c` $(d) -- --key x \\n \x1b[31m",
    "long": "word " * 10_000,
}


@pytest.fixture
def day(any_workspace: Workspace, tmp_path: Path) -> Day:
    made = Day(any_workspace, tmp_path / "state")
    made.begin()
    return made


def test_bd_itself_answers_as_the_golden_table_says(embedded_workspace: Workspace) -> None:
    for words, document, status in GOLDEN:
        reply = embedded_workspace.bd.run(*words, "--json")
        assert reply.exit == status, words
        if words == ("recall", "   "):
            continue  # bd has nothing to say of it in JSON
        told = reply.entry()
        expected = {key for key in document if key != "hint"}
        if words[0] == "forget":
            expected.discard("value")  # ours says which text went
        assert told.keys() - {"hint"} == expected, words
        said = {k: v for k, v in document.items() if v is not ... and k in expected}
        assert {k: told[k] for k in said} == said, words


def test_we_answer_as_the_golden_table_says_on_bds_own_store(day: Day) -> None:
    for words, document, status in GOLDEN:
        ran = day.run(*words, "--json")
        assert (ran.exit, ran.err) == (status, ""), words
        told = ran.entry()
        assert told.keys() - {"value"} == document.keys() - {"value"}, words


@pytest.mark.parametrize("name", TEXTS)
def test_notes_of_either_are_read_by_the_other_byte_for_byte(day: Day, name: str) -> None:
    text, bd = TEXTS[name], day.workspace.bd
    bd("remember", text, "--key", "theirs")
    assert day("recall", "theirs", "--json").entry()["value"] == text
    day("remember", text, "--key", "ours")
    assert bd("recall", "ours", "--json").entry()["value"] == text
    assert day("memories", "--json").entry() == bd("memories", "--json").entry()


def test_a_derived_key_is_bds_own(day: Day) -> None:
    text = "Use of the: very LONG text, with many-many words (and signs)"
    key = day("remember", text, "--json").entry()["key"]
    day("forget", str(key))
    assert day.workspace.bd("remember", text, "--json").entry()["key"] == key


def test_what_bd_changed_since_is_told_until_we_write_again(day: Day) -> None:
    bd = day.workspace.bd
    day("remember", "Prices are in cents", "--key", "prices")
    bd("remember", "Prices are in euros", "--key", "prices")
    primed = day("prime").out
    assert "CHANGED ELSEWHERE" in primed
    assert primed.index("Prices are in cents") < primed.index("Prices are in euros")
    assert 'was "Prices are in cents", now "Prices are in euros"' in day("doctor").out
    assert "here it said" in day("recall", "prices").err
    day("remember", "Prices are in mills", "--key", "prices")
    assert "CHANGED ELSEWHERE" not in day("prime").out
    bd("forget", "prices")
    assert "taken away elsewhere" in day("prime").out


def test_a_promoted_note_is_gone_for_bd_too_once_it_is_ratified(day: Day) -> None:
    bd = day.workspace.bd
    bd("remember", "Prices are in cents")
    draft = day.id_of("promote", "prices-are-in-cents", "--domain", "arch")
    day("ratify", draft)
    assert bd.run("recall", "prices-are-in-cents").exit == 1
    assert draft in bd.query("label=memory AND label=memory-arch AND status=closed")
    assert day("remember", "prices are in CENTS.").out.startswith(f"Known already [{draft}]")


def test_a_rejected_note_leaves_a_tombstone_that_bd_keeps(day: Day) -> None:
    day("remember", "Use tabs everywhere", "--key", "tabs")
    answer = day("forget", "tabs", "--reject", "--reason", "Editors do this.", "--json").entry()
    stone = day.workspace.bd.export()[str(answer["tombstone"])]
    assert (stone["status"], stone.get("pinned")) == ("closed", True)
    assert stone["labels"] == ["mem-rejected", "mem-soft"]
    assert day.run("remember", "use TABS everywhere!").exit == 1
    assert day("lint").exit == 0


def test_both_primes_side_by_side_change_nothing(day: Day) -> None:
    bd = day.workspace.bd
    memory = day.id_of(
        *("propose", "--domain", "arch", "--strength", "soft", "--rule", "Prefer small modules.")
    )
    day("ratify", memory)
    bd("remember", "Prices are in cents")
    before = (bd("export", "--all").out, day.workspace.git("status", "--porcelain"))
    theirs, ours = bd("prime").out, day("prime").out
    hooked = json.loads(day("prime", "--hook", "claude").out)
    for _ in range(2):
        assert day("prime").out == ours
    day("memories")
    day("recall", memory)
    assert "Prices are in cents" in theirs
    assert "Prices are in cents" in ours
    assert memory in ours
    assert memory in hooked["hookSpecificOutput"]["additionalContext"]
    assert (bd("export", "--all").out, day.workspace.git("status", "--porcelain")) == before


def test_a_store_that_cannot_be_reached_is_loud_in_the_hook(day: Day) -> None:
    broken = Day(day.workspace, day.state, extra={"PATH": str(day.state / "empty")})
    ran = broken("prime", "--hook", "claude", "--store", f"bd:{day.workspace.path}")
    assert ran.err == ""
    said = json.loads(ran.out)["hookSpecificOutput"]["additionalContext"]
    assert "NOT loaded: memories and notes!" in said
