"""The environment of an agent is known as such; a person's is not."""

import pytest

from fabric.hosts.detect import SIGNS, DetectedHost, Sign, detect_host

PERSON = {
    "PATH": "/usr/bin",
    "HOME": "/home/tess",
    "TERM_PROGRAM": "vscode",
    "EDITOR": "vi",
    "SSH_AUTH_SOCK": "/run/agent",
    "CODEX_HOME": "/home/tess/.codex",
    "CLAUDE_CONFIG_DIR": "/home/tess/.claude",
    "GEMINI_CLI_HOME": "/home/tess",
    "GEMINI_CLI_TRUST_WORKSPACE": "true",
}


def test_a_person_with_hosts_installed_is_no_host() -> None:
    assert detect_host(PERSON) is None


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.variable)
def test_each_variable_gives_its_host_away(sign: Sign) -> None:
    environ = {**PERSON, sign.variable: "1"}
    assert detect_host(environ) == DetectedHost(sign.host, sign.variable, sign.drives)


@pytest.mark.parametrize("value", ["", " ", "0", "false", "No"])
def test_a_variable_that_is_switched_off_gives_nothing_away(value: str) -> None:
    assert detect_host({**PERSON, "CLAUDECODE": value}) is None


def test_an_editors_terminal_is_told_from_an_agent() -> None:
    seen = detect_host({"CURSOR_TRACE_ID": "x"})
    assert seen is not None
    assert not seen.drives


def test_an_agent_in_an_editors_terminal_is_an_agent() -> None:
    seen = detect_host({"CURSOR_TRACE_ID": "x", "AI_AGENT": "amp"})
    assert seen == DetectedHost("an agent host", "AI_AGENT", drives=True)


@pytest.mark.parametrize(
    ("environ", "host"),
    [
        pytest.param(
            {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s", "CLAUDE_CODE_ENTRYPOINT": "cli"},
            "claude",
            id="a shell of Claude Code",
        ),
        pytest.param({"CODEX_SANDBOX": "seatbelt", "CODEX_CI": "1"}, "codex", id="of Codex"),
        pytest.param({"GEMINI_CLI": "1"}, "gemini", id="of Gemini CLI"),
        pytest.param({"CURSOR_AGENT": "1", "CURSOR_TRACE_ID": "x"}, "cursor", id="of Cursor"),
        pytest.param({"CURSOR_VERSION": "3", "CLAUDE_PROJECT_DIR": "/p"}, "cursor", id="its hook"),
        pytest.param(
            {"GEMINI_CWD": "/p", "CLAUDE_PROJECT_DIR": "/p"}, "gemini", id="Gemini's hook"
        ),
    ],
)
def test_the_usual_sets_of_variables_name_their_host(environ: dict[str, str], host: str) -> None:
    seen = detect_host(environ)
    assert seen is not None
    assert seen.host == host
