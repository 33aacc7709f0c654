"""The hook of a host never breaks a session: one object, exit 0, and loud inside about what is missing."""

import gc
import json
import os
import pty
import subprocess
import time
from pathlib import Path

import pytest

from fabric.hosts.envelopes import utf8_bytes, utf16_units
from tests.faces.hooks import HOSTS, NOTHING, START, command, hook, surroundings
from tests.faces.shop import Shop
from tests.selection.briefings import counted, entries

LOUD = "NOT loaded: memories and notes!"


@pytest.fixture
def told(shop: Shop) -> str:
    """A project with one memory in force; the memory's id."""
    return shop.memory("Writes go through the service layer")


@pytest.mark.parametrize("host", HOSTS)
def test_the_object_has_the_hosts_keys_and_nothing_stands_around_it(host: str, told: str) -> None:
    answer = hook(host)
    assert (answer.status, answer.err) == (0, b"")
    assert answer.out.endswith(b"\n")
    assert answer.out.count(b"\n") == 1
    assert answer.out.isascii()
    assert told in answer.text
    if host != "cursor":
        event = json.loads(answer.out)["hookSpecificOutput"]["hookEventName"]
        assert event == "SessionStart"


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(None, id="no input at all"),
        pytest.param(b"", id="empty input"),
        pytest.param(b"\xff\xfe garbage {", id="garbage"),
        pytest.param(b"[1, 2]", id="a list"),
        pytest.param(b"{" * 100_000, id="a deep hole"),
        pytest.param({"cwd": 7, "source": None, "workspace_roots": "x"}, id="wrong kinds"),
        pytest.param({"hook_event_name": "SessionStart", "source": "compact"}, id="compaction"),
        pytest.param({"hook_event_name": "PreCompact"}, id="an event that hands nothing on"),
    ],
)
def test_whatever_stands_on_stdin_the_answer_is_the_same(payload: object, told: str) -> None:
    answer = hook("claude", payload)
    assert (answer.status, answer.err) == (0, b"")
    assert answer.out == hook("claude").out
    assert told in answer.text


def test_another_event_that_hands_text_on_is_named(told: str) -> None:
    answer = hook("claude", {"hook_event_name": "SubagentStart"})
    assert json.loads(answer.out)["hookSpecificOutput"]["hookEventName"] == "SubagentStart"


def test_a_pipe_that_stays_open_is_not_waited_for(told: str) -> None:
    running = subprocess.Popen(
        command("claude"),
        env=surroundings(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdin is not None
    begin = time.monotonic()
    assert running.wait(20) == 0
    assert time.monotonic() - begin < 15
    out, err = running.communicate()
    assert (told.encode() in out, err) == (True, b"")


def test_a_terminal_is_not_read_from(told: str) -> None:
    ours, theirs = pty.openpty()
    try:
        running = subprocess.Popen(
            command("claude"), env=surroundings(), stdin=theirs, stdout=subprocess.PIPE
        )
        out, _ = running.communicate(timeout=30)
    finally:
        os.close(ours)
        os.close(theirs)
    assert running.returncode == 0
    assert told.encode() in out


def test_an_object_on_a_pipe_that_stays_open_is_enough(told: str, tmp_path: Path) -> None:
    running = subprocess.Popen(
        command("claude"),
        env=surroundings(),
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert running.stdin is not None
    running.stdin.write(json.dumps({**START, "cwd": str(Path.cwd())}).encode())
    running.stdin.flush()
    assert running.wait(20) == 0
    out, _ = running.communicate()
    assert told.encode() in out


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_reason_to_fail(closed: str, told: str) -> None:
    line = f"{' '.join(command('claude'))} {closed}"
    ended = subprocess.run(["sh", "-c", line], env=surroundings(), capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (told.encode() in ended.stdout) is (">&-" not in closed.replace("2>&-", ""))


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_to_say_is_the_hosts_own_nothing(host: str, shop: Shop) -> None:
    answer = hook(host)
    assert (answer.status, answer.out, answer.err) == (0, NOTHING[host], b"")


@pytest.mark.parametrize("host", HOSTS)
def test_a_folder_of_no_project_is_nothing_too(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    assert hook(host).out == NOTHING[host]


def test_the_project_is_where_the_payload_says(told: str, tmp_path: Path) -> None:
    root = str(Path.cwd())
    for payload in ({"cwd": root}, {"workspace_roots": [root]}):
        assert told in hook("claude", payload | START).text


def test_without_a_payload_the_project_is_where_the_hosts_variable_says(
    told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = str(Path.cwd())
    monkeypatch.chdir(tmp_path)
    assert told in hook("gemini", None, GEMINI_PROJECT_DIR=root).text


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda root: (root / ".fabric/fabric.db").write_bytes(b""), id="emptied"),
        pytest.param(
            lambda root: (root / ".fabric/fabric.db").write_bytes(b"no database" * 99), id="broken"
        ),
        pytest.param(lambda root: (root / ".fabric/fabric.db").unlink(), id="gone, as in a clone"),
        pytest.param(
            lambda root: (root / "fabric.toml").write_text("[prime\n"), id="settings broken"
        ),
        pytest.param(
            lambda root: (root / "fabric.toml").write_text("[govrnance]\n"), id="settings unknown"
        ),
        pytest.param(
            lambda root: (root / "fabric.toml").write_text('store = "memory:"\nprefix = 7\n'),
            id="settings of a wrong kind",
        ),
        pytest.param(
            lambda root: (root / "fabric.toml").write_text('store = "sqlte:///x"\n'),
            id="no such kind of store",
        ),
        pytest.param(
            lambda root: (
                (root / ".fabric/fabric.db").replace(root / "x")
                and (root / ".fabric/fabric.db").symlink_to("x" * 300)
            ),
            id="a path that no file can have",
        ),
    ],
)
@pytest.mark.parametrize("host", HOSTS)
def test_what_cannot_be_read_is_said_loudly_inside(host: str, spoil: object, told: str) -> None:
    spoil(Path.cwd())  # type: ignore[operator]  # from the table above
    answer = hook(host)
    assert (answer.status, answer.err) == (0, b"")
    assert answer.text.split("\n")[1].startswith(LOUD)
    assert "itself failed" not in answer.text


def test_a_store_that_does_not_answer_is_told_in_time(shop: Shop, told: str) -> None:
    export = shop.folder / "slow.jsonl"
    subprocess.run(["mkfifo", str(export)], check=True)  # opening it waits for ever
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8")
    text = f'store = "jsonl:slow.jsonl"\n{text}\n[prime]\ndeadline_seconds = 1.5\n'
    settings.write_text(text, encoding="utf-8")
    begin = time.monotonic()
    answer = hook("claude")
    assert time.monotonic() - begin < 15
    assert (answer.status, answer.err) == (0, b"")
    assert LOUD in answer.text


def test_the_words_that_a_version_does_not_know_do_not_keep_the_memories_back(told: str) -> None:
    answer = hook("claude", START, "--future", "--max-chars", "x", "--memories-only")
    assert (answer.status, answer.err) == (0, b"")
    assert told in answer.text
    assert "does not know: --future --max-chars x" in answer.text


def test_wrong_words_are_told_and_followed_as_far_as_can_be(told: str) -> None:
    answer = hook("codex", START, *["--max-chars", "20", "--domain", "zzz", "--work", "nope"])
    assert (answer.status, answer.err) == (0, b"")
    assert len(answer.text) <= 500
    assert "NOT loaded" in answer.text
    both = hook("codex", START, "--memories-only", "--no-memories").text
    assert told in both
    assert "neither was followed" in both


def test_cursor_running_claudes_entry_is_answered_in_its_own_form(told: str) -> None:
    answer = hook("claude", {"cursor_version": "3.1", **START})
    assert told in answer.text
    assert list(json.loads(answer.out)) == ["additional_context"]
    assert list(json.loads(hook("claude", START, CURSOR_VERSION="3.1").out)) == [
        "additional_context"
    ]


def test_cursor_with_an_entry_of_its_own_is_not_told_twice(shop: Shop, told: str) -> None:
    shop.ok("setup", "cursor")
    assert hook("claude", {"cursor_version": "3.1"}).out == b"{}\n"
    assert told in hook("cursor", {"cursor_version": "3.1"}).text
    assert told in hook("claude", START).text


@pytest.mark.parametrize(
    ("host", "measure", "most"),
    [
        pytest.param("claude", utf16_units, 10_000, id="claude"),
        pytest.param("codex", utf8_bytes, 10_000, id="codex"),
        pytest.param("gemini", len, 12_000, id="gemini"),
        pytest.param("cursor", len, 12_000, id="cursor"),
    ],
)
def test_two_hundred_long_rules_and_five_hundred_notes_keep_within_each_cap(
    tmp_path: Path, host: str, measure: object, most: int
) -> None:
    file = tmp_path / "issues.jsonl"
    file.write_text("".join(_full()), encoding="utf-8")
    more = ("--store", f"jsonl:{file}", "--max-chars", "12000")
    answer = hook(host, START, *more)
    assert (answer.status, answer.err) == (0, b"")
    assert 0 < measure(answer.text) <= most  # type: ignore[operator]  # from the table above
    shown = entries(answer.text)
    assert counted(answer.text)["hard"] == (len(shown["hard"]), 200)
    assert counted(answer.text)["notes"] == (0, 500)
    assert list(shown) == ["hard"]
    assert all(entry.endswith("ende。") for entry in shown["hard"])
    assert answer.text.split("\n")[1].startswith("Showing ")
    assert answer.out == hook(host, START, *more).out


def test_reading_leaves_the_files_as_they_were(shop: Shop, told: str) -> None:
    def state() -> dict[str, bytes]:
        files = (path for path in Path.cwd().rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in sorted(files)}

    gc.collect()  # what the fixture opened is let go of, and its log moves into the database
    before = state()
    for words in (("prime",), ("memories",), ("recall", told), ("prime", "--json"), ("lint",)):
        running = shop.process(*words)
        running.communicate(timeout=60)
        assert running.returncode == 0, words
    hook("claude")
    assert state() == before


def _full() -> list[str]:
    said = "日本 ü " * 20
    lines = []
    for number in range(200):
        text = f"Regel {number}: {said}"
        record = {
            "id": f"mf-m{number}",
            "title": f"[MEMORY][ARCH][HARD] Rule {number} {'ä' * 100}",
            "description": f"Rule: {text.ljust(292, 'x')} ende。",
            "status": "closed",
            "issue_type": "decision",
            "labels": ["memory", "mem-hard", "memory-arch"],
            "created_at": "2026-03-01T09:00:00Z",
        }
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    for number in range(500):
        note = {"_type": "memory", "key": f"note-{number}", "value": f"Notiz {number} 和 {said}"}
        lines.append(json.dumps(note, ensure_ascii=False) + "\n")
    return lines
