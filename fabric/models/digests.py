"""The two digests of a memory. Both are frozen: changing either breaks stored data."""

import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

from fabric.models.canonical_json import canonical_json, sha256_of
from fabric.models.look_alikes import EARLY_LOOK_ALIKES, LOOK_ALIKES

# ruff: noqa: RUF001  -- typographic quotes are meant
_QUOTES: Final = "\"'`«»“”„‟‘’‚‛‹›"
_TRAILING: Final = ".,;:!?" + _QUOTES
# Nobody sees these either, and Unicode has them in other categories than Cf: the joiner of
# graphemes, the fillers of Hangul and Khmer, the variation selectors.
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)


class PinnedFields(NamedTuple):
    """What ratification pins; texts as the bead holds them, `domain` is the label."""

    title: str
    description: str
    acceptance: str
    domain: str
    strength: str
    effective_date: str
    applies_to: Mapping[str, object] | None = None


def memory_digest(fields: PinnedFields) -> str:
    """Pin what was ratified: any later difference in these fields is tampering."""
    body = {
        "acceptance": pinned_text(fields.acceptance),
        "applies_to": pinned_scope(fields.applies_to),
        "description": pinned_text(fields.description),
        "domain": fields.domain,
        "effective_date": fields.effective_date,
        "strength": fields.strength,
        "title": pinned_text(fields.title),
        "v": 1,
    }
    return sha256_of(canonical_json(body))


def pinned_text(text: str) -> str:
    r"""NFC, `\n` line ends, no trailing blanks, no blank lines at both ends."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def pinned_scope(applies_to: Mapping[str, object] | None) -> dict[str, list[str]] | None:
    """The non-empty keys of `applies_to`, their lists sorted; null when nothing is left.

    A text counts as its comma-separated parts, because readers take it so.
    """
    kept = {key: sorted(_parts(value)) for key, value in (applies_to or {}).items()}
    return {key: parts for key, parts in kept.items() if parts} or None


def value_digest(sentence: str) -> str:
    """Answer "was this said, or rejected, before?": equal for sentences that say the same words."""
    seen = _without_invisible(sentence).translate(EARLY_LOOK_ALIKES)
    folded = _without_invisible(unicodedata.normalize("NFKC", seen).casefold())
    words = (_bare(word) for word in folded.translate(LOOK_ALIKES).split())
    return "v1:" + sha256_of(" ".join(word for word in words if word)).removeprefix("sha256:")


def _parts(value: object) -> list[str]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [str(each) for each in value] if isinstance(value, list | tuple) else []


def _without_invisible(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        each for each in text if unicodedata.category(each) != "Cf" and each not in _UNSEEN
    )


def _bare(word: str) -> str:
    """A word without quotes at both ends and without punctuation behind; symbols stay."""
    return word.lstrip(_QUOTES).rstrip(_TRAILING)
