"""The short way to the verbs that run most: their options read by hand, and little else loaded.

A hook runs `fabric prime` at every start of a session, an agent `fabric start` at every piece of
work. What a person got wrong takes the long way, which explains. Tests compare both.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fabric.faces.cli.ending import ended
from fabric.faces.cli.prime_options import PrimeOptions, read_prime
from fabric.faces.cli.start_options import read_start
from fabric.surroundings import environment

_COMPLETION: Final = "_FABRIC_COMPLETE"
"""The variable by which a shell asks for completions, which only the long way knows."""


def at_once(arguments: Sequence[str]) -> int | None:
    """Run a command line; its exit status, None where the long way is needed."""
    verb = _VERBS.get(arguments[0]) if arguments else None
    if verb is None or environment().get(_COMPLETION):
        return None
    return verb(arguments[1:])


def prime_at_once(arguments: Sequence[str]) -> int | None:
    """Run `fabric prime` with these arguments; None where the long way is needed."""
    options = read_prime(arguments)
    if options is None:
        return None
    # A hook answers whatever it was given.
    return ended(() if options.hook else arguments, lambda: run_prime(options))


def run_prime(options: PrimeOptions) -> int:
    """Answer a person or a host; the exit status. Raises FabricError, for a person only."""
    if options.hook:
        from fabric.faces.cli.hooking import prime_for_hook

        return prime_for_hook(options)
    from fabric.faces.cli.priming import prime_for_person

    return prime_for_person(options)


def start_at_once(arguments: Sequence[str]) -> int | None:
    """Run `fabric start` with these arguments; None where the long way is needed."""
    options = read_start(arguments)
    if options is None:
        return None

    def work() -> int:
        from fabric.faces.cli.starting import run_start

        return run_start(options)

    return ended(arguments, work)


_VERBS: Final[Mapping[str, Callable[[Sequence[str]], int | None]]] = {
    "prime": prime_at_once,
    "start": start_at_once,
}
