"""Bytes to text and back without losing the marks at either end: byte order mark, line ends."""

from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass

_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, and whether a byte order mark stood before it."""

    text: str
    marked: bool = False

    def encode(self, text: str) -> bytes:
        """Return the bytes of another text in the form of this one."""
        return (_UTF8_MARK if self.marked else b"") + text.encode("utf-8")


def decode(content: bytes) -> Decoded:
    """Read UTF-8 with or without a byte order mark; raise `Unfit` for anything else."""
    if content.startswith(_OTHER_MARKS):
        raise Unfit("is UTF-16, not UTF-8", "Save it as UTF-8 and run the command again.")
    marked = content.startswith(_UTF8_MARK)
    body = content[len(_UTF8_MARK) :] if marked else content
    try:
        return Decoded(body.decode("utf-8"), marked)
    except UnicodeDecodeError as error:
        raise Unfit(
            f"is not UTF-8 (byte {error.start + 1})", "Save it as UTF-8 and run the command again."
        ) from error


def newline_of(text: str) -> str:
    r"""Return the line end that the text uses first, `\n` where it has none."""
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
