"""Every verb explains itself, with an example that names it."""

import re

import pytest

from fabric.faces.cli.app import run
from fabric.faces.cli.catalog import CATALOG
from tests.faces.commands import commands, options
from tests.faces.shop import plain

ALL = sorted(commands())
READ_ONLY = {
    *("list", "search", "show", "history", "graph", "status", "audit", "lint", "doctor"),
    *("prime", "recall", "memories", "work list", "anchor list", "anchor show", "baseline"),
    *("export", "review", "setup"),
}


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_says_what_it_does_and_shows_an_example(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--help"]) == 0
    said = plain(capsys.readouterr().out)
    assert f"Usage: fabric {' '.join(words)}" in said
    assert f"Example: fabric {' '.join(words)}" in said
    help_text = commands()[words].help
    assert help_text
    assert help_text[0].isupper()


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_option_is_explained(words: tuple[str, ...]) -> None:
    unexplained = [
        parameter.name
        for parameter in commands()[words].params
        if not getattr(parameter, "help", None) and not getattr(parameter, "hidden", False)
    ]
    assert unexplained == []


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_verb_answers_in_json_and_takes_a_store(words: tuple[str, ...]) -> None:
    known = options(commands()[words])
    assert "--json" in known
    assert "--store" in known or words == ("setup",)  # it looks at no store


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_writing_verb_can_be_tried_first(words: tuple[str, ...]) -> None:
    if " ".join(words) not in READ_ONLY:
        assert "--dry-run" in options(commands()[words])


def test_the_whole_help_names_every_verb_in_its_panel(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    said = capsys.readouterr().out
    for entry in CATALOG:
        assert re.search(rf"^[\W\d]*{entry.name}\s", said, re.MULTILINE), entry.name
        assert entry.panel in said


def test_no_verb_offers_to_install_completion_for_itself() -> None:
    for words in ALL:
        assert "--install-completion" not in options(commands()[words]), words


@pytest.mark.parametrize("words", [(), ("work",), ("anchor",)], ids=str)
def test_without_a_verb_the_help_is_shown(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) in {0, 2}
    said = capsys.readouterr()
    assert "Usage:" in plain(said.out + said.err)


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert re.fullmatch(r"bead-fabric \d+\.\d+\S*\n", capsys.readouterr().out)
