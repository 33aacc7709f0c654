"""Acceptance criteria: checks and verification commands, also of the older one-line form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import InvalidMemory
from fabric.models.memory_text import (
    COMMANDS_HEADING,
    Acceptance,
    Command,
    before_commands,
    is_check,
    read_acceptance,
    read_command,
    write_acceptance,
)

CHECK = "Given a write, when it skips the service, then review refuses it"
WRITTEN = f"{CHECK}\nVerification command(s):\npytest -q tests/service"
READ = Acceptance((CHECK,), (Command("pytest -q tests/service"),))


def manual(text: str) -> Command:
    return Command(text, manual=True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param(WRITTEN, READ, id="the contract's form"),
        pytest.param(WRITTEN.replace("\n", "\r\n"), READ, id="CRLF"),
        pytest.param(WRITTEN.replace("\n", "\r"), READ, id="CR"),
        pytest.param(WRITTEN.replace("\n", "\n\n"), READ, id="blank lines between"),
        pytest.param(WRITTEN.replace("Verif", "VERIF"), READ, id="another case"),
        pytest.param(WRITTEN.replace("command(s)", "commands"), READ, id="plain plural"),
        pytest.param(f"- [ ] {WRITTEN}", READ, id="a checkbox"),
        pytest.param(f"1. {WRITTEN}", READ, id="a number"),
        pytest.param(WRITTEN.replace("pytest", "- pytest"), READ, id="a list item"),
        pytest.param(WRITTEN.replace("pytest", "$ pytest"), READ, id="a prompt"),
        pytest.param(WRITTEN.replace("pytest", "- [x] $ pytest"), READ, id="all of that"),
        pytest.param(
            WRITTEN.replace("pytest -q tests/service", "`pytest -q tests/service`"),
            READ,
            id="backticks",
        ),
        pytest.param(
            WRITTEN.replace("(s):\n", "(s):\n```bash\n") + "\n```", READ, id="a code fence"
        ),
        pytest.param(WRITTEN.replace("(s):\n", "(s): "), READ, id="the command on the same line"),
        pytest.param(
            "**Given** a write,\n  **when** it skips the service,\n  **then** review refuses it\n"
            "**Verification command(s):**\npytest -q tests/service",
            READ,
            id="Markdown over several lines",
        ),
        pytest.param(
            f"{CHECK}\n## Verification commands\npytest -q tests/service",
            READ,
            id="a Markdown heading",
        ),
        pytest.param(WRITTEN.replace("\n", " ", 1).replace("\n", " "), READ, id="all on one line"),
        pytest.param(
            "Given a, when b, then c; Given d, when e, then f. Verification command(s): x; y -z",
            Acceptance(
                ("Given a, when b, then c", "Given d, when e, then f."),
                (Command("x"), Command("y -z")),
            ),
            id="the older form, all on one line",
        ),
        pytest.param(
            'Verification command(s): rg "<name>" src; bd show <id>; npm test',
            Acceptance(
                (), (manual('rg "<name>" src'), manual("bd show <id>"), Command("npm test"))
            ),
            id="a command with a placeholder is a person's",
        ),
        pytest.param(
            "Verification command(s): manual: look; then ask",
            Acceptance((), (manual("look; then ask"),)),
            id="what a person does stays whole",
        ),
        pytest.param(
            f"{WRITTEN}\nMANUAL: read the diff\n{CHECK}",
            Acceptance((CHECK, CHECK), (*READ.commands, manual("read the diff"))),
            id="manual lines, and a check after the commands",
        ),
        pytest.param(
            "Verification command(s):\nsh -c 'a; b' 2>&1 <in\n[ -f x ]\n`a` and `b`",
            Acceptance(
                (), (Command("sh -c 'a; b' 2>&1 <in"), Command("[ -f x ]"), Command("`a` and `b`"))
            ),
            id="shell words stay as they are",
        ),
        pytest.param("It downloads.", Acceptance(), id="other words are no check"),
        pytest.param("given-tool run\nforgiven", Acceptance(), id="Given is a word of its own"),
        pytest.param("Verification command(s): ; \nmanual:\n``", Acceptance(), id="empty ones"),
        pytest.param("", Acceptance(), id="nothing"),
    ],
)
def test_acceptance_criteria_are_read(text: str, read: Acceptance) -> None:
    assert read_acceptance(text) == read


def test_the_written_form_is_the_contracts_own() -> None:
    assert write_acceptance(READ) == WRITTEN
    assert write_acceptance(Acceptance()) == COMMANDS_HEADING


def test_a_placeholder_makes_a_command_manual_when_it_is_written() -> None:
    written = write_acceptance(Acceptance((CHECK,), (Command("bd show <id>"),)))
    assert written.endswith("\nmanual: bd show <id>")


@given(st.text(max_size=200))
def test_what_was_read_is_written_and_read_again_alike(text: str) -> None:
    lines = ["Given " + part for part in text.split("|")] + [COMMANDS_HEADING, text]
    read = read_acceptance("\n".join(lines))
    try:
        written = write_acceptance(read)
    except InvalidMemory:  # a text can hold what another text around it turned into something else
        return
    assert read_acceptance(written) == read
    assert write_acceptance(read_acceptance(written)) == written


@pytest.mark.parametrize(
    "bad",
    [
        Acceptance(("It downloads.",)),
        Acceptance((CHECK + "\nVerification command(s): rm x",)),
        Acceptance((), (Command("a\nb"),)),
        Acceptance((), (manual("look\nrm -r x"),)),
        Acceptance((), (Command("Given a command"),)),
        Acceptance((), (Command(""),)),
    ],
    ids=[
        "a check of another form",
        "a heading inside a check",
        "a command of two lines",
        "a second line that would be run",
        "a command that reads as a check",
        "an empty command",
    ],
)
def test_what_would_be_read_differently_is_refused(bad: Acceptance) -> None:
    with pytest.raises(InvalidMemory, match="read differently"):
        write_acceptance(bad)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("  npm test ", Command("npm test")),
        ("manual: look at it", manual("look at it")),
        ("Manual:look", manual("look")),
        ("bd show <task-id>", manual("bd show <task-id>")),
        ("a < b > c", Command("a < b > c")),
        ("a <<EOF", Command("a <<EOF")),
        ("```npm test```", Command("npm test")),
        ("manual: bd show <id>", manual("bd show <id>")),
    ],
)
def test_one_verification(text: str, command: Command) -> None:
    assert read_command(text) == command
    assert read_command(command.line()) == command


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (CHECK, True),
        ("GIVEN a\nWHEN b\nTHEN c", True),
        ("if given a, when b, then c", True),
        ("When a, given b, then c", False),
        ("Given a, then c", False),
        ("forgiven whenever thence", False),
        ("", False),
    ],
)
def test_a_check_says_given_when_and_then_in_this_order(text: str, is_one: bool) -> None:
    assert is_check(text) is is_one


def test_a_long_text_that_never_says_then_is_told_at_once() -> None:
    assert not is_check("given when " * 20_000)
    assert is_check("given when " * 20_000 + "then")


@pytest.mark.parametrize(
    ("text", "before"),
    [
        pytest.param("Given a, when b, then c\n", "Given a, when b, then c\n", id="no commands"),
        pytest.param(
            "Given a\nVerification command(s):\npytest", "Given a\n", id="commands left out"
        ),
        pytest.param("VERIFICATION COMMANDS: x", "", id="in whatever case"),
    ],
)
def test_only_what_stands_before_the_commands_is_searched(text: str, before: str) -> None:
    assert before_commands(text) == before
