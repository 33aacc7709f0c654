"""Foreign text made harmless to show: what a reader cannot see, or a terminal would obey, is spelt."""

import re
from typing import Final

# C0 (but tab and newline), DEL and C1; soft hyphen, zero-width and bidi marks and controls;
# line and paragraph separators; word joiner to the deprecated format characters; BOM and
# interlinear marks; lone surrogates; tag characters; the grapheme joiner and the fillers of
# Hangul and Khmer, which are blank.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f"
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]"
)
_LINE_ENDS: Final = re.compile("[\t\n]")
_SHORT: Final = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def visible(text: str) -> str:
    r"""The text with control, bidi and other invisible characters spelt (`\x1b`, `\u202e`).

    Newlines and tabs stay. Joiners that scripts and emoji need (U+200C, U+200D) stay too.
    """
    return _HIDDEN.sub(_spelt, text)


def visible_line(text: str) -> str:
    r"""The same on one line: newlines and tabs are spelt as well (`\n`, `\t`)."""
    return _LINE_ENDS.sub(_spelt, visible(text))


def _spelt(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    if code < 0x100:
        return _SHORT.get(character) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
