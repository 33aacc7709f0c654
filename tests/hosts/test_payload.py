"""What hosts say on standard input, after their documents of mid 2026; read without ever failing."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.hosts.payload import HookCall, project_folder, read_call, speaks_as

CLAUDE = {
    "session_id": "abc",
    "transcript_path": "/t.jsonl",
    "cwd": "/p",
    "hook_event_name": "SessionStart",
    "source": "compact",
    "model": "m",
}
CURSOR = {
    "conversation_id": "c1",
    "generation_id": "g",
    "hook_event_name": "sessionStart",
    "cursor_version": "3.1.0",
    "workspace_roots": ["/w", "/x"],
    "user_email": "tess@example.test",
    "is_background_agent": False,
}


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_a_start_of_claude_codex_or_gemini_is_read(source: str) -> None:
    said = json.dumps({**CLAUDE, "source": source})
    assert read_call(said) == HookCall("SessionStart", source, "abc", "/p")


def test_a_start_of_cursor_is_read_and_the_address_of_the_user_is_not_kept() -> None:
    call = read_call(json.dumps(CURSOR).encode())
    assert call == HookCall("sessionStart", None, "c1", "/w", "3.1.0")
    assert "tess" not in repr(call)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff\xfe{", id="no UTF-8"),
        pytest.param(b'{"cwd": "/p"', id="cut off"),
        pytest.param(b"[1]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'{"cwd": 1, "source": null, "workspace_roots": [3, {}]}', id="other types"),
        pytest.param(b'{"cwd": " ", "workspace_roots": "x"}', id="blank"),
        pytest.param(b"[" * 100_000, id="nested without end"),
    ],
)
def test_what_cannot_be_read_means_not_said(said: bytes) -> None:
    assert read_call(said) == HookCall()


def test_a_byte_order_mark_before_the_payload_is_skipped() -> None:
    assert read_call(b"\xef\xbb\xbf" + json.dumps(CLAUDE).encode()).folder == "/p"


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_no_input_makes_it_fail(said: bytes | str) -> None:
    assert isinstance(read_call(said), HookCall)


@pytest.mark.parametrize(
    ("call", "environ", "folder"),
    [
        pytest.param(HookCall(folder="/p"), {"CLAUDE_PROJECT_DIR": "/q"}, "/p", id="the payload"),
        pytest.param(HookCall(), {"CLAUDE_PROJECT_DIR": "/q"}, "/q", id="else the variable"),
        pytest.param(HookCall(), {"GEMINI_PROJECT_DIR": "/g"}, "/g", id="else Gemini's"),
        pytest.param(
            HookCall(),
            {"CLAUDE_PROJECT_DIR": "/q", "CURSOR_PROJECT_DIR": "/c"},
            "/c",
            id="Cursor's before the one that it only borrows",
        ),
        pytest.param(HookCall(), {"CLAUDE_PROJECT_DIR": ""}, "/here", id="else here"),
        pytest.param(HookCall(folder="sub"), {}, "/here/sub", id="a relative one from here"),
    ],
)
def test_the_project_is_looked_for_where_the_host_says(
    call: HookCall, environ: dict[str, str], folder: str
) -> None:
    assert project_folder(call, environ, Path("/here")) == Path(folder)


@pytest.mark.parametrize(
    ("asked", "call", "environ", "host"),
    [
        pytest.param("claude", HookCall(), {}, "claude", id="claude itself"),
        pytest.param("claude", HookCall(cursor_version="3"), {}, "cursor", id="cursor by payload"),
        pytest.param("claude", HookCall(), {"CURSOR_VERSION": "3"}, "cursor", id="by variable"),
        pytest.param("codex", HookCall(), {"CURSOR_VERSION": "3"}, "codex", id="codex inside"),
    ],
)
def test_cursor_running_claudes_entry_is_answered_in_cursors_form(
    asked: str, call: HookCall, environ: dict[str, str], host: str
) -> None:
    assert speaks_as(asked, call, environ) == host
