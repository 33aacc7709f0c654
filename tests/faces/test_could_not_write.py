"""Stores and files that cannot be written: a sentence, a status, never a traceback."""

import os
import pty
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.shop import Ran, Shop
from tests.faces.test_exits import expect
from tests.guard import ROOT

RULE = "Every write goes through the service layer"


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A folder that is no project."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FABRIC_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("FABRIC_ACTOR", "vera@example.test")
    return Shop(tmp_path)


# Stores


def not_there(_: Path) -> str:
    return "sqlite:///gone.db"


def a_folder(folder: Path) -> str:
    (folder / "folder.db").mkdir()
    return "sqlite:///folder.db"


def no_database(folder: Path) -> str:
    (folder / "text.db").write_text("This is no database, it is a text." * 40, encoding="utf-8")
    return "sqlite:///text.db"


def an_empty_file(folder: Path) -> str:
    (folder / "empty.db").touch()
    return "sqlite:///empty.db"


def cut_short(folder: Path) -> str:
    whole = (folder / ".fabric" / "fabric.db").read_bytes()
    (folder / "cut.db").write_bytes(whole[: len(whole) // 2])
    return "sqlite:///cut.db"


def no_export(folder: Path) -> str:
    (folder / "other.jsonl").write_text('{"by":"x","ts":1}\n', encoding="utf-8")
    return "jsonl:other.jsonl"


def no_such_export(_: Path) -> str:
    return "jsonl:gone.jsonl"


STORES = [not_there, a_folder, no_database, an_empty_file, cut_short, no_export, no_such_export]


@pytest.fixture
def read_only(shop: Shop) -> Iterator[Shop]:
    """A project whose store and folder only allow reading."""
    if os.geteuid() == 0:
        pytest.skip("the superuser may write everywhere")
    folder = shop.folder / ".fabric"
    for path in (*folder.iterdir(), folder):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    yield shop
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)


BROKEN_SETTINGS = [
    pytest.param("[governance\n", "cannot be read", id="no TOML"),
    pytest.param('prefix = "a"\nprefix = "b"\n', "cannot be read", id="a key twice"),
    pytest.param("budgett = 3\n", "Did you mean budget?", id="an unknown section"),
    pytest.param("[budget]\nmemory = 3\n", "Did you mean memories?", id="an unknown key"),
    pytest.param('[budget]\nmemories = "many"\n', "budget.memories", id="a text for a number"),
    pytest.param('[[domains]]\nlabel = "memory-anchor"\n', "reserved", id="a reserved domain"),
    pytest.param(
        '[[domains]]\nlabel = "memory-a"\n[[domains]]\nlabel = "memory-a"\n',
        "twice",
        id="a domain twice",
    ),
    pytest.param('[work]\nadopted = "soon"\n', "work.adopted", id="a date that is none"),
    pytest.param('[governance]\nconfirm = "maybe"\n', "governance.confirm", id="no such choice"),
    pytest.param('[lint.severity]\nmemory-titel = "off"\n', "memory-titel", id="unknown rule"),
]


LINE = '{"id":"shop-1","title":"Grün","status":"open","issue_type":"task"}\n'
FILES = [
    pytest.param(LINE.encode(), 0, "1 new", id="UTF-8"),
    pytest.param(b"\xef\xbb\xbf" + LINE.encode(), 0, "1 new", id="a byte order mark"),
    pytest.param(LINE.replace("\n", "\r\n").encode(), 0, "1 new", id="CRLF"),
    pytest.param(LINE.strip().encode(), 0, "1 new", id="no last line feed"),
    pytest.param(b"\n\n" + LINE.encode() + b"\n", 0, "1 new", id="blank lines"),
    pytest.param(LINE.encode("latin-1"), 1, "not UTF-8", id="Latin-1"),
    pytest.param(LINE.encode("utf-16"), 1, "UTF-8|not JSON", id="UTF-16"),
    pytest.param(b"<<<<<<< HEAD\n" + LINE.encode(), 1, "merge conflict", id="a conflict"),
    pytest.param(b"[" * 5000 + b"\n" + LINE.encode(), 1, "not taken|Not taken", id="too deep"),
    pytest.param(b'{"id":""}\n' + LINE.encode(), 1, "Not taken", id="no id"),
    pytest.param(LINE.encode() + b'{"id":1e999}\n', 1, "Not taken", id="too large a number"),
    pytest.param(b"", 0, "0 new", id="nothing at all"),
]


def on_a_terminal(shop: Shop, *words: str, **variables: str) -> str:
    """What a command prints where it talks to a terminal."""
    main, other = pty.openpty()
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"} | variables  # noqa: TID251  # handed on
    running = subprocess.Popen(
        [sys.executable, "-m", "fabric", *words],
        cwd=shop.folder,
        env=environ,
        stdin=other,
        stdout=other,
        stderr=other,
    )
    os.close(other)
    said = b""
    while True:
        try:
            some = os.read(main, 4096)
        except OSError:  # the other end was closed
            break
        if not some:
            break
        said += some
    running.wait(timeout=30)
    os.close(main)
    return said.decode()


def piped(shop: Shop, *words: str) -> Ran:
    """A command whose reader goes away at once."""
    running = shop.process(*words)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    err = running.stderr.read().decode()
    running.stderr.close()
    return Ran(running.wait(timeout=30), "", err)


@pytest.mark.parametrize(
    ("variables", "option", "expected"),
    [
        pytest.param({"USER": "u"}, "", "u", id="the user"),
        pytest.param({"USER": "u", "BEADS_ACTOR": "b"}, "", "b", id="bd's before the user"),
        pytest.param({"BEADS_ACTOR": "b", "FABRIC_ACTOR": "f"}, "", "f", id="ours before bd's"),
        pytest.param({"FABRIC_ACTOR": "f"}, "o", "o", id="the option before all"),
        pytest.param({"FABRIC_ACTOR": "agent:scout"}, "", "scout", id="an agent, by its name"),
    ],
)
def test_who_acts(
    variables: dict[str, str],
    option: str,
    expected: str,
    shop: Shop,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FABRIC_ACTOR", "BEADS_ACTOR", "USER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    words = ("--actor", option) if option else ()
    shop.ok("work", "add", "A task", *words)
    entry = shop.ok("audit", "--json").document["entries"][-1]
    assert (entry["actor"], entry["actor_kind"]) == (
        expected,
        "agent" if "agent" in str(variables) else "person",
    )


def test_in_the_shell_of_an_agent_host_everybody_is_an_agent_where_confirmations_are_typed(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", "New")
    file = shop.folder / "fabric.toml"
    text = file.read_text(encoding="utf-8").replace('confirm = "none"', 'confirm = "typed"')
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = shop.fabric("ratify", draft)
    expect(ran, 2)
    assert "person" in ran.err


# Files that are imported


@pytest.mark.parametrize(("data", "status", "said"), FILES)
def test_a_file_is_taken_as_far_as_it_can_be_read(
    data: bytes, status: int, said: str, shop: Shop
) -> None:
    Path("a.jsonl").write_bytes(data)
    ran = shop.fabric("import", "a.jsonl")
    assert ran.status == status, ran.out + ran.err
    assert re.search(said, ran.out)
    assert "\ufeff" not in shop.ok("export").out


@pytest.mark.parametrize("name", ["gone.jsonl", "."])
def test_a_file_that_is_none_is_said(name: str, shop: Shop) -> None:
    expect(shop.fabric("import", name), 3)


# What reaches the terminal


def test_control_characters_of_a_title_are_made_visible(shop: Shop) -> None:
    title = "Red \x1b[31m alert\x07 \u202egnirts"
    work = shop.id_of("work", "add", title, "--domain", "arch")
    shop.memory("Rule \x1b]0;pwned\x07 \u202edesrever")
    shop.ok("start", work)
    said = [
        shop.ok(*words)
        for words in (
            ("work", "list"),
            ("show", work),
            ("status", work),
            ("list",),
            ("work", "claim", work),
            ("lint",),
            ("audit",),
        )
    ]
    for ran in said:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", ran.out + ran.err), ran.out
    assert any("\\x1b[31m" in ran.out for ran in said)


def test_a_line_break_in_a_title_starts_no_line_of_its_own(shop: Shop) -> None:
    Path("a.jsonl").write_text(
        '{"id":"shop-1","title":"One\\nshop-2 P0 forged","status":"open","issue_type":"task"}\n',
        encoding="utf-8",
    )
    shop.ok("import", "a.jsonl")
    lines = shop.ok("work", "list").out.splitlines()
    assert len(lines) == 1


def test_errors_are_red_on_a_terminal(shop: Shop) -> None:
    assert "\x1b[31mError:\x1b[0m There is no bead" in on_a_terminal(shop, "show", "shop-none")


def test_no_color_is_obeyed(shop: Shop) -> None:
    said = on_a_terminal(shop, "show", "shop-none", NO_COLOR="1")
    assert "Error: There is no bead" in said
    assert "\x1b" not in said


def test_a_typed_confirmation_is_asked_for_at_the_terminal(shop: Shop) -> None:
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", RULE)
    file = shop.folder / "fabric.toml"
    text = file.read_text(encoding="utf-8").replace('confirm = "none"', 'confirm = "typed"')
    file.write_text(text, encoding="utf-8")
    ran = shop.fabric("ratify", draft)
    expect(ran, 2)
    assert "Nobody is at a terminal" in ran.err


# Pipes and signals


@pytest.mark.parametrize("words", [("export",), ("audit",), ("--help",), ("lint", "--json")])
def test_a_reader_that_goes_away_ends_it_quietly(words: tuple[str, ...], shop: Shop) -> None:
    shop.memory(RULE)
    ran = piped(shop, *words)
    assert (ran.status, ran.err) == (141, "")


def test_a_terminated_process_says_no_traceback(shop: Shop) -> None:
    shop.memory(RULE, "--verify", "sleep 30")
    running = shop.process("verify", shop.started(), "--allow-dirty")
    try:
        running.wait(timeout=1.5)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGTERM)
    _, err = running.communicate(timeout=20)
    assert b"Traceback" not in err
