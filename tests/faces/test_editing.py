"""Words typed in the editor: explained, taken whole, and never lost when they are refused."""

import sys
from pathlib import Path
from typing import Protocol

import pytest

from tests.faces.shop import Shop

GOOD = """
text = text.replace("Strength: ", "Strength: hard", 1)
text = text.replace("Domain: ", "Domain: arch", 1)
text = text.replace("\\nRule:", "\\nRule: Writes go through the layer.", 1)
text = text.replace("\\nVerification", "\\nGiven a, when b, then c\\nVerification", 1)
text += "make check\\nmanual: read the diff\\n"
"""


class Types(Protocol):
    """Sets the editor to one that changes `text` by some code; where it writes what it was shown."""

    def __call__(self, code: str, variable: str = "EDITOR") -> Path: ...


@pytest.fixture
def types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Types":
    def set_editor(code: str, variable: str = "EDITOR") -> Path:
        script, seen = tmp_path / "editor.py", tmp_path / "seen.md"
        script.write_text(
            "import pathlib, sys\n"
            "file = pathlib.Path(sys.argv[1])\n"
            "text = file.read_text(encoding='utf-8')\n"
            f"pathlib.Path({str(seen)!r}).write_text(text, encoding='utf-8')\n"
            f"{code}\n"
            "file.write_text(text, encoding='utf-8')\n",
            encoding="utf-8",
        )
        monkeypatch.setenv(variable, f"{sys.executable} {script}")
        return seen

    return set_editor


def kept_in(shop: Shop) -> list[Path]:
    folder = shop.folder.parent / "state" / "typed"
    return sorted(folder.glob("*")) if folder.exists() else []


def test_the_template_explains_itself_and_what_is_typed_is_proposed(
    shop: Shop, types: Types
) -> None:
    seen = types(GOOD)
    answer = shop.ok("propose", "--edit", "--json").document["memory"]
    template = seen.read_text(encoding="utf-8")
    assert "# One of: arch, ux, workflow.\nDomain: \n" in template
    assert 'Lines that begin with "# " are not taken.' in template
    assert answer["rule"] == "Writes go through the layer."
    assert answer["checks"] == ["Given a, when b, then c"]
    assert answer["commands"] == [
        {"text": "make check", "manual": False},
        {"text": "read the diff", "manual": True},
    ]
    assert kept_in(shop) == []


def test_options_are_in_the_template(shop: Shop, types: Types) -> None:
    seen = types("text += 'Given a, when b, then c'")
    options = ("--domain", "ux", "--strength", "soft", "--rule", "Use tabs.", "--path", "src/**")
    answer = shop.ok("propose", "--edit", *options, "--json").document["memory"]
    template = seen.read_text(encoding="utf-8")
    assert "\nDomain: ux\n" in template
    assert "\nRule: Use tabs.\n" in template
    assert "\nPath: src/**\n" in template
    assert (answer["domain"], answer["applies_to"]) == ("memory-ux", {"paths": ["src/**"]})


def test_visual_goes_before_editor(
    shop: Shop, types: Types, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(GOOD, "VISUAL")
    monkeypatch.setenv("EDITOR", "no-such-editor")
    shop.ok("propose", "--edit")


def test_refused_words_are_kept_named_and_offered_again(shop: Shop, types: Types) -> None:
    types(GOOD.replace("hard", "firm"))
    refused = shop.fabric("propose", "--edit")
    [file] = kept_in(shop)
    assert refused.status == 2
    assert "There is no strength 'firm'." in refused.err
    assert f"Your words are kept in {file}" in refused.err
    assert "Writes go through the layer." in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o600
    seen = types("text = text.replace('Strength: firm', 'Strength: hard')")
    shop.ok("propose", "--edit")
    assert seen.read_text(encoding="utf-8").startswith("# ! There is no strength 'firm'.\n")
    assert kept_in(shop) == []


def test_the_second_refusal_takes_the_place_of_the_first(shop: Shop, types: Types) -> None:
    types(GOOD.replace("hard", "firm"))
    shop.fabric("propose", "--edit")
    types(
        "text = text.replace('Strength: firm', 'Strength: hard').replace('Domain: arch', 'Domain: x')"
    )
    assert "There is no domain 'x'." in shop.fabric("propose", "--edit").err
    text = kept_in(shop)[0].read_text(encoding="utf-8")
    assert text.count("# ! ") == 2
    assert "firm" not in text


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        pytest.param("", 2, "Nothing was changed in the editor", id="unchanged"),
        pytest.param("text = '# only comments\\n'", 2, "The file was emptied", id="emptied"),
        pytest.param("sys.exit(3)", 3, "ended with the status 3", id="an editor that fails"),
    ],
)
def test_nothing_typed_is_a_sentence_and_leaves_nothing(
    shop: Shop, types: Types, code: str, status: int, said: str
) -> None:
    types(code)
    ran = shop.fabric("propose", "--edit")
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err
    assert kept_in(shop) == []
    assert shop.ok("list", "--json").document["memories"] == []


def test_words_typed_in_an_editor_that_fails_are_kept(shop: Shop, types: Types) -> None:
    types(f"{GOOD}\nfile.write_text(text, encoding='utf-8')\nsys.exit(1)")
    ran = shop.fabric("propose", "--edit")
    [file] = kept_in(shop)
    assert f"What was typed is kept in {file}." in ran.err
    types("")
    shop.ok("propose", "--edit")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        pytest.param("no-such-editor --wait", "cannot be started", id="a missing editor"),
        pytest.param("'unclosed", "cannot be read as a command", id="a broken command"),
        pytest.param("", "No editor is named", id="none, and no terminal"),
    ],
)
def test_no_editor_is_a_sentence(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, named: str, said: str
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", named)
    ran = shop.fabric("propose", "--edit")
    assert ran.status == 3
    assert said in ran.err
    assert "export EDITOR=nano" in ran.err
    assert kept_in(shop) == []


def test_a_dry_run_writes_nothing_and_keeps_the_words(shop: Shop, types: Types) -> None:
    types(GOOD)
    ran = shop.ok("propose", "--edit", "--dry-run")
    assert "insert-bead" in ran.out
    assert len(kept_in(shop)) == 1
    assert shop.ok("list", "--json").document["memories"] == []


def test_a_secret_is_refused_like_at_every_door(shop: Shop, types: Types) -> None:
    types(GOOD + "text = text.replace('Rationale:', 'Rationale: password = \"hunter2hunter2\"')")
    ran = shop.fabric("propose", "--edit")
    assert ran.status == 2
    assert "secret" in ran.err


def test_supersede_writes_the_successor_from_the_old_words(shop: Shop, types: Types) -> None:
    old = shop.memory("Every write goes through the layer.", "--path", "src/**", "--scope", "all")
    seen = types("text = text.replace('Rule: Every write', 'Rule: Every write and job')")
    ran = shop.ok("supersede", old, "--edit", "--reason", "It missed the jobs", "--json")
    template = seen.read_text(encoding="utf-8")
    new = shop.ok("show", ran.document["new"], "--json").document["memory"]
    assert template.startswith(f"# The successor of {old}: Every write goes through the layer.\n")
    assert "\nTitle: \n" in template
    assert new["rule"] == "Every write and job goes through the layer."
    assert new["statement"] == new["rule"]
    assert new["state"] == "canonical"
    assert new["applies_to"] == {"paths": ["src/**"]}
    assert new["sections"]["Scope"] == "all"
    assert shop.ok("show", old, "--json").document["memory"]["superseded_by"] == [new["id"]]


def test_what_is_deleted_from_the_old_words_stays_deleted(shop: Shop, types: Types) -> None:
    old = shop.memory("Every write goes through the layer.", "--path", "src/**", "--scope", "all")
    types("text = text.replace('Path: src/**', 'Path:').replace('Scope: all', 'Scope:')")
    ran = shop.ok("supersede", old, "--edit", "--reason", "It holds everywhere", "--json")
    new = shop.ok("show", ran.document["new"], "--json").document["memory"]
    assert (new["applies_to"], new["sections"]["Scope"]) == ({}, "")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param((), "A reason is needed", id="no reason"),
        pytest.param(("--reason", "x", "--with", "shop-1"), "--edit writes", id="two successors"),
        pytest.param(("--reason", "x", "--actor", "agent:s"), "is an agent", id="an agent"),
    ],
)
def test_what_is_wrong_is_said_before_the_editor_opens(
    shop: Shop, types: Types, more: tuple[str, ...], said: str
) -> None:
    old = shop.memory("Every write goes through the layer.")
    seen = types("")
    ran = shop.fabric("supersede", old, "--edit", *more)
    assert ran.status == 2
    assert said in ran.err
    assert not seen.exists()


def test_a_succession_that_is_refused_leaves_a_draft_that_is_named(
    shop: Shop, types: Types
) -> None:
    old = shop.memory("Every write goes through the layer.")
    types("text = text.replace('Effective:', 'Effective: 2999-01-01').replace('Every', 'Each')")
    ran = shop.fabric("supersede", old, "--edit", "--reason", "later")
    [draft] = shop.ok("list", "--state", "draft", "--json").document["memories"]
    assert ran.status == 2
    assert f"fabric supersede {old} --with {draft['id']}" in ran.err
    assert kept_in(shop) == []


def test_a_text_with_lines_like_comments_comes_back_whole(shop: Shop, types: Types) -> None:
    old = shop.memory("Every write goes through the layer.", "--rationale", "see\n# the note\nok")
    types("text = text.replace('Every write', 'Each write')")
    ran = shop.ok("supersede", old, "--edit", "--reason", "wording", "--json")
    new = shop.ok("show", ran.document["new"], "--json").document["memory"]
    assert new["sections"]["Rationale"] == "see\n # the note\nok"
