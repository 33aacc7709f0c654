"""A command that only a shell would understand is refused when it is proposed, not when it runs."""

import pytest

from fabric.errors import InvalidMemory
from fabric.services.shell_free import check_command

NEEDS_A_SHELL = (
    "cd src && pytest",
    "pytest | tail",
    "make; make test",
    "grep -c x file > out",
    "make test &",
)
NEEDS_NONE = (
    "pytest -q tests/service",
    "sh -c 'cd src && pytest'",
    "grep -rn 'a|b' src",
    'rg "x;y" .',
    "pytest -k (slow)",
    "pytest {work}",
    "manual: look; then decide | or not",
    "manual: the reviewer's word",
    "",
)


@pytest.mark.parametrize("command", NEEDS_A_SHELL)
def test_what_needs_a_shell_is_refused_and_said_how_to_write(command: str) -> None:
    with pytest.raises(InvalidMemory) as caught:
        check_command(command)
    assert "sh -c" in caught.value.remedy


@pytest.mark.parametrize("command", NEEDS_NONE)
def test_what_needs_none_is_taken(command: str) -> None:
    check_command(command)


def test_an_open_quotation_mark_is_refused() -> None:
    with pytest.raises(InvalidMemory, match="No closing quotation"):
        check_command("sh -c 'make test")


def test_several_lines_are_refused() -> None:
    with pytest.raises(InvalidMemory, match="several lines"):
        check_command("true\nrm -rf .")
