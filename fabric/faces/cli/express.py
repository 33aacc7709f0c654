"""The short way to `fabric prime`: its options read by hand, because a hook runs it at every start.

What a person got wrong takes the long way, which explains; in a hook nothing may go wrong, so there
unknown words are told inside the answer. A test compares these options with those of the long way.
"""

from collections.abc import Sequence
from typing import Final

from fabric.errors import FabricError
from fabric.faces.cli.exits import DONE, exit_status
from fabric.faces.cli.priming import PrimeOptions, prime_for_person
from fabric.hosts.envelopes import ENVELOPES

FLAGS: Final = frozenset({"--memories-only", "--no-memories", "--json"})
VALUED: Final = frozenset({"--hook", "--domain", "--work", "--max-chars", "--store"})


def prime_at_once(arguments: Sequence[str]) -> int | None:
    """Run `fabric prime` with these arguments; the exit status, None where the long way is needed."""
    options = read_options(arguments)
    if options is None:
        return None
    try:
        return run_prime(options)
    except FabricError as error:
        from fabric.faces.cli.output import show_error  # noqa: PLC0415  # only a failure needs it

        show_error(error)
        return exit_status(error)
    except BrokenPipeError:  # the reader went away
        return DONE


def run_prime(options: PrimeOptions) -> int:
    """Answer a person or a host; the exit status. Raises FabricError, for a person only."""
    if not options.hook:
        return prime_for_person(options)
    from fabric.faces.cli.hooking import prime_for_hook  # noqa: PLC0415  # only a hook needs it

    return prime_for_hook(options)


def read_options(arguments: Sequence[str]) -> PrimeOptions | None:
    """The options of a command line; None where it asks for help, or a person mistyped something."""
    flags: set[str] = set()
    values: dict[str, list[str]] = {name: [] for name in VALUED}
    unknown: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if word in FLAGS:
            flags.add(word)
        elif name in VALUED and (equals or (value := next(words, ""))):
            values[name].append(value)
        else:
            unknown.append(word)
    hook = values["--hook"][-1] if values["--hook"] else ""
    most = values["--max-chars"][-1] if values["--max-chars"] else ""
    if most and not most.isdecimal():
        unknown.append(f"--max-chars {most}")
    if (hook and hook not in ENVELOPES) or (unknown and not hook) or "--help" in unknown:
        return None
    return PrimeOptions(
        hook=hook,
        domains=tuple(values["--domain"]),
        work=values["--work"][-1] if values["--work"] else "",
        max_chars=int(most) if most.isdecimal() else None,
        memories_only="--memories-only" in flags,
        no_memories="--no-memories" in flags,
        as_json="--json" in flags,
        store=values["--store"][-1] if values["--store"] else "",
        unknown=tuple(unknown),
    )
