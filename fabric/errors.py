"""Every deliberate error, named by what went wrong: one sentence says what, one says what to do."""


class FabricError(Exception):
    """A failure that we expected and can explain.

    `what` says what is wrong and where, `remedy` what the reader can do about it.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy


class NegativeAnswer(FabricError):
    """The question was asked well and the answer is no (exit 1)."""


class NotFound(NegativeAnswer):
    """No bead, note or file of that name is there."""


class NoteRefused(NegativeAnswer):
    """A note, its key or its text cannot be taken as it is (the quick plane refuses with 1)."""


class Refused(FabricError):
    """A rule of ours, or wrong use, forbids what was asked (exit 2)."""


class WrongUse(Refused):
    """The words of the command do not make sense together."""


class BadSettings(Refused):
    """The configuration says something that we do not understand."""


class NotAllowed(Refused):
    """Who acts may not do this: a person, a reviewer or a terminal is asked for."""


class InvalidMemory(Refused):
    """The text does not keep the data contract of a memory."""


class DuplicateMemory(Refused):
    """The same rule is already said, or was rejected before."""


class SecretFound(Refused):
    """The text holds something that looks like a secret."""


class HostFileRefused(Refused):
    """A file of an agent host is not in a state that we may edit; nothing was written."""


class CouldNot(FabricError):
    """We could not look or could not write (exit 3)."""


class StoreUnavailable(CouldNot):
    """The store cannot be opened, reached or read."""


class NoStore(StoreUnavailable):
    """There is no store yet: not one that does not work."""


class StoreReadOnly(CouldNot):
    """The store, its file or its schema only allows reading."""


class StoreTooNew(CouldNot):
    """The store was made by a newer version than this one."""


class StoreBusy(CouldNot):
    """Another process holds the store and did not let go in time."""


class ChangeRefused(CouldNot):
    """The store refused a change set; nothing of it was written."""


class HalfWritten(CouldNot):
    """The store took a part of a change set and then refused; the verb, run again, completes it."""


class VersionsMoved(CouldNot):
    """Beads that the change set relied on changed meanwhile; nothing of it was written.

    `moved` holds the ids, sorted.
    """

    def __init__(self, moved: tuple[str, ...]) -> None:
        super().__init__(
            f"Changed meanwhile: {', '.join(moved)}.",
            "Run the command again; it reads afresh.",
        )
        self.moved = moved


class Conflict(CouldNot):
    """The beads kept changing under us, also after several tries."""


class UnreadableRecord(CouldNot):
    """A line or a row cannot be read as a bead."""


class HostFileUnusable(CouldNot):
    """A file of an agent host cannot be read or written, or changed while we were at it."""


class NothingLookedAt(FabricError):
    """The question was asked of nothing: an empty store, or an unknown id (exit 4)."""
