"""`fabric init`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fabric.config import find_project
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
    """Make a store, the settings and an anchor for each domain; safe to run again."""
    options = Options(store, actor, dry_run)
    place = find_or_plan_place(options)
    domains = [parse_domain(each) for each in domain or ()]
    if place.project.settings_file is None and not domains:
        domains = [parse_domain(each) for each in DEFAULT_DOMAINS]
    chosen = prefix or place.project.settings.prefix or default_prefix(place.project.root)
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


def _reread(place: Place) -> Place:
    """The place with the settings as they are now."""
    return replace(place, project=find_project(Path(place.project.root), place.environ))


def _lines(answer: InitAnswer) -> list[str]:
    lines = [f"Store: {answer.store}", f"Settings: {answer.settings_file}"]
    lines += [f"  made {each}" for each in answer.created]
    if not answer.created:
        lines.append("Everything was there already.")
    return [*lines, f"Next: {answer.next}"]
