"""What a member of the family of hosts is: a name, the files it reads, and what holds it back."""

from collections.abc import Callable
from enum import StrEnum

from fabric.hosts.envelopes import Envelope
from fabric.hosts.ground import Ground, Level
from fabric.hosts.part import Part
from fabric.models.frozen import dataclass


class Topic(StrEnum):
    """What a remark is about."""

    HELD_BACK = "held back"
    FOREIGN = "foreign"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a person should know about this host here, in one or two sentences."""

    topic: Topic
    text: str


@dataclass(frozen=True, slots=True)
class Host:
    """One agent host, or one kind of file that serves several.

    `parts` says which files could hold something of ours at a level, `remarks` what is known to
    keep the host from using it. `both_run` tells that entries of both levels run, each by itself.
    """

    name: str
    title: str
    parts: Callable[[Ground, Level], tuple[Part, ...]]
    remarks: Callable[[Ground, Level], tuple[Remark, ...]]
    envelope: Envelope | None = None
    levels: tuple[Level, ...] = (Level.PROJECT, Level.USER)
    both_run: bool = False
