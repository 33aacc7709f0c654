"""Which agent host started this process, read from the environment.

Hints, not proof: hosts nest, editors set the same variables in a person's terminal, and whoever
owns the shell can unset them. They keep an agent from ratifying by habit, not by force.
"""

from collections.abc import Mapping

from fabric.models.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """A variable that a host sets for the processes it starts.

    `drives` is false where the host's editor sets it in a person's own terminal as well.
    """

    variable: str
    host: str
    drives: bool = True


@dataclass(frozen=True, slots=True)
class DetectedHost:
    """The host that a variable points to; `drives`: an agent, not only its editor, is at work."""

    host: str
    variable: str
    drives: bool


# Sharpest first. CODEX_HOME and its like are settings of the user and no sign.
SIGNS = (
    Sign("CLAUDE_CODE_CHILD_SESSION", "claude"),
    Sign("CLAUDECODE", "claude"),
    Sign("CLAUDE_CODE_SESSION_ID", "claude"),
    Sign("CLAUDE_CODE_ENTRYPOINT", "claude"),
    Sign("CLAUDE_CODE_REMOTE", "claude"),
    Sign("CLAUDE_ENV_FILE", "claude"),
    Sign("CODEX_SANDBOX", "codex"),
    Sign("CODEX_SANDBOX_NETWORK_DISABLED", "codex"),
    Sign("CODEX_THREAD_ID", "codex"),
    Sign("CODEX_SESSION_ID", "codex"),
    Sign("CODEX_CI", "codex"),
    Sign("GEMINI_CLI", "gemini"),
    Sign("GEMINI_SESSION_ID", "gemini"),
    Sign("GEMINI_CWD", "gemini"),
    Sign("GEMINI_PROJECT_DIR", "gemini"),
    Sign("CURSOR_AGENT", "cursor"),
    Sign("CURSOR_VERSION", "cursor"),
    Sign("CURSOR_PROJECT_DIR", "cursor"),
    Sign("CURSOR_CODE_REMOTE", "cursor"),
    # Set by three hosts for their hooks: which one is unknown, that it is one is not.
    Sign("CLAUDE_PROJECT_DIR", "an agent host"),
    # Conventions that several smaller hosts follow; the value is the host's name.
    Sign("AI_AGENT", "an agent host"),
    Sign("AGENT", "an agent host"),
    Sign("CURSOR_CLI", "cursor", drives=False),
    Sign("CURSOR_TRACE_ID", "cursor", drives=False),
)
_OFF = frozenset({"", "0", "false", "no", "off"})


def detect_host(environ: Mapping[str, str]) -> DetectedHost | None:
    """Return the host that the environment points to most sharply, None where nothing does."""
    for sign in SIGNS:
        if environ.get(sign.variable, "").strip().lower() not in _OFF:
            return DetectedHost(sign.host, sign.variable, sign.drives)
    return None
