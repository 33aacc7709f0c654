"""From options to a Context: the one place where adapters are chosen."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fabric.config import Environment, Project, environment, find_project, main_checkout
from fabric.errors import NoStore
from fabric.hosts.detect import detect_host
from fabric.machine.clock import SystemClock
from fabric.machine.editor import TextEditor
from fabric.machine.git import GitWorktree, git_person
from fabric.machine.identities import RandomIdentities
from fabric.machine.local_state import FolderState
from fabric.machine.secret_scanner import DetectSecretsScanner
from fabric.machine.terminal import PersonWhoSaw, TerminalKeys, TerminalPerson
from fabric.machine.typed_words import TypedWords
from fabric.models.actor import Actor
from fabric.models.frozen import dataclass, field, replace
from fabric.models.words import NOTE_PREFIX
from fabric.ports import RunResult, Store
from fabric.services.context import Context, Tools
from fabric.services.source import Source
from fabric.store.catalog import open_as, open_store
from fabric.store.discovery import Found, find_store, own_store
from fabric.store.opening import Opening
from fabric.store.urls import without_password

_AGENT = "agent:"
_OF_BD = ("bd:", "dolt:")
"""How the stores begin in which bd itself works too."""

_OPENED: list[Store] = []
"""What this process has opened and not closed yet."""


class _LateRunner:
    """A `ports.Runner` that is loaded when the first command is run: few verbs run one."""

    def run(
        self, arguments: Sequence[str], *, folder: Path, timeout_seconds: float, output_limit: int
    ) -> RunResult:
        """Run in a folder, bounded in time and output."""
        from fabric.machine.runner import ProcessRunner

        return ProcessRunner().run(
            arguments, folder=folder, timeout_seconds=timeout_seconds, output_limit=output_limit
        )


@dataclass(frozen=True, slots=True)
class Options:
    """What the options that every verb has were given as."""

    store: str = ""
    actor: str = ""
    dry_run: bool = False
    allow_secret: str = ""
    door: str = "cli"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command runs: the project, the store that was found, the environment.

    `folder` is where a relative path in the store's URL starts: the working folder for the option,
    the project's root for the settings.
    """

    project: Project
    found: Found
    environ: Environment
    folder: Path = field(default_factory=Path)

    @property
    def is_own_store(self) -> bool:
        """Whether the store is the embedded one of this project."""
        return self.found.url == own_store(main_checkout(self.project.root)).url


def find_place(options: Options) -> Place:
    """Find project and store from the working folder. Raises BadSettings, StoreUnavailable."""
    environ = environment()
    project = find_project(Path.cwd(), environ)
    named = options.store or project.settings.store or ""
    found = find_store(project.root, named, environ.variables)
    return Place(project, found, environ, Path() if options.store else project.root)


def find_or_plan_place(options: Options) -> Place:
    """The place, or where the embedded store will be made when there is none yet.

    In a fresh clone there is often an export and nothing else: the store is made beside it.
    """
    try:
        place = find_place(options)
    except NoStore:
        environ = environment()
        project = find_project(Path.cwd(), environ)
        return Place(project, own_store(main_checkout(project.root)), environ)
    if place.found.is_lone_export:
        return replace(place, found=own_store(main_checkout(place.project.root)))
    return place


def url_for_settings(place: Place, options: Options) -> str:
    """The URL of a store that was named, as settings hold it: from the root on, without secrets."""
    url = options.store
    if not url or place.is_own_store or without_password(url) != url:
        return ""
    scheme, _, path = url.partition("///")
    if scheme != "sqlite:" or Path(path).is_absolute():
        return url
    file = Path.cwd() / path
    root = place.project.root
    return f"sqlite:///{file.relative_to(root) if file.is_relative_to(root) else file}"


def typed_words(place: Place, purpose: str) -> TypedWords:
    """Where the words that a person types for a purpose are kept until they are taken."""
    return TypedWords(place.environ.state_folder / "typed", place.project.root, purpose)


def text_editor(place: Place) -> TextEditor:
    """The person's editor."""
    return TextEditor(place.environ.editor)


def terminal_keys() -> TerminalKeys:
    """Who is asked for single keys."""
    return TerminalKeys()


def decided_by_key(context: Context, bead_id: str) -> Context:
    """The context of a person who was shown a bead and decided on it by a key."""
    return replace(
        context, tools=replace(context.tools, person=PersonWhoSaw(TerminalPerson(), bead_id))
    )


def read_source(file: Path) -> Source:
    """Read an export to import it. Raises StoreUnavailable."""
    store = open_store(f"jsonl:{file}", writer_id="")
    return Source(
        name=str(file),
        beads=tuple(store.all_beads()),
        lines=store.lines(),
        notes=store.config(NOTE_PREFIX),
        bad=tuple(store.bad_lines()),
    )


def planned_context(place: Place, options: Options) -> Context:
    """The context of a store that is not there yet, as an empty one that nobody else sees."""
    planned = replace(place, found=Found("memory:", "it is only planned"))
    return context_at(planned, options, create=True)


def open_context(options: Options, *, create: bool = False) -> Context:
    """All that a service needs; `create` makes a store that is not there."""
    return context_at(find_place(options), options, create=create)


def context_at(place: Place, options: Options, *, create: bool = False) -> Context:
    """The context for a place that was found."""
    environ, project = place.environ, place.project
    local = FolderState(environ.state_folder)
    host = detect_host(environ.variables)
    driven = host.host if host and host.drives else ""
    asks = project.settings.governance.confirm == "typed"
    who = _names(options.actor, environ, project.root, agent=bool(driven) and asks)
    of_bd = place.found.url.startswith(_OF_BD)
    known_as = {who.actor.name: who.for_bd} if who.actor and who.for_bd else {}
    opening = Opening(
        writer_id=lambda: local.writer_id(store.url),
        create=create,
        folder=place.folder,
        environment=environ.variables,
        known_as=known_as,
    )
    store = open_as(place.found.url, opening)
    _OPENED.append(store)
    tools = Tools(
        clock=SystemClock(),
        identities=RandomIdentities(),
        local=local,
        runner=_LateRunner(),
        worktree=GitWorktree(project.root),
        person=TerminalPerson(),
        secrets=DetectSecretsScanner(),
    )
    return Context(
        store=store,
        settings=project.settings,
        tools=tools,
        actor=who.actor,
        door=options.door,
        dry_run=options.dry_run,
        agent_host=driven,
        allow_secret=options.allow_secret,
        held_as=who.held_as(of_bd=of_bd),
    )


def close_stores() -> None:
    """Close every store that was opened for a context: one that stays open leaves its log behind."""
    while _OPENED:
        _OPENED.pop().close()


def who_acts(name: str, environ: Environment, root: Path, *, agent: bool) -> Actor | None:
    """The actor: the option, FABRIC_ACTOR, BEADS_ACTOR, git's user.email, $USER, in this order.

    A name that begins with `agent:` is an agent's; with `agent`, in the shell of an agent host, so
    is any name.
    """
    return _names(name, environ, root, agent=agent).actor


class _Names(NamedTuple):
    """Who acts, and the name that bd has for them where it is another one."""

    actor: Actor | None
    for_bd: str = ""

    def held_as(self, *, of_bd: bool) -> tuple[str, ...]:
        """The names under which they hold work, first the one to claim under."""
        ours = self.actor.name if self.actor else ""
        names = (self.for_bd, ours) if of_bd else (ours, self.for_bd)
        return tuple(each for each in names if each)


def _names(name: str, environ: Environment, root: Path, *, agent: bool) -> _Names:
    """Who acts, and under which names: bd takes BEADS_ACTOR, git's user.name, $USER, in this order."""
    given = name.strip() or environ.get("FABRIC_ACTOR")
    if given:
        return _Names(_actor(given, agent=agent))
    given = environ.get("BEADS_ACTOR")
    if given:
        return _Names(_actor(given, agent=agent), given)
    person, user = git_person(root), environ.get("USER")
    found = person.email or user
    actor = _actor(found, agent=agent) if found else None
    return _Names(actor, person.name or user)


def _actor(name: str, *, agent: bool) -> Actor | None:
    # A variable may hold bytes that are no UTF-8; nothing that we write could hold them.
    bare = name.removeprefix(_AGENT).strip().encode("utf-8", "replace").decode()
    if not bare:
        return None
    return Actor(name=bare, kind="agent" if agent or name.startswith(_AGENT) else "person")
