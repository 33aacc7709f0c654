"""Our entry in JSON: put in once, taken out without a trace, other people's entries untouched."""

import json

import pytest
from hypothesis import given, settings

from fabric.hosts.agents import claude, codex, cursor, gemini
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.json_text import parse
from fabric.hosts.unfit import Unfit
from tests.hosts.written_json import documents

ALL = [claude.HOOKS, codex.HOOKS, gemini.HOOKS, cursor.HOOKS]
BY_HOST = [pytest.param(hooks, id=hooks.host) for hooks in ALL]

OTHERS = '{"model":"opus","hooks":{"SessionStart":[{"matcher":"compact","hooks":[{"type":"command","command":"other-tool remind"}]}],"Stop":[]}}'
SHARED_GROUP = '{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"fabric prime --hook claude"},{"type":"command","command":"echo mine; echo fabric prime"}]}]}}'


def entries(hooks: JsonHooks, text: str) -> list[object]:
    event = hooks.event_of(text)
    found = event.value() if event else []
    assert isinstance(found, list)
    return found


def undone(hooks: JsonHooks, text: str) -> None:
    put = hooks.put(text)
    assert hooks.count(put) == 1
    assert hooks.put(put) == put
    taken = hooks.take(put)
    assert taken.after == text
    assert taken.exact
    assert not taken.remark


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{}", id="an empty object"),
        pytest.param("{}\n", id="an empty object with a line end"),
        pytest.param("{\n}\n", id="an empty object on two lines"),
        pytest.param('{"hooks":{}}', id="hooks without an event"),
        pytest.param('{\n  "hooks": {}\n}', id="what bd leaves behind"),
        pytest.param('{"hooks": {"SessionStart": []}}', id="an event without entries"),
        pytest.param('{\r\n\t"model": "opus"\r\n}\r\n', id="tabs and CRLF"),
        pytest.param('{"a": 1, "a": 2, "hooks": 1, "hooks": {"Stop": []}}', id="doubled names"),
        pytest.param('{"\\u0068ooks": {"Stop": []}}', id="a name with an escape"),
        pytest.param('{"n": 1e400, "m": 1.50, "k": 12345678901234567890}', id="odd numbers"),
        pytest.param(OTHERS, id="another tool's entry"),
    ],
)
@pytest.mark.parametrize("hooks", BY_HOST)
def test_putting_in_and_taking_out_restores_every_byte_of(hooks: JsonHooks, text: str) -> None:
    undone(hooks, text)


@settings(max_examples=200, deadline=None)
@given(documents(event="SessionStart", grouped=True))
def test_any_document_with_groups_comes_back_byte_for_byte(text: str) -> None:
    undone(claude.HOOKS, text)


@settings(max_examples=200, deadline=None)
@given(documents(event="sessionStart", grouped=False))
def test_any_document_with_a_flat_list_comes_back_byte_for_byte(text: str) -> None:
    undone(cursor.HOOKS, text)


@settings(max_examples=200, deadline=None)
@given(documents(event="SessionStart", grouped=True, comments=True))
def test_any_document_with_comments_comes_back_byte_for_byte(text: str) -> None:
    undone(gemini.HOOKS, text)


@settings(max_examples=100, deadline=None)
@given(documents(event="SessionStart", grouped=True))
def test_the_entry_is_all_that_the_document_says_more(text: str) -> None:
    before = parse(text).value()
    after = parse(claude.HOOKS.put(text)).value()
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    hooks = dict(before.get("hooks", {}))
    hooks["SessionStart"] = [*hooks.get("SessionStart", []), claude.ENTRY]
    assert after == {**before, "hooks": hooks}


@settings(max_examples=200, deadline=None)
@given(documents(event="SessionStart", grouped=True))
def test_an_entry_that_a_formatter_rewrote_still_goes_and_takes_nothing_along(text: str) -> None:
    plain = json.loads(text)
    rewritten = json.dumps(json.loads(claude.HOOKS.put(text)), indent=4)
    taken = claude.HOOKS.take(rewritten)
    assert taken.after is not None
    left = json.loads(taken.after)
    assert claude.HOOKS.count(taken.after) == 0
    if plain.get("hooks", {}).get("SessionStart"):
        assert left == plain
    assert {k: v for k, v in left.items() if k != "hooks"} == {
        k: v for k, v in plain.items() if k != "hooks"
    }


@pytest.mark.parametrize("hooks", BY_HOST)
def test_a_file_that_we_made_is_taken_away_whole(hooks: JsonHooks) -> None:
    made = hooks.put(None)
    assert hooks.take(made).after is None
    assert hooks.take(made.replace("\n", "\r\n")).after is None


@pytest.mark.parametrize("hooks", BY_HOST)
def test_a_file_that_we_made_and_somebody_used_stays(hooks: JsonHooks) -> None:
    used = hooks.put(None).replace("{", '{\n  "mine": 1,', 1)
    taken = hooks.take(used)
    assert taken.after is not None
    assert parse(taken.after).member("mine") is not None
    assert hooks.count(taken.after) == 0


def test_another_tools_entry_its_matcher_and_its_neighbours_stay_as_they_are() -> None:
    put = json.loads(claude.HOOKS.put(OTHERS))
    assert put["model"] == "opus"
    assert put["hooks"]["Stop"] == []
    assert put["hooks"]["SessionStart"] == [
        {"matcher": "compact", "hooks": [{"type": "command", "command": "other-tool remind"}]},
        claude.ENTRY,
    ]


def test_only_our_command_leaves_a_group_that_others_share() -> None:
    assert claude.HOOKS.put(SHARED_GROUP) == SHARED_GROUP
    taken = claude.HOOKS.take(SHARED_GROUP)
    assert taken.copies == 1
    assert taken.after == SHARED_GROUP.replace(
        '{"type":"command","command":"fabric prime --hook claude"},', ""
    )
    undone(claude.HOOKS, taken.after)


def test_a_group_with_a_matcher_that_is_not_ours_stays_when_it_is_empty() -> None:
    text = '{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"command":"fabric prime --hook claude"}]}]}}'
    after = claude.HOOKS.take(text).after
    assert after == '{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[]}]}}'


def test_every_copy_goes_when_the_entry_stands_twice() -> None:
    one = json.dumps(claude.ENTRY)
    text = f'{{"hooks":{{"SessionStart":[{one}, {{"matcher":"x","hooks":[]}}, {one}]}}}}'
    taken = claude.HOOKS.take(text)
    assert taken.copies == 2
    assert taken.after is not None
    assert entries(claude.HOOKS, taken.after) == [{"matcher": "x", "hooks": []}]


def test_an_entry_behind_ours_stays_in_its_place() -> None:
    late = '{"matcher":"late","hooks":[]}'
    text = claude.HOOKS.put(OTHERS).replace('],"Stop"', f',\n  {late}],"Stop"')
    left = claude.HOOKS.take(text).after
    assert left == OTHERS.replace('],"Stop"', f',\n  {late}],"Stop"')


def test_codex_is_told_when_hooks_behind_ours_move_up() -> None:
    behind = '{"matcher": "late", "hooks": [{"type": "command", "command": "x"}]}'
    moved = f'{{"hooks": {{"SessionStart": [{json.dumps(codex.ENTRY)}, {behind}]}}}}'
    last = f'{{"hooks": {{"SessionStart": [{behind}, {json.dumps(codex.ENTRY)}]}}}}'
    assert "approve them again" in codex.HOOKS.take(moved).remark
    assert "approve" not in codex.HOOKS.take(last).remark


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("", "empty", id="an empty file"),
        pytest.param(" \n", "empty", id="a blank file"),
        pytest.param("[]", "no JSON object", id="a list"),
        pytest.param('{"hooks": []}', "no object", id="hooks that are a list"),
        pytest.param('{"hooks": null}', "no object", id="hooks that are null"),
        pytest.param('{"hooks": {"SessionStart": null}}', "no list", id="an event that is null"),
        pytest.param('{"hooks": {"SessionStart": {}}}', "no list", id="an event that is an object"),
        pytest.param('{"a": 1,}', "line 1, column 9", id="a trailing comma"),
        pytest.param("{\n  // note\n}", "line 2, column 3", id="a comment in strict JSON"),
        pytest.param("[" * 5000, "nested deeper", id="a depth that no person wrote"),
    ],
)
def test_what_cannot_be_edited_is_refused(text: str, word: str) -> None:
    with pytest.raises(Unfit, match=word):
        claude.HOOKS.put(text)


def test_a_command_that_runs_ours_in_its_own_way_is_told_and_not_taken() -> None:
    text = '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"cd x && fabric prime --hook claude"}]}]}}'
    assert claude.HOOKS.count(text) == 0
    assert claude.HOOKS.strangers(text) == ("cd x && fabric prime --hook claude",)
    assert claude.HOOKS.strangers(claude.HOOKS.put("{}")) == ()


def test_a_comment_stays_with_the_entry_that_it_stands_behind() -> None:
    text = '{\n  "hooks": {\n    "SessionStart": [\n      {"hooks": []} // first\n    ]\n  }\n}\n'
    lines = gemini.HOOKS.put(text).splitlines()
    assert lines[3] == '      {"hooks": []}, // first'
    assert "fabric prime --hook gemini" in lines[4]


def test_a_rewritten_entry_behind_a_comment_goes_without_the_end_of_the_comment() -> None:
    entry = json.dumps(gemini.ENTRY, indent=1)
    text = f'{{"hooks": {{"SessionStart": [ // ours\n{entry}], "Stop": []}}}}'
    after = gemini.HOOKS.take(text).after
    assert after is not None
    assert parse(after, comments=True).value() == {"hooks": {"SessionStart": [], "Stop": []}}
    assert "// ours\n" in after


def test_members_that_a_rewritten_entry_leaves_empty_go_only_from_where_we_put_them() -> None:
    entry = json.dumps(claude.ENTRY, indent=1)
    last = f'{{"a": 1, "hooks": {{"Stop": [], "SessionStart": [{entry}]}}}}'
    first = f'{{"a": 1, "hooks": {{"SessionStart": [{entry}], "Stop": []}}}}'
    not_last = f'{{"hooks": {{"SessionStart": [{entry}]}}, "a": 1}}'
    left = [json.loads(claude.HOOKS.take(text).after or "") for text in (last, first, not_last)]
    assert left == [
        {"a": 1, "hooks": {"Stop": []}},
        {"a": 1, "hooks": {"SessionStart": [], "Stop": []}},
        {"hooks": {}, "a": 1},
    ]
