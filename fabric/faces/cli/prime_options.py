"""What may be asked of `fabric prime`, and how the short way reads it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fabric.faces.cli.arguments import Shape, read_arguments

SHAPE: Final = Shape(
    flags=frozenset({"--memories-only", "--no-memories", "--json"}),
    texts=frozenset({"--hook", "--work", "--max-chars", "--store"}),
    lists=frozenset({"--domain"}),
)

_MOST_DIGITS: Final = 18


class PrimeOptions(NamedTuple):
    """What was asked for on the command line; `unknown` are words that nobody knows."""

    hook: str = ""
    domains: tuple[str, ...] = ()
    work: str = ""
    max_chars: int | None = None
    memories_only: bool = False
    no_memories: bool = False
    as_json: bool = False
    store: str = ""
    unknown: tuple[str, ...] = ()


def read_prime(arguments: Sequence[str]) -> PrimeOptions | None:
    """The options of a command line; None where it asks for help, or a person mistyped something.

    In a hook nothing may go wrong, so there unknown words are told inside the answer.
    """
    said = read_arguments(arguments, SHAPE)
    hook, most, unknown = said.text("--hook"), _whole(said.text("--max-chars")), said.unknown
    if most is None and "--max-chars" in said.values:
        unknown = (*unknown, f"--max-chars {said.text('--max-chars')}")
    if (hook and not _is_host(hook)) or (unknown and not hook) or "--help" in unknown:
        return None
    return PrimeOptions(
        hook=hook,
        domains=said.each("--domain"),
        work=said.text("--work"),
        max_chars=most,
        memories_only="--memories-only" in said.flags,
        no_memories="--no-memories" in said.flags,
        as_json="--json" in said.flags,
        store=said.text("--store"),
        unknown=unknown,
    )


def _whole(text: str) -> int | None:
    """The number that a text is in the usual digits; None for any other text, and an endless one."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def _is_host(name: str) -> bool:
    from fabric.hosts.envelopes import ENVELOPES  # noqa: PLC0415  # only a hook needs it

    return name in ENVELOPES
