"""All that a service may know and use, as one frozen value."""

from datetime import datetime

from fabric.errors import NotAllowed
from fabric.models.actor import Actor
from fabric.models.bead import Bead
from fabric.models.frozen import dataclass, replace
from fabric.models.instants import format_instant
from fabric.models.settings import Settings
from fabric.ports import (
    Clock,
    Identities,
    LocalState,
    Person,
    Runner,
    SecretScanner,
    Store,
    Worktree,
)


@dataclass(frozen=True, slots=True)
class Tools:
    """The ports beside the store."""

    clock: Clock
    identities: Identities
    local: LocalState
    runner: Runner
    worktree: Worktree
    person: Person
    secrets: SecretScanner


@dataclass(frozen=True, slots=True)
class Context:
    """A store, the settings, who acts through which door, and the tools.

    `actor` is None where nobody could be made out; `agent_host` names the agent host whose shell
    this seems to be, or is empty; `allow_secret` is the reason for which secrets may pass; `run_by`
    is who ran the command where it acts in another person's name; `held_as` are the names under
    which who acts holds work, first the one to claim under: bd has its own name for them.
    """

    store: Store
    settings: Settings
    tools: Tools
    actor: Actor | None
    door: str = "cli"
    dry_run: bool = False
    agent_host: str = ""
    allow_secret: str = ""
    run_by: Actor | None = None
    held_as: tuple[str, ...] = ()

    @property
    def now(self) -> datetime:
        """The present instant."""
        return self.tools.clock.now()

    @property
    def now_text(self) -> str:
        """The present instant as bd writes it."""
        return format_instant(self.now)

    @property
    def who(self) -> Actor:
        """Who acts. Raises NotAllowed where nobody could be made out."""
        if self.actor is None:
            raise nobody_acts()
        return self.actor

    @property
    def holder(self) -> str:
        """The name under which who acts claims work. Raises NotAllowed where nobody acts."""
        return self.held_as[0] if self.held_as else self.who.name

    def holds(self, bead: Bead) -> bool:
        """Whether who acts holds a work item, by whichever name."""
        return bead.assignee in {self.who.name, *self.held_as}

    def acting_as(self, actor: Actor) -> "Context":
        """The same, with another actor; who ran the command is not forgotten."""
        if actor == self.actor:
            return self
        run_by = self.actor if self.actor is not None else self.run_by
        return replace(self, actor=actor, run_by=run_by, held_as=())


def nobody_acts() -> NotAllowed:
    """The error of a command that is to write and cannot tell for whom."""
    return NotAllowed(
        "It is not known who acts.",
        "Say --actor NAME, or set FABRIC_ACTOR, BEADS_ACTOR or git's user.email.",
    )
