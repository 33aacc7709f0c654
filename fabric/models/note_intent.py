"""What `remember` means: store this, read that, known already, or a refusal. Pure decisions."""

from collections.abc import Collection, Mapping
from typing import Final, Literal

from fabric.errors import NoteRefused
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.models.note import KINDS, excerpt, kind_of
from fabric.models.note_key import clean_key, derive_key, free_key
from fabric.models.visible import visible

TEXT_BYTES: Final = 65_535
"""Most bytes of a note's text: what the column holds."""

OnClash = Literal["refuse", "replace", "keep-both"]
Action = Literal["remembered", "updated", "known"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed behind `remember`; `key` and `kind` are None where they were not given."""

    text: str
    key: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class ToStore:
    """A text to store under a key; `derived` when the key was made from the text."""

    key: str
    text: str
    derived: bool


@dataclass(frozen=True, slots=True)
class ToRead:
    """The text is a bare key: somebody wants to read, or mistook the verb."""

    key: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What to do with a text: `known` means nothing; `before` is the text that it replaces."""

    action: Action
    key: str
    text: str
    before: str | None = None


def read_asked(asked: Asked, commands: Collection[str]) -> ToStore | ToRead:
    """Tell a text to store from a slip: a command's name, or a bare key, without `--key`.

    Raises NoteRefused for a command's name, a blank or over-long text, and an unusable key.
    """
    if asked.key is None:
        _refuse_command(asked.text, commands)
    kind = _kind(asked.kind)
    derived = derive_key(asked.text)
    if asked.key is None and derived and derived == asked.text:
        return ToRead(_with_kind(derived, kind))
    _refuse_text(asked.text)
    if asked.key is not None:
        return ToStore(_with_kind(clean_key(asked.key), kind), asked.text, derived=False)
    if not derived:
        raise NoteRefused(
            "No key can be made from a text without Latin letters or digits.",
            'Name it: `fabric remember "…" --key KEY`.',
        )
    return ToStore(_with_kind(derived, kind), asked.text, derived=True)


def nothing_to_read(key: str, text: str) -> NoteRefused:
    """The refusal of a bare key under which nothing is stored."""
    return NoteRefused(
        f"There is no note {key!r}, and a bare word is not stored as its own text.",
        f"`remember` writes its argument. To store it anyway: `fabric remember {text} --key {key}`.",
    )


def settle(wanted: ToStore, stored: Mapping[str, str], on_clash: OnClash = "refuse") -> Settled:
    """Decide what a text does to the notes that are stored (key → text).

    A key that was given replaces what it holds. A derived one never replaces another text
    unasked: the same words are known already, other words raise NoteRefused.
    """
    before = stored.get(wanted.key)
    if not wanted.derived:
        return _settle_given(wanted, before)
    twin = _twin(wanted, stored)
    if twin is not None and _is_enough(twin, wanted, stored, on_clash):
        return Settled("known", twin, stored[twin])
    if before is None:
        return Settled("remembered", wanted.key, wanted.text)
    if on_clash == "replace":
        return Settled("updated", wanted.key, wanted.text, before)
    if on_clash == "keep-both":
        return Settled("remembered", free_key(wanted.key, set(stored)), wanted.text)
    raise NoteRefused(
        f"The key {wanted.key} holds another text already: {visible(before.strip())}",
        "`--replace` puts the new one in its place; `--keep-both` stores it beside.",
    )


def same_words(one: str, other: str) -> bool:
    """Whether two texts say the same words (case, blanks and closing punctuation aside)."""
    return one == other or value_digest(one) == value_digest(other)


def _settle_given(wanted: ToStore, before: str | None) -> Settled:
    if before is None:
        return Settled("remembered", wanted.key, wanted.text)
    if before == wanted.text:
        return Settled("known", wanted.key, before)
    return Settled("updated", wanted.key, wanted.text, before)


def _is_enough(twin: str, wanted: ToStore, stored: Mapping[str, str], on_clash: OnClash) -> bool:
    """Whether a note that says the same words leaves nothing to do."""
    if on_clash == "refuse" or stored[twin] == wanted.text:
        return True
    return on_clash == "replace" and twin != wanted.key


def _twin(wanted: ToStore, stored: Mapping[str, str]) -> str | None:
    """The key that says the same words: the wanted one before all others."""
    digest = value_digest(wanted.text)
    for key in (wanted.key, *sorted(stored)):
        text = stored.get(key)
        if text is not None and value_digest(text) == digest:
            return key
    return None


def _refuse_command(text: str, commands: Collection[str]) -> None:
    word = text.strip()
    if word and not any(each.isspace() for each in word) and word.casefold() in commands:
        raise NoteRefused(
            f"{word!r} looks like a command, not like something to remember.",
            f"Did you mean `fabric {word.casefold()}`? To store the word, give it a key with --key.",
        )


def _refuse_text(text: str) -> None:
    if not text.strip():
        raise NoteRefused("The text of a note cannot be blank.", "Say what is to be remembered.")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise NoteRefused(
            "The text holds characters that are no valid Unicode.", "Type it anew."
        ) from error
    if size > TEXT_BYTES:
        raise NoteRefused(
            f"The text takes {size} bytes; at most {TEXT_BYTES} fit ({excerpt(text, 40).marked}).",
            "Keep the rule, and link to the rest.",
        )


def _kind(kind: str | None) -> str:
    if kind is None:
        return ""
    name = kind.strip().casefold()
    if name not in KINDS:
        raise NoteRefused(f"There is no kind {kind!r} of notes.", f"Known: {', '.join(KINDS)}.")
    return name


def _with_kind(key: str, kind: str) -> str:
    if not kind or key.startswith(f"{kind}."):
        return key
    said = kind_of(key)
    if said != "general" or key.startswith("general."):
        raise NoteRefused(
            f"The key {key} names the kind {said}, --kind names {kind}.", "Leave one of them out."
        )
    return clean_key(f"{kind}.{key}")
