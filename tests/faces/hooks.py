"""The hook as a host runs it: a process of its own, a payload on its standard input."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from tests.guard import ROOT

NOTHING = {"claude": b"", "codex": b"", "gemini": b"{}\n", "cursor": b"{}\n"}
HOSTS = tuple(NOTHING)
START = {"hook_event_name": "SessionStart", "source": "startup"}


@dataclass(frozen=True)
class Answer:
    """How a hook ended."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """What reaches the model, taken out of an envelope that must have exactly its keys."""
        document = json.loads(self.out)
        if "additional_context" in document:
            assert set(document) == {"additional_context"}
            return str(document["additional_context"])
        assert set(document) == {"hookSpecificOutput"}
        inner = document["hookSpecificOutput"]
        assert set(inner) == {"hookEventName", "additionalContext"}
        return str(inner["additionalContext"])


def hook(host: str, payload: object = START, *more: str, **environ: str) -> Answer:
    """Run a hook with a payload (bytes as they are, anything else as JSON; None: no input)."""
    if payload is None:
        return _run(host, more, environ, stdin=subprocess.DEVNULL)
    said = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return _run(host, more, environ, content=said)


def command(host: str, *more: str) -> list[str]:
    """The command line of a hook."""
    return [sys.executable, "-m", "fabric", "prime", "--hook", host, *more]


def surroundings(**environ: str) -> dict[str, str]:
    """The environment of a hook; an empty value takes a variable away."""
    base = {**os.environ, "PYTHONPATH": str(ROOT)}  # noqa: TID251  # handed on
    return {name: value for name, value in {**base, **environ}.items() if value}


def _run(
    host: str,
    more: tuple[str, ...],
    environ: dict[str, str],
    content: bytes | None = None,
    stdin: int | None = None,
) -> Answer:
    running = subprocess.Popen(
        command(host, *more),
        env=surroundings(**environ),
        stdin=subprocess.PIPE if stdin is None else stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = running.communicate(content, timeout=60)
    return Answer(running.returncode, out, err)
