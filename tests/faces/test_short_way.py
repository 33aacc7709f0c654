"""The short way to a verb understands what the long one does, and nothing else."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

import fabric.faces.cli.verbs.prime
import fabric.faces.cli.verbs.start
from fabric.faces.cli import prime_options, start_options
from fabric.faces.cli.arguments import Said, Shape, read_arguments
from fabric.faces.cli.express import at_once
from fabric.faces.cli.prime_options import PrimeOptions, read_prime
from fabric.faces.cli.start_options import StartOptions, read_start
from fabric.selection.briefing_text import MINIMUM_CHARS
from tests.faces.commands import commands
from tests.faces.shop import Shop

Options = PrimeOptions | StartOptions
VERBS: dict[str, tuple[Shape, Callable[[Sequence[str]], Options | None], Any]] = {
    "prime": (prime_options.SHAPE, read_prime, fabric.faces.cli.verbs.prime),
    "start": (start_options.SHAPE, read_start, fabric.faces.cli.verbs.start),
}


@pytest.mark.parametrize("verb", VERBS)
def test_both_ways_know_the_same_options(verb: str) -> None:
    flags, texts, lists, words = set(), set(), set(), 0
    for each in commands()[(verb,)].params:
        names = {name for name in (*each.opts, *each.secondary_opts) if name.startswith("-")}
        if each.param_type_name == "argument":
            words += 1
        elif getattr(each, "is_flag", False):
            flags |= names
        elif each.multiple:
            lists |= names
        else:
            texts |= names
    known = Shape(frozenset(flags - {"--help"}), frozenset(texts), frozenset(lists), words == 1)
    assert VERBS[verb][0] == known


def long_way(verb: str, words: Sequence[str]) -> list[Options]:
    """What the long way would run; raises where it refuses."""
    seen: list[Options] = []

    def run(options: Options) -> int:
        seen.append(options)
        return 0

    command = commands()[(verb,)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VERBS[verb][2], f"run_{verb}", run)
        with command.make_context(verb, list(words)) as context, suppress(typer.Exit):
            command.invoke(context)
    return seen


WORDS = (
    *("", "-", "--", "-x", "a-1", "ü", "arch=ux", "900", "claude", "--new", "--help", "--dom"),
    *("0", "0900", "+900", " 900", "٩٠٠", "9_00", "9" * 30),
)


def command_lines(verb: str) -> st.SearchStrategy[list[str]]:
    names = sorted(VERBS[verb][0].names)
    name, value = st.sampled_from(names), st.sampled_from(("a-1", "arch", "900", *WORDS, *names))
    usual = st.tuples(name, st.sampled_from(("a-1", "900", "claude")))
    pieces = (
        usual.map(list),
        usual.map(list),
        st.tuples(name, value).map(lambda each: [f"{each[0]}={each[1]}"]),
        name.map(lambda each: [each]),
        st.sampled_from(("a-1", "b-2")).map(lambda each: [each]),
        value.map(lambda each: [each]),
    )
    return st.lists(st.one_of(pieces), max_size=6).map(
        lambda some: [w for each in some for w in each]
    )


def is_told_otherwise(options: PrimeOptions) -> bool:
    """A hook tells what it does not know; too little room is refused by both, in words of its own."""
    most = options.max_chars
    return bool(options.unknown) or (most is not None and most < MINIMUM_CHARS)


@pytest.mark.parametrize("verb", VERBS)
@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_what_the_short_way_understands_the_long_way_understands_alike(
    verb: str, data: st.DataObject
) -> None:
    words = data.draw(command_lines(verb))
    short = VERBS[verb][1](words)
    if short is None or (isinstance(short, PrimeOptions) and is_told_otherwise(short)):
        return
    assert long_way(verb, words) == [short]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        pytest.param((), StartOptions(), id="nothing"),
        pytest.param(("a-1",), StartOptions("a-1"), id="a work item"),
        pytest.param(
            ("--domain", "arch", "a-1", "--domain=ux", "--path", "src", "--path=docs"),
            StartOptions("a-1", domains=("arch", "ux"), paths=("src", "docs")),
            id="what may be repeated, around the work item",
        ),
        pytest.param(
            ("a-1", "--no-claim", "--force", "--json", "--dry-run", "--all-active"),
            StartOptions(
                *("a-1", (), (), True, True, True),
                as_json=True,
                dry_run=True,
            ),
            id="flags",
        ),
        pytest.param(
            ("--store", "memory:", "--store", "x:y", "--actor", "vera"),
            StartOptions(store="x:y", actor="vera"),
            id="the last of two",
        ),
        pytest.param(
            ("--path", "--json", "a-1"), StartOptions("a-1", paths=("--json",)), id="any value"
        ),
        pytest.param(("a-1", "--help"), None, id="help"),
        pytest.param(("a-1", "b-2"), None, id="two work items"),
        pytest.param(("a-1", "--dom", "arch"), None, id="half an option"),
        pytest.param(("a-1", "--domain"), None, id="no value"),
        pytest.param(("--", "a-1"), None, id="the end of options"),
        pytest.param(("-", "a-1"), None, id="a dash"),
        pytest.param(("--json=1", "a-1"), None, id="a flag takes no value"),
        pytest.param(("",), None, id="an empty word"),
    ],
)
def test_a_start_read_by_hand(words: tuple[str, ...], read: StartOptions | None) -> None:
    assert read_start(words) == read


def test_a_verb_without_a_word_takes_none() -> None:
    shape = Shape(frozenset({"--json"}), frozenset())
    assert read_arguments(["a-1", "--json"], shape) == Said(frozenset({"--json"}), {}, "", ("a-1",))


@pytest.mark.parametrize(
    "words",
    [(), ("list",), ("prime", "--new"), ("start", "a-1", "--help"), ("start", "--pat", "x")],
)
def test_the_long_way_is_left_what_it_explains(words: tuple[str, ...], shop: Shop) -> None:
    assert at_once(words) is None


def test_a_shell_that_asks_for_completions_gets_the_long_way(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_FABRIC_COMPLETE", "complete_bash")
    assert at_once(["prime"]) is None
    monkeypatch.delenv("_FABRIC_COMPLETE")
    assert at_once(["prime"]) == 0


NO_NUMBERS = ["", "many", "-900", "9.5", "9" * 5000]


@pytest.mark.parametrize("most", NO_NUMBERS, ids=["empty", "word", "less", "part", "endless"])
def test_what_is_no_number_is_explained_to_a_person_and_told_in_a_hook(
    most: str, shop: Shop
) -> None:
    words = ["prime", f"--max-chars={most}"]
    assert at_once(words) is None
    assert shop.fabric(*words).status == 2
    options = read_prime([*words[1:], "--hook=claude"])
    assert options is not None
    assert options.unknown == (f"--max-chars {most}",)


def test_no_room_at_all_is_too_little(
    shop: Shop, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert at_once(["prime", "--max-chars", "0"]) == 2
    assert b"500 characters" in capfdbinary.readouterr().err
