"""Stores, settings, files and terminals in every odd state: a sentence, a status, never a traceback."""

import os
import pty
import sqlite3
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


@pytest.mark.parametrize("verb", ["list", "lint", "export", "audit"])
def test_without_a_store_it_says_how_to_make_one(verb: str, nowhere: Shop) -> None:
    ran = nowhere.fabric(verb)
    expect(ran, 3)
    assert "fabric init" in ran.err


@pytest.mark.parametrize("make", STORES, ids=lambda make: make.__name__.replace("_", " "))
@pytest.mark.parametrize("verb", ["list", "lint", "export"])
def test_a_store_that_cannot_be_read_is_said(verb: str, make: object, shop: Shop) -> None:
    assert callable(make)
    ran = shop.fabric(verb, "--store", make(shop.folder))
    expect(ran, 3)


def test_an_export_is_not_written_to(shop: Shop) -> None:
    shop.ok("export", "-o", "issues.jsonl")
    ran = shop.fabric("work", "add", "A task", "--store", "jsonl:issues.jsonl")
    expect(ran, 3)
    assert "can only be read" in ran.err or "is only read" in ran.err


def test_a_read_only_folder_can_be_read_and_not_written(read_only: Shop) -> None:
    expect(read_only.fabric("list"), 0)
    expect(read_only.fabric("work", "add", "A task"), 3)


def test_a_store_of_a_newer_version_is_left_alone(shop: Shop) -> None:
    file = shop.folder / ".fabric" / "fabric.db"
    database = sqlite3.connect(file)
    with database:
        database.execute("UPDATE fabric_schema SET version_num = '9999'")
    database.close()
    for words in (("list",), ("work", "add", "A task"), ("lint",)):
        ran = shop.fabric(*words)
        expect(ran, 3)
        assert "newer version" in ran.err


def test_an_export_is_not_written_where_it_cannot(shop: Shop) -> None:
    expect(shop.fabric("export", "-o", "gone/folder/issues.jsonl"), 3)
    expect(shop.fabric("export", "-o", "."), 3)


def test_an_export_does_not_lose_what_only_the_file_holds(shop: Shop) -> None:
    file = Path("issues.jsonl")
    shop.ok("export", "-o", str(file))
    more = '{"id":"shop-9","title":"From elsewhere","x_unknown":{"keep":1}}\n'
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    ran = shop.fabric("export", "-o", str(file))
    expect(ran, 2)
    assert "shop-9" in ran.err
    shop.ok("import", str(file))
    shop.ok("export", "-o", str(file))
    assert '"x_unknown":{"keep":1}' in file.read_text(encoding="utf-8")


def test_an_init_that_cannot_make_its_store_leaves_no_settings_behind(nowhere: Shop) -> None:
    Path("text.db").write_text("no database" * 100, encoding="utf-8")
    for url in ("nonsense:x", "sqlite:///text.db", "jsonl:gone.jsonl"):
        assert nowhere.fabric("init", "--store", url).status in {2, 3}
        assert not Path("fabric.toml").exists()


def test_a_store_that_was_named_once_is_found_again(nowhere: Shop) -> None:
    nowhere.ok("init", "--prefix", "shop", "--store", "sqlite:///data/beads.db")
    nowhere.ok("work", "add", "A task")
    below = Path("below")
    below.mkdir()
    os.chdir(below)
    assert "A task" in nowhere.ok("work", "list").out
    os.chdir(nowhere.folder)


# Settings


@pytest.mark.parametrize(("text", "said"), BROKEN_SETTINGS)
def test_settings_that_are_not_understood_are_said(text: str, said: str, shop: Shop) -> None:
    (shop.folder / "fabric.toml").write_text(text, encoding="utf-8")
    ran = shop.fabric("lint")
    expect(ran, 2)
    assert said in ran.err


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"prefix = '\xff'\n", id="not UTF-8"),
        pytest.param(b"\x00\x01\x02", id="bytes"),
    ],
)
def test_settings_that_are_no_text_are_said(data: bytes, shop: Shop) -> None:
    (shop.folder / "fabric.toml").write_bytes(data)
    expect(shop.fabric("list"), 2)


def test_settings_with_a_byte_order_mark_are_read(shop: Shop) -> None:
    file = shop.folder / "fabric.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    shop.ok("list")


def test_settings_may_stand_in_pyproject(nowhere: Shop) -> None:
    Path("pyproject.toml").write_text(
        '[project]\nname = "x"\n\n[tool.fabric]\nprefix = "shop"\n\n'
        '[[tool.fabric.domains]]\nlabel = "memory-arch"\n',
        encoding="utf-8",
    )
    nowhere.ok("init")
    assert not Path("fabric.toml").exists()
    assert "shop-anchor-arch" in nowhere.ok("anchor", "list").out
    Path("pyproject.toml").write_text("[tool.fabric]\nprefiks = 'x'\n", encoding="utf-8")
    ran = nowhere.fabric("list")
    expect(ran, 2)
    assert "Did you mean prefix?" in ran.err


def test_the_environment_overrides_all_but_governance(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        shop.hint(f"Hint {number}")
    monkeypatch.setenv("FABRIC_BUDGET_MEMORIES", "1")
    work = shop.work()
    shop.ok("start", work)
    receipt = shop.ok("show", work, "--json").document["receipt"]
    assert len(receipt["memories"]) == 1
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", "New")
    monkeypatch.setenv("FABRIC_GOVERNANCE_REVIEWERS", "eve")
    expect(shop.fabric("ratify", draft, "--actor", "eve"), 2)


# Who acts


def test_nobody_is_refused_and_told_how_to_say_who(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FABRIC_ACTOR", "BEADS_ACTOR", "USER"):
        monkeypatch.delenv(name, raising=False)
    ran = shop.fabric("work", "add", "A task")
    expect(ran, 2)
    assert "--actor NAME" in ran.err
    expect(shop.fabric("list"), 0)
