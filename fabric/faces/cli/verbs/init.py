"""`fabric init`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fabric.config import find_project
from fabric.errors import StoreReadOnly, WrongUse
from fabric.faces.cli.ground import (
    DEFAULT_DOMAINS,
    default_prefix,
    parse_domain,
    settings_text,
    write_own_folder,
    write_settings,
)
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import say, show
from fabric.models.answers import InitAnswer
from fabric.services.prefix import PREFIX_ROW
from fabric.services.verbs.init import InitRequest, init
from fabric.surroundings import main_checkout
from fabric.wiring import Options, Place, context_at, find_or_plan_place, who_acts

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
    reviewer = who.name if who is not None and who.kind == "person" else ""
    text = settings_text(chosen, domains, reviewer)
    root, file = place.project.root, place.project.settings_file
    if dry_run:
        say(f"Would make or complete {file or root / 'fabric.toml'} and {place.found.url}.")
        return
    made = [each for each in (write_settings(root, file, text, domains),) if each]
    if place.found.url.startswith("sqlite:"):
        write_own_folder(main_checkout(root))
    again = _reread(place)
    context = context_at(again, options, create=True)
    outcome = init(context, InitRequest(chosen, str(again.project.settings_file), tuple(made)))
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _prefix(place: Place, options: Options, given: str) -> str:
    """The prefix of new ids: in a workspace that is there already, its own."""
    own = ""
    if not place.found.url.startswith("sqlite:"):
        store = context_at(place, options).store
        if not store.writable:
            raise StoreReadOnly(
                f"{store.url} can only be read: {place.found.why}.",
                "`fabric init` needs a store that it may write to.",
            )
        own = store.config(PREFIX_ROW).get(PREFIX_ROW, "")
    if own and given not in ("", own):
        raise WrongUse(
            f"The ids of this workspace begin with {own}, not with {given}.",
            "Leave --prefix out; `bd rename-prefix` changes it for all.",
        )
    return given or place.project.settings.prefix or own or default_prefix(place.project.root)


def _reread(place: Place) -> Place:
    """The place with the settings as they are now."""
    return replace(place, project=find_project(Path(place.project.root), place.environ))


def _lines(answer: InitAnswer) -> list[str]:
    lines = [f"Store: {answer.store}", f"Settings: {answer.settings_file}"]
    lines += [f"  made {each}" for each in answer.created]
    if not answer.created:
        lines.append("Everything was there already.")
    return [*lines, f"Next: {answer.next}"]
