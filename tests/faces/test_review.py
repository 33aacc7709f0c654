"""The queue in the terminal: one key a decision, a reason for a rejection."""

import io
import os
import pty
import select
import subprocess
import sys

import pytest

from tests.faces.shop import Ran, Shop


def types(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def states(shop: Shop) -> dict[str, str]:
    listed = {}
    for state in ("draft", "canonical", "rejected", "superseded"):
        for each in shop.ok("list", "--state", state, "--json").document["memories"]:
            listed[each["rule"]] = state
    return listed


def propose(shop: Shop, rule: str, *more: str) -> str:
    return shop.id_of(
        "propose", "--domain", "arch", "--strength", "soft", "--rule", rule, "--json", *more
    )


def test_one_key_each_and_a_reason_for_a_rejection(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rule in ("Use tabs.", "Use semicolons.", "Use quotes."):
        propose(shop, rule)
    types(monkeypatch, "z\nr\nx\nMatter of taste\ns\n")
    ran = shop.ok("review")
    assert "Press one of r, s, q, x." in ran.err
    assert "1 ratified, 1 rejected, 1 skipped; 1 still waiting." in ran.out
    assert sorted(states(shop).values()) == ["canonical", "draft", "rejected"]


def test_an_empty_reason_goes_back_and_quitting_leaves_the_rest(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rule in ("Use tabs.", "Use semicolons."):
        propose(shop, rule)
    types(monkeypatch, "x\n\nq\n")
    assert "Nothing was decided; 2 still waiting." in shop.ok("review").out


def test_the_end_of_the_input_quits(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    propose(shop, "Use tabs.")
    types(monkeypatch, "")
    assert "Nothing was decided; 1 still waiting." in shop.ok("review").out


def test_a_draft_that_cannot_be_ratified_says_why_and_is_asked_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.ok("propose", "--domain", "arch", "--strength", "hard", "--rule", "No check.")
    types(monkeypatch, "r\ns\n")
    ran = shop.ok("review")
    assert "is hard and says not how to check it" in ran.err
    assert "1 skipped; 1 still waiting." in ran.out


def test_a_successor_takes_its_place_with_a_reason(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shop.memory("Every write goes there.")
    shop.ok("propose", "--replaces", old, "--rule", "Every write and job goes there.")
    types(monkeypatch, "r\nIt missed the jobs\n")
    ran = shop.ok("review")
    assert f"It takes the place of {old}, which is in force." in ran.out
    assert states(shop)["Every write goes there."] == "superseded"


def test_the_queue_as_json_is_for_everybody(shop: Shop) -> None:
    draft = propose(shop, "Use tabs.")
    ran = shop.ok("review", "--json", "--actor", "agent:scout")
    [item] = ran.document["items"]
    assert (item["kind"], item["memory"]["id"]) == ("draft", draft)


def test_an_empty_queue_says_so(shop: Shop) -> None:
    assert "Nothing was decided; 0 still waiting." in shop.ok("review").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("--actor", "agent:scout"), "is an agent", id="an agent"),
        pytest.param(("--actor", "otto@example.test"), "is no reviewer", id="a stranger"),
    ],
)
def test_who_may_not_review(shop: Shop, words: tuple[str, ...], said: str) -> None:
    ran = shop.fabric("review", *words)
    assert (ran.status, said in ran.err) == (2, True)


def typed_confirmation(shop: Shop) -> None:
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8").replace('confirm = "none"', 'confirm = "typed"')
    settings.write_text(text, encoding="utf-8")


def test_without_a_terminal_nobody_decides(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    propose(shop, "Use tabs.")
    typed_confirmation(shop)
    types(monkeypatch, "r\n")
    ran = shop.fabric("review")
    assert (ran.status, "Nobody is at a terminal" in ran.err) == (2, True)


def test_in_a_shell_of_an_agent_host_nobody_decides(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_confirmation(shop)
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = shop.fabric("review")
    assert (ran.status, "is an agent" in ran.err) == (2, True)


def on_a_terminal(shop: Shop, keys: bytes) -> Ran:
    """Run `fabric review` with a real terminal at both ends, keys without line ends."""
    main_end, other_end = pty.openpty()
    command = [sys.executable, "-m", "fabric", "review"]
    process = subprocess.Popen(
        command, cwd=shop.folder, stdin=other_end, stdout=subprocess.PIPE, stderr=other_end
    )
    os.close(other_end)
    seen = b""
    try:
        for key in keys.split(b" "):
            while not seen.endswith((b"quit: ", b"goes back) ")):
                assert select.select([main_end], [], [], 30)[0], f"it asks nothing: {seen!r}"
                seen += os.read(main_end, 1024)
            os.write(main_end, key)
            seen += b"<"
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
        os.close(main_end)
    return Ran(process.returncode, out.decode(), seen.decode())


def test_on_a_terminal_a_key_alone_is_the_confirmation(shop: Shop) -> None:
    first, second = propose(shop, "Use tabs."), propose(shop, "Use semicolons.")
    typed_confirmation(shop)
    ran = on_a_terminal(shop, b"r x taste\n")
    assert ran.status == 0, ran.err
    assert f"Ratified {first}." in ran.out or f"Ratified {second}." in ran.out
    assert "1 ratified, 1 rejected; 0 still waiting." in ran.out


def test_enter_after_a_key_does_not_make_keys_of_the_reason(shop: Shop) -> None:
    propose(shop, "Use tabs.")
    typed_confirmation(shop)
    ran = on_a_terminal(shop, b"x \n too_strict\n")
    assert "1 rejected; 0 still waiting." in ran.out
    propose(shop, "Use semicolons.")
    assert "1 still waiting." in on_a_terminal(shop, b"x \n \n q").out
