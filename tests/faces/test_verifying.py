"""`verify` with real commands: no shell, bounded in time and output, none of it left behind."""

import time
from pathlib import Path

import pytest

from tests.faces.shop import Ran, Shop

RULE = "Every write goes through the service layer"


def verified(shop: Shop, *commands: str) -> Ran:
    """Verify work under a memory with these commands, with tight limits."""
    settings = shop.folder / "fabric.toml"
    limits = "\n[contract]\ncommand_timeout_seconds = 1\noutput_limit_bytes = 10000\n"
    settings.write_text(settings.read_text(encoding="utf-8") + limits, encoding="utf-8")
    words = [word for command in commands for word in ("--verify", command)]
    memory = shop.id_of(
        *("propose", "--domain", "arch", "--strength", "hard", "--rule", RULE, *words),
        *("--check", "Given a change, when it breaks this, then the check fails"),
    )
    shop.ok("ratify", memory)
    return shop.fabric("verify", shop.started(), "--allow-dirty", "--json")


ENDS = [
    pytest.param("true", "passed", "", id="success"),
    pytest.param("false", "failed", "exit status 1", id="failure"),
    pytest.param("sh -c 'echo boom; exit 3'", "failed", "exit status 3: boom", id="its last words"),
    pytest.param("no-such-program", "failed", "cannot be run", id="a program that is not there"),
    pytest.param("sleep 30", "failed", "ran longer than 1 second", id="hanging"),
    pytest.param("yes", "failed", "printed more than 10000 bytes", id="printing without end"),
    pytest.param("cat", "passed", "", id="reading its input, which is empty"),
    pytest.param("sh -c 'kill -9 $$'", "failed", "exit status -9", id="killed"),
]


@pytest.mark.parametrize(("command", "outcome", "detail"), ENDS)
def test_however_a_command_ends(command: str, outcome: str, detail: str, shop: Shop) -> None:
    begin = time.monotonic()
    ran = verified(shop, command)
    (check,) = ran.document["checks"]
    assert check["outcome"] == outcome, check
    assert detail in check["detail"]
    assert ran.status == (0 if outcome == "passed" else 1)
    assert time.monotonic() - begin < 15


def test_what_a_hanging_command_started_is_ended_too(shop: Shop) -> None:
    verified(shop, "sh -c 'sh -c \"sleep 3; touch late\" & sleep 30'")
    time.sleep(3.5)
    assert not Path("late").exists()


def test_output_that_is_no_text_is_shown_harmlessly(shop: Shop) -> None:
    Path("bytes.sh").write_text("printf '\\377\\033[31m'; exit 1\n", encoding="utf-8")
    ran = verified(shop, "sh bytes.sh")
    (check,) = ran.document["checks"]
    assert check["outcome"] == "failed"
    work = ran.document["work"]
    text = shop.fabric("verify", work, "--allow-dirty")
    assert "\x1b" not in text.out
    assert "\\x1b[31m" in text.out


def test_a_dry_run_names_the_commands_and_runs_none(shop: Shop) -> None:
    memory = shop.memory(RULE, "--verify", "touch ran.txt")
    work = shop.started()
    ran = shop.ok("verify", work, "--allow-dirty", "--dry-run")
    assert f"… {memory} would run: touch ran.txt" in ran.out
    assert "Nothing was run" in ran.out
    assert not Path("ran.txt").exists()
    assert shop.fabric("verify", work, "--allow-dirty").status == 0
    assert Path("ran.txt").exists()
