"""`fabric init`."""

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from fabric.config import find_project, parse_settings
from fabric.errors import StoreReadOnly, StoreUnavailable, WrongUse
from fabric.faces.cli.ground import (
    DEFAULT_DOMAINS,
    default_prefix,
    parse_domain,
    settings_text,
    write_own_folder,
    write_settings,
)
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import say, show, show_dry_run
from fabric.machine.clock import SystemClock
from fabric.models.answers import InitAnswer
from fabric.models.domain import Domain
from fabric.models.frozen import dataclass, replace
from fabric.models.instants import format_instant
from fabric.models.settings import may_begin_ids
from fabric.services.context import nobody_acts
from fabric.services.prefix import PREFIX_ROW
from fabric.services.verbs.init import InitRequest, init
from fabric.surroundings import BEADS_FOLDER, main_checkout
from fabric.wiring import (
    Options,
    Place,
    context_at,
    find_or_plan_place,
    planned_context,
    url_for_settings,
    who_acts,
)

app = typer.Typer()


@app.command(epilog="Example: fabric init --prefix shop --domain arch=Architecture")
def command(
    prefix: Annotated[str, typer.Option("--prefix", help="Prefix of new ids.")] = "",
    domain: Annotated[
        list[str] | None, typer.Option("--domain", metavar="NAME=TITLE", help="Repeatable.")
    ] = None,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Make a store (or attach to the bd workspace here), settings, anchors; safe to run again."""
    options = Options(store, actor, dry_run)
    place = find_or_plan_place(options)
    domains = [parse_domain(each) for each in domain or ()]
    if place.project.settings_file is None and not domains:
        domains = [parse_domain(each) for each in DEFAULT_DOMAINS]
    chosen = _prefix(place, options, prefix)
    who = who_acts(actor, place.environ, place.project.root, agent=False)
    if who is None:
        raise nobody_acts()
    reviewer = who.name if who.kind == "person" else ""
    now = format_instant(SystemClock().now())
    text = settings_text(chosen, domains, reviewer, url_for_settings(place, options), now)
    plan = _Plan(place, options, domains, text, chosen)
    if dry_run:
        _show_plan(plan, as_json)
        return
    answer = _carry_out(plan)
    export = place.project.root / BEADS_FOLDER / "issues.jsonl"
    if place.is_own_store and answer.created and export.is_file():
        answer = answer.but(next=f"fabric import {BEADS_FOLDER}/{export.name}")
    show(answer, _lines(answer), as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to make: where, the domains to add, the text of new settings, the prefix of ids."""

    place: Place
    options: Options
    domains: list[Domain]
    text: str
    prefix: str


def _carry_out(plan: _Plan) -> InitAnswer:
    """The store first: one that cannot be made leaves no settings behind."""
    root, file = plan.place.project.root, plan.place.project.settings_file
    if plan.place.is_own_store:
        write_own_folder(main_checkout(root))
    store = context_at(plan.place, plan.options, create=True).store
    if not store.writable:
        raise StoreReadOnly(f"{store.url} can only be read.", "Name a store that can be written.")
    store.close()
    made = [each for each in (write_settings(root, file, plan.text, plan.domains),) if each]
    again = _reread(plan.place)
    context = context_at(again, plan.options, create=True)
    request = InitRequest(plan.prefix, str(again.project.settings_file), tuple(made))
    return init(context, request).answer


def _show_plan(plan: _Plan, as_json: bool) -> None:
    """The operations, on the store that is there or on an empty one; nothing is made."""
    project = plan.place.project
    planned = plan.place
    if project.settings_file is None:
        settings = parse_settings(tomllib.loads(plan.text), None)
        planned = replace(planned, project=replace(project, settings=settings))
    try:
        context = context_at(planned, plan.options)
    except StoreUnavailable:
        context = planned_context(planned, plan.options)
    if not as_json:
        file = project.settings_file or project.root / "fabric.toml"
        say(f"Would make or complete {file} and {plan.place.found.url}.")
    show_dry_run(init(context, InitRequest(plan.prefix, "")).change_set, as_json=as_json)


def _prefix(place: Place, options: Options, given: str) -> str:
    """The prefix of new ids: in a workspace that is there already, its own."""
    own = _own_prefix(place, options)
    if own and given not in ("", own):
        is_ours = place.found.url.startswith("sqlite:")
        raise WrongUse(
            f"The ids of this {'store' if is_ours else 'workspace'} begin with {own}, not with {given}.",
            "Leave --prefix out" + ("." if is_ours else "; `bd rename-prefix` changes it for all."),
        )
    if given and not may_begin_ids(given):
        raise WrongUse(
            f"{given!r} cannot begin an id.", "Use letters, digits, hyphens, dots and underscores."
        )
    return given or place.project.settings.prefix or own or default_prefix(place.project.root)


def _own_prefix(place: Place, options: Options) -> str:
    """The prefix of a store that is there; empty for one that is still to be made."""
    is_ours = place.found.url.startswith("sqlite:")
    try:
        store = context_at(place, options).store
    except StoreUnavailable:
        if is_ours:
            return ""
        raise
    if not (store.writable or is_ours):
        raise StoreReadOnly(
            f"{store.url} can only be read: {place.found.why}.",
            "`fabric init` needs a store that it may write to.",
        )
    return store.config(PREFIX_ROW).get(PREFIX_ROW, "")


def _reread(place: Place) -> Place:
    """The place with the settings as they are now."""
    return replace(place, project=find_project(Path(place.project.root), place.environ))


def _lines(answer: InitAnswer) -> list[str]:
    lines = [f"Store: {answer.store}", f"Settings: {answer.settings_file}"]
    lines += [f"  made {each}" for each in answer.created]
    if not answer.anchors:
        lines.append("No domain is known yet: `fabric init --domain NAME=Title` adds one.")
    elif not answer.created:
        lines.append("Everything was there already.")
    return [*lines, f"Next: {answer.next}"]
