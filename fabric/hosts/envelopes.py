"""How each host wants the text of its start hook: the keys, the form of nothing, the known cap."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

START = "SessionStart"


class Cap(NamedTuple):
    """The most of a text that a host hands on whole, and how it counts."""

    limit: int
    unit: str
    measure: Callable[[str], int]

    def fits(self, text: str) -> bool:
        """Tell whether the host hands the text on whole."""
        return self.measure(text) <= self.limit


class Envelope(NamedTuple):
    """A host's form of an answer; `nothing` is what it takes for "no context".

    `events` are those that hand a text to the model; a call for any other is answered as the start.
    """

    host: str
    nothing: str
    shape: Callable[[str, str], Mapping[str, object]]
    cap: Cap | None = None
    events: frozenset[str] = frozenset({START})

    def wrap(self, text: str, event: str = START) -> str:
        """Return the one JSON object to print: ASCII only, so that no code page can spoil it."""
        if not text.strip():
            return self.nothing
        named = event if event in self.events else START
        return json.dumps(self.shape(text, named))


def utf16_units(text: str) -> int:
    """Return the length as JavaScript counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf8_bytes(text: str) -> int:
    """Return the length in bytes of UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


def _inside(text: str, event: str) -> Mapping[str, object]:
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


def _on_top(text: str, _event: str) -> Mapping[str, object]:
    return {"additional_context": text}


# Claude Code documents 10,000 characters and no unit: UTF-16 units are the stricter reading.
# Codex cuts at about 2,500 tokens of 4 bytes. Gemini CLI and Cursor document no cap.
# Empty output is nothing to Claude Code and Codex; Gemini CLI would read stderr instead of it.
ENVELOPES: Mapping[str, Envelope] = MappingProxyType(
    {
        "claude": Envelope(
            "claude",
            nothing="",
            shape=_inside,
            cap=Cap(10_000, "UTF-16 units", utf16_units),
            events=frozenset({START, "SubagentStart", "UserPromptSubmit"}),
        ),
        "codex": Envelope(
            "codex",
            nothing="",
            shape=_inside,
            cap=Cap(10_000, "bytes", utf8_bytes),
            events=frozenset({START, "SubagentStart", "UserPromptSubmit"}),
        ),
        "gemini": Envelope(
            "gemini",
            nothing="{}",
            shape=_inside,
            events=frozenset({START, "BeforeAgent", "AfterTool"}),
        ),
        "cursor": Envelope("cursor", nothing="{}", shape=_on_top),
    }
)
