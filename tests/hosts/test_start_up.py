"""What a start hook needs of this room is light: it runs at each start of each session."""

import subprocess
import sys

import pytest

HEAVY = ("tomlkit", "pydantic", "typer", "sqlalchemy", "difflib")


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print(*sorted(m.split('.')[0] for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["envelopes", "payload", "detect"])
def test_the_hooks_side_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(f"fabric.hosts.{module}").isdisjoint(HEAVY)


def test_the_setups_side_is_seen_to_load_it() -> None:
    assert "tomlkit" in loaded_by("fabric.hosts.connect")
