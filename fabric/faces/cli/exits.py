"""The one funnel from errors to words and exit statuses."""

from typing import Final

from fabric.errors import CouldNot, FabricError, NegativeAnswer, NothingLookedAt, Refused

DONE: Final = 0
NEGATIVE: Final = 1
REFUSED: Final = 2
COULD_NOT: Final = 3
NOTHING_LOOKED_AT: Final = 4
INTERRUPTED: Final = 130
READER_LEFT: Final = 141
"""As of any program whose reader closes the pipe: 128 and the number of SIGPIPE."""

_STATUSES: Final = (
    (NegativeAnswer, NEGATIVE),
    (Refused, REFUSED),
    (CouldNot, COULD_NOT),
    (NothingLookedAt, NOTHING_LOOKED_AT),
)


def exit_status(error: FabricError) -> int:
    """The exit status of an error, by what kind of failure it is."""
    return next((code for kind, code in _STATUSES if isinstance(error, kind)), COULD_NOT)
