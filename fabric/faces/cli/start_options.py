"""What may be asked of `fabric start`, and how the short way reads it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fabric.faces.cli.arguments import Shape, read_arguments

SHAPE: Final = Shape(
    flags=frozenset({"--no-claim", "--force", "--all-active", "--json", "--dry-run"}),
    texts=frozenset({"--store", "--actor"}),
    lists=frozenset({"--domain", "--path"}),
    takes_word=True,
)


class StartOptions(NamedTuple):
    """What was asked for on the command line."""

    work: str = ""
    domains: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    no_claim: bool = False
    force: bool = False
    all_active: bool = False
    store: str = ""
    actor: str = ""
    as_json: bool = False
    dry_run: bool = False


def read_start(arguments: Sequence[str]) -> StartOptions | None:
    """The options of a command line; None where the long way has to say something about it."""
    said = read_arguments(arguments, SHAPE)
    if said.unknown:
        return None
    return StartOptions(
        work=said.word,
        domains=said.each("--domain"),
        paths=said.each("--path"),
        no_claim="--no-claim" in said.flags,
        force="--force" in said.flags,
        all_active="--all-active" in said.flags,
        store=said.text("--store"),
        actor=said.text("--actor"),
        as_json="--json" in said.flags,
        dry_run="--dry-run" in said.flags,
    )
