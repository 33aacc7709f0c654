"""What a newcomer types wrong in the first hour, and what they are told."""

import subprocess
from pathlib import Path

import pytest

from tests.faces.shop import Shop, plain
from tests.faces.test_exits import expect

RULE = "Every write goes through the service layer"


def test_a_mistyped_verb_is_answered_with_the_nearest(shop: Shop) -> None:
    ran = shop.fabric("verfiy", "shop-1")
    expect(ran, 2)
    assert "Did you mean 'verify'?" in plain(ran.err)
    assert "Did you mean" not in plain(shop.fabric("zzzz").err)


@pytest.mark.parametrize("verb", ["verify", "status", "start"])
def test_what_is_no_work_item_is_neither_verified_nor_started(verb: str, shop: Shop) -> None:
    memory = shop.memory(RULE)
    work = shop.started()
    for other, kind in ((memory, "a memory"), (f"{work}-mc", "a contract")):
        ran = shop.fabric(verb, other)
        expect(ran, 2)
        assert f"{other} is {kind}, not a work item." in ran.err
    ran = shop.fabric(verb, "shop-anchor-arch")
    expect(ran, 2)
    assert "is an anchor, not a work item." in ran.err
    shop.ok(verb, work)


def test_a_draft_is_not_said_to_be_in_force(shop: Shop) -> None:
    words = ("propose", "--domain", "arch", "--strength", "soft", "--rule", RULE)
    assert "proposed to hold from" in shop.ok(*words).out
    assert "in force" not in shop.history[-1].out
    assert "in force from" in shop.ok("show", shop.hint("Prefer tabs")).out


def test_a_draft_is_withdrawn_and_not_replaced(shop: Shop) -> None:
    words = ("propose", "--domain", "arch", "--strength", "soft", "--rule", RULE)
    draft = shop.id_of(*words)
    ran = shop.fabric("propose", "--replaces", draft, "--rule", "Another")
    expect(ran, 2)
    assert f"fabric retire {draft}" in ran.err
    shop.ok("retire", draft, "--reason", "Worded anew")
    shop.ok(*words, "--scope", "Server code")


def test_another_prefix_is_not_passed_over(shop: Shop) -> None:
    ran = shop.fabric("init", "--prefix", "other")
    expect(ran, 2)
    assert "begin with shop, not with other" in ran.err
    assert "bd rename-prefix" not in ran.err
    shop.ok("init", "--prefix", "shop")
    shop.ok("init")


def test_a_prefix_in_the_settings_must_be_one_that_ids_can_have(shop: Shop) -> None:
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('"shop"', '"my shop"', 1), encoding="utf-8")
    ran = shop.fabric("work", "add", "A task")
    expect(ran, 2)
    assert "'my shop' cannot begin an id" in ran.err


def test_settings_without_a_domain_are_told_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FABRIC_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("FABRIC_ACTOR", "vera@example.test")
    (tmp_path / "fabric.toml").write_text('prefix = "shop"\n', encoding="utf-8")
    nowhere = Shop(tmp_path)
    said = nowhere.ok("init").out
    assert "fabric init --domain NAME=Title" in said
    assert "already" not in said
    assert "memory-ux" in nowhere.ok("init", "--domain", "ux=Screens").out
    assert "Everything was there already." in nowhere.ok("init").out


def test_in_the_shell_of_an_agent_host_a_person_is_told_why_they_count_as_an_agent(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8").replace('confirm = "none"', 'confirm = "typed"')
    settings.write_text(text, encoding="utf-8")
    scout = shop.fabric("ratify", "shop-1", "--actor", "agent:scout").err
    assert "scout is an agent; to ratify is for a person." in scout
    monkeypatch.setenv("CLAUDECODE", "1")
    told = shop.fabric("ratify", "shop-1").err
    assert "vera@example.test is an agent here, in what looks like a shell of claude;" in told
    assert "a terminal of your own" in told


def test_a_dry_run_of_verify_says_that_nothing_happened(shop: Shop) -> None:
    shop.memory(RULE)
    assert (
        "Nothing was run, and nothing was written."
        in shop.ok("verify", shop.started(), "--dry-run").out
    )


def test_a_file_that_goes_is_not_called_changed(shop: Shop) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    assert "Changed" in shop.ok("setup", "agents-md").out
    assert "Removed" in shop.ok("setup", "agents-md", "--remove").out
    (shop.folder / "AGENTS.md").write_text("# Ours\n", encoding="utf-8")
    shop.ok("setup", "agents-md")
    assert "Changed" in shop.ok("setup", "agents-md", "--remove").out


def test_one_is_one_and_two_are_two(shop: Shop) -> None:
    assert "2 entries of 1 writer;" in shop.ok("doctor").out
    shop.memory(RULE)
    assert "1 canonical memory has the words" in shop.ok("doctor").out
    shop.hint("Prefer tabs")
    assert "2 canonical memories have the words" in shop.ok("doctor").out


def test_what_held_when_work_closed_is_marked_as_everywhere(shop: Shop) -> None:
    shop.memory(RULE)
    shop.hint("Prefer tabs")
    work = shop.started()
    shop.ok("verify", work, "--allow-dirty")
    shop.ok("work", "close", work)
    said = shop.ok("status", work, "--at-close").out
    assert "  HARD  " in said
    assert "  soft  " in said


def test_hard_rules_without_a_check_are_told_before_and_after(shop: Shop) -> None:
    (shop.folder / "AGENTS.md").write_text(
        "# Workflow\n\n- Never push on a Friday.\n- Prefer small commits.\n", encoding="utf-8"
    )
    shop.ok("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    assert "can ratify it: 1." in shop.ok("migrate", "rules", "--plan", "plan.toml").out
    assert "in the plan, or make it soft" in shop.history[-1].out
    said = shop.ok("migrate", "rules", "--plan", "plan.toml", "--apply").out
    assert "can ratify it: 1." in said
    assert "fabric retire" in said


def test_what_is_left_out_is_one_block_with_its_count(shop: Shop) -> None:
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}\n[budget]\nmemories = 1\n", encoding="utf-8")
    hints = {shop.hint(f"Prefer {each}") for each in ("tabs", "tests", "trees")}
    lines = shop.ok("start", shop.work()).out.splitlines()
    at = lines.index("Left out (2):")
    assert [each.split(":")[0].strip() in hints for each in lines[at + 1 : at + 3]] == [True, True]
    settings.write_text(text, encoding="utf-8")
    assert "Left out" not in shop.ok("start", shop.work("Another")).out
