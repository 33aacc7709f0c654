"""Whatever is typed, the answer is a sentence and a status: never a traceback, never a lost bead."""

import io
import random
from pathlib import Path

import pytest

from tests.faces.commands import commands
from tests.faces.shop import Shop
from tests.faces.test_json import prepared, scene

__all__ = ("prepared", "scene")

STATUSES = {0, 1, 2, 3, 4}
# Options that open an editor or wait for a person.
ASKS = {"--edit", "--help"}
ROUNDS = 12

ODD = (
    *("", " ", "-", "--", "-x", "0", "-1", "999999999999999999999", "nan", "null", "true"),
    *("shop", "shop-", "SHOP-anchor-arch", "shop-anchor-arch", "shop-hand", "shop-none"),
    *("arch", "memory-arch", "memory-anchor", "ux,arch", "*", "[a-z]*", "a" * 300),
    *("2026-02-30", "2026-03-02", "9999-12-31T23:59:59+14:00", "0000-00-00", "now"),
    *("ü", "日本語", "👩‍💻", "\u202egnirts", "\x1b[31m", "a\tb", "a\nb", "\ufeff", "\x7f"),
    *("'; DROP TABLE issues; --", "%s%n", "{work}", "${HOME}", "$(true)", "`true`", "\\"),
    *("in.jsonl", "AGENTS.md", "fabric.toml", ".", "gone/file", "hand.jsonl", "~"),
    *("sqlite:///.fabric/fabric.db", "jsonl:in.jsonl", "memory:", "sqlite:", "x:y", "://"),
    *("json", "text", "sarif", "mermaid", "claude", "hard", "soft", "draft", "error"),
    *("Given a, when b, then c", "manual: look", "Rule: x", "## Rule\nx", "<b>&amp;"),
    "no \udcff UTF-8",
)


def odd_words(dice: random.Random, words: tuple[str, ...], ids: list[str]) -> list[str]:
    """Arguments as the command expects them, with odd values; now and then some more."""
    found: list[str] = []
    for parameter in commands()[words].params:
        flag = next((opt for opt in parameter.opts if opt.startswith("--")), "")
        value = dice.choice(ids) if dice.random() < 0.4 else dice.choice(ODD)
        if not flag:
            found += [value] if parameter.required or dice.random() < 0.5 else []
        elif flag not in ASKS and dice.random() < 0.2:
            found += [flag] if getattr(parameter, "is_flag", False) else [flag, value]
    return [*found, dice.choice(ODD)] if dice.random() < 0.1 else found


def look(shop: Shop, words: tuple[str, ...], more: list[str], beads: set[str]) -> None:
    said = f"fabric {' '.join((*words, *map(repr, more)))}"
    try:
        ran = shop.fabric(*words, *more)
    except BaseException as error:  # noqa: BLE001  # whatever comes out is the failure
        pytest.fail(f"{said}\n{type(error).__name__}: {error}")
    assert ran.status in STATUSES, said
    assert "Traceback" not in ran.out + ran.err, said
    if ran.status:
        assert ran.out or ran.err, said
    left = {bead.id for bead in shop.store().all_beads()}
    assert beads <= left, said


@pytest.mark.parametrize("words", sorted(commands()), ids=" ".join)
def test_odd_arguments_are_answered(
    words: tuple[str, ...],
    prepared: tuple[Shop, dict[str, str]],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shop, ids = prepared
    assert home.is_dir()
    dice = random.Random(" ".join(words))  # noqa: S311  # a repeatable choice
    beads = {bead.id for bead in shop.store().all_beads()}
    settings = Path("fabric.toml").read_bytes()
    for _ in range(ROUNDS):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
        more = odd_words(dice, words, sorted(ids.values()))
        look(shop, words, more, beads)
        Path("fabric.toml").write_bytes(settings)
