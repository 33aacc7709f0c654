"""Exit statuses: the table in the docs, and what the command really does."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from fabric.faces.cli.catalog import CATALOG
from tests.faces.shop import Ran, Shop
from tests.guard import ROOT

RULE = "Every write goes through the service layer"
HARD = ("--domain", "arch", "--strength", "hard", "--rule", RULE)
SOFT = ("--domain", "arch", "--strength", "soft", "--rule")


def test_the_table_in_the_docs_has_a_row_for_every_verb() -> None:
    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE)
    assert sorted(rows) == sorted({entry.name for entry in CATALOG})


def expect(ran: Ran, status: int) -> None:
    """The status; an error is two sentences on standard error, and nothing on the other."""
    assert ran.status == status, ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err
    if status in {2, 3, 4}:
        assert ran.out == ""
        assert len(ran.err.strip().split("\n")) >= 2


DONE: list[tuple[str, ...]] = [
    ("init",),
    ("list",),
    ("list", "--state", "retired"),
    ("work", "list"),
    ("work", "list", "--ready"),
    ("anchor", "list"),
    ("audit", "--verify"),
    ("lint", "--explain", "stale-relation"),
    ("export",),
    ("start", "--all-active"),
    ("search", "nothing"),
    ("memories",),
]


@pytest.mark.parametrize("words", DONE, ids=" ".join)
def test_it_is_done_also_where_there_is_nothing(words: tuple[str, ...], shop: Shop) -> None:
    ran = shop.fabric(*words)
    expect(ran, 0)
    assert ran.out.strip(), "nothing is said"


UNKNOWN: list[tuple[str, ...]] = [
    ("show", "shop-none"),
    ("status", "shop-none"),
    ("start", "shop-none"),
    ("verify", "shop-none"),
    ("ratify", "shop-none"),
    ("trust", "shop-none"),
    ("audit", "shop-none"),
    ("history", "shop-none"),
    ("work", "claim", "shop-none"),
    ("work", "close", "shop-none"),
    ("supersede", "shop-none", "--with", "shop-gone", "--reason", "x"),
    ("propose", *SOFT, "New", "--replaces", "shop-none"),
    ("retire", "shop-none", "--reason", "x"),
    ("reject", "shop-none", "--reason", "x"),
    ("adopt", "shop-none"),
]


@pytest.mark.parametrize("words", UNKNOWN, ids=lambda words: " ".join(words[:2]))
def test_an_unknown_bead_is_a_negative_answer(words: tuple[str, ...], shop: Shop) -> None:
    ran = shop.fabric(*words)
    expect(ran, 1)
    assert "shop-none" in ran.err
    assert ran.out == ""


def test_an_unknown_rule_is_a_negative_answer_that_names_the_known_ones(shop: Shop) -> None:
    ran = shop.fabric("lint", "--explain", "no-such-rule")
    expect(ran, 1)
    assert "stale-relation" in ran.err


def test_a_clean_lint_is_done(shop: Shop) -> None:
    shop.memory(RULE)
    expect(shop.fabric("lint"), 0)


WRONG: list[tuple[str, ...]] = [
    ("frobnicate",),
    ("work", "frobnicate"),
    ("list", "--frobnicate"),
    ("show",),
    ("show", "a", "b"),
    ("start",),
    ("supersede", "shop-1", "--reason", "x"),
    ("list", "--domain", "zzz*"),
    ("list", "--strength", "harsh"),
    ("list", "--state", "closed"),
    ("list", "--as-of", "yesterday"),
    ("work", "add", "x", "--type", "epic"),
    ("work", "add", "x", "--domain", "payments"),
    ("work", "add", "x", "--priority", "9"),
    ("work", "add", " "),
    ("propose", "--domain", "arch", "--strength", "soft"),
    ("propose", "--strength", "soft", "--rule", "x"),
    ("propose", *SOFT, "x", "--check", "It works"),
    ("propose", *SOFT, "x", "--effective", "soon"),
    ("propose", "--file", "gone.md"),
    ("propose", *SOFT, "x", "--appeal", "again"),
    ("lint", "--format", "yaml"),
    ("lint", "--fail-on", "note"),
    ("lint", "--all", "--active"),
    ("import", "a.jsonl", "--restore", "--foreign"),
    ("anchor", "create", "memory-anchor"),
    ("verify", "shop-1", "--attest", "shop-2"),
    ("show", "shop-anchor"),
    ("show", ""),
    ("init", "--prefix", "a b"),
    ("start", "--all-active", "shop-1"),
    ("list", "--store", "nonsense"),
    ("list", "--store", "mongo:x"),
    ("list", "--store", "sqlite:x"),
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_use_is_said_before_anything_is_written(words: tuple[str, ...], shop: Shop) -> None:
    before = shop.ok("export").out
    expect(shop.fabric(*words), 2)
    assert shop.ok("export").out == before


def held_by_another(shop: Shop) -> tuple[str, ...]:
    work = shop.work()
    shop.ok("work", "claim", work, "--actor", "otto")
    return ("start", work)


def blocked(shop: Shop) -> tuple[str, ...]:
    shop.memory(RULE)
    return ("work", "close", shop.started())


def an_agent(shop: Shop) -> tuple[str, ...]:
    draft = shop.id_of("propose", *SOFT, "New")
    return ("ratify", draft, "--actor", "agent:scout")


def a_stranger(shop: Shop) -> tuple[str, ...]:
    draft = shop.id_of("propose", *SOFT, "New")
    return ("ratify", draft, "--actor", "eve")


def said_before(shop: Shop) -> tuple[str, ...]:
    shop.memory(RULE)
    return ("propose", *HARD)


def a_secret(shop: Shop) -> tuple[str, ...]:
    # Put together here, so that no scanner takes this file for a leak.
    return ("propose", *SOFT, "Use the key " + "AKIA" + "IOSFODNN7EXAMPLE")


def a_successor(shop: Shop) -> tuple[str, ...]:
    return ("ratify", shop.successor(shop.memory(RULE)))


def no_domain(shop: Shop) -> tuple[str, ...]:
    return ("start", shop.id_of("work", "add", "No domain"))


RULES = [
    held_by_another,
    blocked,
    an_agent,
    a_stranger,
    said_before,
    a_secret,
    a_successor,
    no_domain,
]


@pytest.mark.parametrize("make", RULES, ids=lambda make: make.__name__.replace("_", " "))
def test_what_a_rule_forbids_is_refused(
    make: Callable[[Shop], tuple[str, ...]], shop: Shop
) -> None:
    words = make(shop)
    before = shop.ok("export").out
    expect(shop.fabric(*words), 2)
    assert shop.ok("export").out == before


def test_a_clause_that_does_not_hold_is_a_negative_answer(shop: Shop) -> None:
    shop.memory(RULE, "--verify", "false")
    work = shop.started()
    ran = shop.fabric("verify", work, "--allow-dirty")
    expect(ran, 1)
    assert "exit status 1" in ran.out
    assert "Still open" in ran.out


def test_findings_are_a_negative_answer(shop: Shop) -> None:
    shop.memory(RULE)
    shop.ok("work", "claim", shop.work())
    ran = shop.fabric("lint")
    expect(ran, 1)
    assert "work-without-memory" in ran.out


def test_warnings_fail_only_where_asked(shop: Shop) -> None:
    memory = shop.memory(RULE)
    line = shop.ok("export").out.split("\n")
    (hand,) = [each.replace(memory, "shop-hand") for each in line if f'"id":"{memory}"' in each]
    Path("hand.jsonl").write_text(hand + "\n", encoding="utf-8")
    shop.ok("import", "hand.jsonl")
    expect(shop.fabric("lint"), 0)
    expect(shop.fabric("lint", "--fail-on", "warning"), 1)


def test_lines_that_were_not_taken_are_a_negative_answer(shop: Shop) -> None:
    Path("a.jsonl").write_text('{"id":"shop-1","title":"One"}\nnot json\n', encoding="utf-8")
    ran = shop.fabric("import", "a.jsonl")
    expect(ran, 1)
    assert "1 new" in ran.out
    assert "line 2: The line is not JSON" in ran.out


def test_a_journal_that_does_not_hold_is_a_negative_answer(shop: Shop) -> None:
    database = sqlite3.connect(shop.folder / ".fabric" / "fabric.db")
    with database:
        database.execute("UPDATE fabric_journal SET actor = 'mallory' WHERE sequence = 1")
    database.close()
    expect(shop.fabric("audit"), 0)
    ran = shop.fabric("audit", "--verify")
    expect(ran, 1)
    assert "FAULT" in ran.out


def test_a_journal_whose_end_is_gone_is_a_negative_answer_until_it_is_accepted(shop: Shop) -> None:
    database = sqlite3.connect(shop.folder / ".fabric" / "fabric.db")
    with database:
        (last,) = database.execute("SELECT max(sequence) FROM fabric_journal").fetchone()
        for table in ("fabric_journal", "fabric_journal_payload", "fabric_journal_bead"):
            database.execute(f"DELETE FROM {table} WHERE sequence = ?", (last,))  # noqa: S608  # our own names
    database.close()
    ran = shop.fabric("audit", "--verify")
    expect(ran, 1)
    assert f"entry {last} was seen here" in ran.out
    expect(shop.fabric("audit", "--accept-end"), 0)
    expect(shop.fabric("audit", "--verify"), 0)


def test_nothing_looked_at_has_its_own_status(shop: Shop) -> None:
    expect(shop.fabric("lint", "shop-none"), 4)
    Path("empty.jsonl").write_text("", encoding="utf-8")
    expect(shop.fabric("lint", "--store", "jsonl:empty.jsonl"), 4)
    expect(shop.fabric("lint", "--store", "jsonl:empty.jsonl", "--allow-empty"), 0)
