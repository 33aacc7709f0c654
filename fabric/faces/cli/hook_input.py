"""What a host says on standard input: read to its end, but never waited for in vain."""

import json
import os
import sys
import threading
from contextlib import suppress
from typing import Final

WAIT_SECONDS: Final = 1.0
"""How long an open pipe may stay silent."""

_MOST_BYTES: Final = 1_000_000
_CHUNK: Final = 65_536


def read_payload(wait_seconds: float = WAIT_SECONDS) -> bytes:
    """What stands on standard input; empty for a terminal, a closed one, a silent or a broken one."""
    try:
        number = sys.stdin.fileno() if sys.stdin else None
    except (OSError, ValueError):
        return _from_memory()
    if number is None or os.isatty(number):
        return b""
    chunks: list[bytes] = []
    enough = threading.Event()
    threading.Thread(target=_read, args=(number, chunks, enough), daemon=True).start()
    enough.wait(wait_seconds)
    return b"".join(list(chunks))


def _read(number: int, chunks: list[bytes], enough: threading.Event) -> None:
    """Read to the end, or to the end of the one object that a host sends."""
    with suppress(OSError):  # what was read so far has to do
        while chunk := os.read(number, _CHUNK):
            chunks.append(chunk)
            content = b"".join(chunks)
            if len(content) > _MOST_BYTES or _is_whole(content):
                break
    enough.set()


def _is_whole(content: bytes) -> bool:
    if not content.rstrip().endswith(b"}"):
        return False
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _from_memory() -> bytes:
    """Standard input that is no file: a test's own."""
    try:
        return sys.stdin.read().encode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return b""
