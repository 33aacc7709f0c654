"""A bead or a note as one line of an export, in the bytes that bd itself would write."""

import json
import re
from typing import Final

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record

# bd writes these as escapes (so that a line may stand inside a page or a script); doing the same
# keeps the lines of an export equal, whichever program wrote it. Lone surrogates have no UTF-8.
_ESCAPED: Final = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def write_line(bead: Bead) -> str:
    """One bead as a line without its line end; reading it again gives an equal bead."""
    return _line(bead_to_record(bead))


def write_note_line(key: str, value: str) -> str:
    """One note as a line without its line end; `key` is without `kv.memory.`."""
    return _line({"_type": "memory", "key": key, "value": value})


def _line(record: dict[str, object]) -> str:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return _ESCAPED.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
