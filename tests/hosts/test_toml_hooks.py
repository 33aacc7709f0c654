"""Our entry in Codex's config.toml."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.hosts.agents import codex
from fabric.hosts.unfit import Unfit

TABLES = codex.TABLES
OTHER = """\
model = "o"  # the big one

[[hooks.SessionStart]]
matcher = "startup"

[[hooks.SessionStart.hooks]]
type = "command"
command = "other-tool remind"

[hooks.state."/p/.codex/hooks.json:session_start:0:0"]
trusted_hash = "sha256:00"
"""
PIECES = st.sampled_from(
    ["", "# note", "\n", "  ", "[a]\nx = 1", '["b.c"]', "[[d]]", "[[hooks.Stop]]\nmatcher = ''"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, unique=True), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_file_comes_back_byte_for_byte(pieces: list[str], line_end: str, ended: bool) -> None:
    text = "\n".join(pieces).replace("\n", line_end) + (line_end if ended else "")
    put = TABLES.put(text)
    assert TABLES.count(put) == 1
    assert TABLES.put(put) == put
    taken = TABLES.take(put)
    assert (taken.after, taken.exact) == (text, True)


def test_the_entry_says_what_the_json_form_says() -> None:
    put = tomllib.loads(TABLES.put(OTHER))
    assert put["hooks"]["SessionStart"][1] == codex.ENTRY
    assert {k: v for k, v in put.items() if k != "hooks"} == {"model": "o"}
    assert put["hooks"]["state"] == tomllib.loads(OTHER)["hooks"]["state"]


def test_an_entry_that_was_rewritten_goes_and_comments_stay() -> None:
    put = TABLES.put(OTHER).replace("timeout = 20", "timeout = 30  # slow disk")
    taken = TABLES.take(put)
    assert taken.after is not None
    assert not taken.exact
    assert tomllib.loads(taken.after) == tomllib.loads(OTHER)
    assert "# the big one" in taken.after


def test_a_command_that_shares_a_group_goes_alone() -> None:
    shared = TABLES.put(OTHER) + '\n[[hooks.SessionStart.hooks]]\ncommand = "echo mine"\n'
    after = TABLES.take(shared).after
    assert after is not None
    groups = tomllib.loads(after)["hooks"]["SessionStart"]
    assert [g["hooks"] for g in groups] == [
        [{"type": "command", "command": "other-tool remind"}],
        [{"command": "echo mine"}],
    ]


def test_the_only_event_goes_with_the_only_entry_that_was_rewritten() -> None:
    put = TABLES.put("a = 1\n").replace("timeout = 20", "timeout = 30")
    after = TABLES.take(put).after
    assert after is not None
    assert tomllib.loads(after).get("hooks", {}) == {}


def test_our_words_in_a_string_are_not_our_entry() -> None:
    text = f"note = '''\n{TABLES.block()}\n'''\n"
    assert TABLES.count(text) == 0
    assert TABLES.take(TABLES.put(text)).after == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a = \n", id="no valid TOML"),
        pytest.param("hooks = {}\n", id="hooks written inline"),
        pytest.param("[hooks]\nSessionStart = []\n", id="a list written inline"),
        pytest.param("[features]\nhooks = true\n\n[features]\n", id="a table that stands twice"),
    ],
)
def test_what_nothing_can_be_put_behind_is_refused(text: str) -> None:
    with pytest.raises(Unfit):
        TABLES.put(text)
