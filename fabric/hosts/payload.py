"""What a host says on standard input when it calls the hook: read tolerantly, kept sparingly.

Empty, partial, broken and unknown input all mean "not said". Personal fields (Cursor's
`user_email`) are not kept.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from fabric.hosts.values import as_list, as_mapping

# Cursor runs Claude Code's entries too, and Gemini CLI and Cursor set Claude's variable as well:
# the first that is set is the nearest to the truth.
_FOLDER_VARIABLES = ("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR")


class HookCall(NamedTuple):
    """One call of the hook, as far as the host said.

    `source` is the host's word: startup, resume, clear, compact, fork.
    """

    event: str | None = None
    source: str | None = None
    session: str | None = None
    folder: str | None = None
    cursor_version: str | None = None


def read_call(content: bytes | str) -> HookCall:
    """Read the payload; never fails."""
    said = _object(content)
    roots = [root for root in as_list(said.get("workspace_roots")) if _word(root)]
    return HookCall(
        event=_word(said.get("hook_event_name")),
        source=_word(said.get("source")),
        session=_word(said.get("session_id")) or _word(said.get("conversation_id")),
        folder=_word(said.get("cwd")) or (_word(roots[0]) if roots else None),
        cursor_version=_word(said.get("cursor_version")),
    )


def project_folder(call: HookCall, environ: Mapping[str, str], current: Path) -> Path:
    """Return where to look for the project: the payload, then the variables, then `current`.

    A folder that is relative, or no longer there for the host either, is looked at from `current`.
    """
    named = [call.folder, *(environ.get(variable) for variable in _FOLDER_VARIABLES)]
    found = next((one for one in named if one), None)
    return current if found is None else current / found


def speaks_as(asked: str, call: HookCall, environ: Mapping[str, str]) -> str:
    """Return the host whose envelope to use: `asked`, but Cursor where it runs Claude's entry."""
    from_cursor = call.cursor_version or environ.get("CURSOR_VERSION")
    return "cursor" if asked == "claude" and from_cursor else asked


def _object(content: bytes | str) -> Mapping[str, object]:
    text = content.decode("utf-8-sig", "replace") if isinstance(content, bytes) else content
    try:
        return as_mapping(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
