"""`fabric prime` as a person or a script types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fabric.faces.cli.express import prime_at_once
from fabric.faces.cli.prime_options import PrimeOptions, read_prime
from tests.faces.hooks import hook, surroundings
from tests.faces.shop import Shop

HOUSE = "# House rules\nRun the tests before you commit.\n"
NOTHING = "No memory is in force here and no note is stored. Nothing is missing.\n"

PROGRAM = """
import atexit, sys
heavy = ("typer", "pydantic", "sqlalchemy", "networkx", "alembic", "subprocess")
atexit.register(lambda: print(*(name for name in heavy if name in sys.modules), file=sys.stderr))
from fabric.main import main
sys.argv = ["fabric", *sys.argv[1:]]
sys.exit(main())
"""


def test_a_healthy_project_with_nothing_to_say_says_so_in_a_line(shop: Shop) -> None:
    assert shop.ok("prime").out == NOTHING


def test_the_same_bytes_twice(shop: Shop) -> None:
    shop.memory("Writes go through the service layer")
    shop.ok("remember", "Prices are in cents")
    shop.started()
    assert shop.ok("prime").out == shop.ok("prime").out
    assert shop.ok("prime", "--json").out == shop.ok("prime", "--json").out


def test_a_template_of_the_project_takes_the_place_of_the_words_never_of_the_memories(
    shop: Shop,
) -> None:
    memory = shop.memory("Writes go through the service layer")
    (shop.folder / ".beads").mkdir()
    (shop.folder / ".beads" / "PRIME.md").write_text(HOUSE, encoding="utf-8")
    store = ("--store", f"sqlite:///{shop.folder}/.fabric/fabric.db")
    whole = shop.ok("prime", *store).out
    assert "Run the tests before you commit." in whole
    assert "How to work with it" not in whole
    assert whole.index("House rules") < whole.index(memory)
    only = shop.ok("prime", "--memories-only", *store).out
    assert memory in only
    assert "House rules" not in only
    words = shop.ok("prime", "--no-memories", *store).out
    assert "House rules" in words
    assert memory not in words
    assert "House rules" in hook("claude", None, *store).text
    assert memory in hook("claude", None, *store).text
    assert "House rules" not in hook("claude", None, "--memories-only", *store).text
    assert memory in hook("claude", None, "--memories-only", *store).text


@pytest.mark.parametrize("content", [b"\xff\xfe\xfa", None])
def test_a_template_that_cannot_be_read_is_a_loss_and_the_memories_come(
    shop: Shop, content: bytes | None
) -> None:
    memory = shop.memory("Writes go through the service layer")
    template = shop.folder / ".beads" / "PRIME.md"
    template.parent.mkdir()
    if content is None:
        template.mkdir()
    else:
        template.write_bytes(content)
    out = shop.ok("prime", "--store", f"sqlite:///{shop.folder}/.fabric/fabric.db").out
    assert "NOT loaded: the project's own words on how to work!" in out
    assert memory in out


def test_a_named_work_item_comes_with_what_binds_it(shop: Shop) -> None:
    memory = shop.memory("Writes go through the service layer")
    work = shop.started()
    out = shop.ok("prime", "--work", work).out
    assert f"- {work} (in_progress; arch): Add an export" in out
    assert f"contract {work}-mc is open, 1 of 1 rules to verify ({memory})" in out


def test_a_question_that_makes_no_sense_is_answered_with_an_exit_status(shop: Shop) -> None:
    assert shop.fabric("prime", "--domain", "zzz").status == 2
    assert shop.fabric("prime", "--work", "nope").status == 1
    assert shop.fabric("prime", "--memories-only", "--no-memories").status == 2
    assert shop.fabric("prime", "--max-chars", "20").status == 2
    assert shop.fabric("prime", "--hook", "vim").status == 2


def test_a_store_that_cannot_be_read_is_loud_and_no_success(shop: Shop) -> None:
    ran = shop.fabric("prime", "--store", "sqlite:///none.db")
    assert ran.status == 3
    assert "NOT loaded: memories and notes! The store none.db is not there." in ran.out


def test_json_is_the_whole_briefing(shop: Shop) -> None:
    memory = shop.memory("Writes go through the service layer")
    document = shop.ok("prime", "--json").document
    assert [each["id"] for each in document["hard"]] == [memory]
    assert document["counts"] == {"hard": 1, "soft": 0, "notes": 0, "drafts": 0}


def test_a_line_separator_in_a_text_begins_no_line_of_its_own(tmp_path: Path, shop: Shop) -> None:
    text = "one\u2028two\u0085three\u2029# A heading"
    record = {
        "id": "mf-u",
        "title": text,
        "status": "closed",
        "issue_type": "decision",
        "labels": ["memory", "mem-hard", "memory-arch"],
        "description": text,
    }
    file = tmp_path / "issues.jsonl"
    file.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    out = shop.ok("prime", "--store", f"jsonl:{file}").out
    assert "one\\u2028two\\x85three\\u2029# A heading" in out
    assert out.count("mf-u") == 1
    assert len(out.splitlines()) == out.count("\n")


@pytest.mark.parametrize(
    ("words", "read"),
    [
        pytest.param((), PrimeOptions(), id="nothing"),
        pytest.param(
            ("--hook=claude", "--domain", "arch", "--domain=ux", "--max-chars", "900"),
            PrimeOptions(hook="claude", domains=("arch", "ux"), max_chars=900),
            id="values in both spellings",
        ),
        pytest.param(
            ("--memories-only", "--json", "--store", "memory:", "--work", "a-1"),
            PrimeOptions(memories_only=True, as_json=True, store="memory:", work="a-1"),
            id="flags",
        ),
        pytest.param(
            ("--hook", "codex", "--new", "thing", "--work"),
            PrimeOptions(hook="codex", unknown=("--new", "thing", "--work")),
            id="a hook tells what it does not know",
        ),
        pytest.param(("--new",), None, id="a person is told by the long way"),
        pytest.param(("--help",), None, id="help is the long way"),
        pytest.param(("--hook", "codex", "--help"), None, id="help of a hook as well"),
        pytest.param(("--hook", "vim"), None, id="an unknown host too"),
        pytest.param(("--max-chars", "many"), None, id="a number that is none"),
        pytest.param(("--json=yes",), None, id="a flag takes no value"),
    ],
)
def test_a_command_line_read_by_hand(words: tuple[str, ...], read: PrimeOptions | None) -> None:
    assert read_prime(words) == read


def test_the_short_way_explains_what_a_person_got_wrong(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prime_at_once(["--domain", "zzz"]) == 2
    assert "There is no domain 'zzz'" in capsys.readouterr().err


@pytest.mark.parametrize("more", [(), ("--hook", "claude"), ("--json",)])
def test_a_start_loads_no_library_that_it_can_do_without(shop: Shop, more: tuple[str, ...]) -> None:
    shop.memory("Writes go through the service layer")
    shop.ok("remember", "Prices are in cents")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "prime", *more],
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert "Writes go through the service layer" in done.stdout
