"""Our command: one spelling for every shell, known again in several."""

import pytest

from fabric.hosts.command import hook_command, is_ours, mentions_ours
from fabric.hosts.unfit import Unfit


@pytest.mark.parametrize(
    ("program", "windows", "line"),
    [
        pytest.param("fabric", False, "fabric prime --hook claude", id="the bare name"),
        pytest.param("fabric", True, "fabric prime --hook claude", id="the bare name on Windows"),
        pytest.param(
            "/opt/my tools/fabric",
            False,
            "'/opt/my tools/fabric' prime --hook claude",
            id="a path with a blank is quoted for a POSIX shell",
        ),
        pytest.param(
            "C:\\Tools\\fabric.exe",
            True,
            "C:/Tools/fabric.exe prime --hook claude",
            id="a Windows path takes slashes, which Git Bash and PowerShell both run",
        ),
    ],
)
def test_the_command_line(program: str, windows: bool, line: str) -> None:
    assert hook_command("claude", program, windows=windows) == line
    assert is_ours(line, "claude")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("C:\\Program Files\\fabric.exe", id="a blank"),
        pytest.param("C:\\a&b\\fabric.exe", id="an ampersand"),
        pytest.param("C:\\%USER%\\fabric.exe", id="a variable"),
    ],
)
def test_a_windows_path_that_needs_quotes_is_refused(program: str) -> None:
    with pytest.raises(Unfit, match="PowerShell and Git Bash"):
        hook_command("claude", program, windows=True)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("fabric prime --hook claude", id="as we write it"),
        pytest.param("  fabric  prime --hook=claude ", id="with other blanks"),
        pytest.param("fabric prime --memories-only --hook claude", id="with more options"),
        pytest.param("bead-fabric prime --hook claude", id="by its other name"),
        pytest.param("~/.local/bin/fabric prime --hook claude", id="with a path"),
        pytest.param("$HOME/bin/fabric prime --hook claude", id="with a variable in the path"),
        pytest.param('"/opt/my tools/fabric" prime --hook claude', id="with a quoted path"),
        pytest.param("C:\\Tools\\fabric.exe prime --hook claude", id="with a Windows path"),
        pytest.param(
            '"C:\\Program Files\\fabric.exe" prime --hook claude', id="quoted Windows path"
        ),
    ],
)
def test_a_command_of_ours_is_known_again(command: str) -> None:
    assert is_ours(command, "claude")
    assert mentions_ours(command)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("echo mine; echo fabric prime", id="one that mentions ours"),
        pytest.param("echo fabric prime --hook claude", id="one that prints ours"),
        pytest.param("fabric prime --hook claude; rm -f x", id="ours and more"),
        pytest.param("fabric prime --hook claude | tee log", id="ours in a pipe"),
        pytest.param("fabric prime --hook claude $(date)", id="ours with a substitution"),
        pytest.param("cd x && fabric prime --hook claude", id="ours after a change of folder"),
        pytest.param("fabric prime --hook codex", id="ours for another host"),
        pytest.param("fabric prime", id="without a hook"),
        pytest.param("fabric prime --hook", id="a hook without a host"),
        pytest.param("fabric lint --hook claude", id="another verb"),
        pytest.param("my-fabric prime --hook claude", id="another program"),
        pytest.param("fabricate prime --hook claude", id="a longer name"),
        pytest.param("bd prime --hook-json", id="bd's"),
        pytest.param("", id="nothing"),
        pytest.param(None, id="no text"),
        pytest.param(["fabric", "prime", "--hook", "claude"], id="a list"),
    ],
)
def test_a_command_of_somebody_else_is_left_to_them(command: object) -> None:
    assert not is_ours(command, "claude")
