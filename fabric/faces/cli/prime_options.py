"""What may be asked of `fabric prime`, and how the short way reads it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fabric.faces.cli.arguments import Shape, read_arguments

SHAPE: Final = Shape(
    flags=frozenset({"--memories-only", "--no-memories", "--json"}),
    texts=frozenset({"--hook", "--work", "--max-chars", "--store"}),
    lists=frozenset({"--domain"}),
)


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
    hook, most, unknown = said.text("--hook"), said.text("--max-chars"), said.unknown
    if most and not most.isdecimal():
        unknown = (*unknown, f"--max-chars {most}")
    if (hook and not _is_host(hook)) or (unknown and not hook) or "--help" in unknown:
        return None
    return PrimeOptions(
        hook=hook,
        domains=said.each("--domain"),
        work=said.text("--work"),
        max_chars=int(most) if most.isdecimal() else None,
        memories_only="--memories-only" in said.flags,
        no_memories="--no-memories" in said.flags,
        as_json="--json" in said.flags,
        store=said.text("--store"),
        unknown=unknown,
    )


def _is_host(name: str) -> bool:
    from fabric.hosts.envelopes import ENVELOPES  # noqa: PLC0415  # only a hook needs it

    return name in ENVELOPES
