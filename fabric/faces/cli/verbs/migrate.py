"""`fabric migrate`."""

from pathlib import Path
from typing import Annotated, Final

import typer

from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run, tell
from fabric.faces.cli.plans import read_plan_file, write_plan_file
from fabric.faces.cli.rules_found import (
    gastown_lines,
    migrated_lines,
    not_taken_lines,
    survey_lines,
)
from fabric.models.frozen import dataclass, replace
from fabric.rules_files.read import read_rules_files
from fabric.services.context import Context
from fabric.services.gastown import move_gastown, survey_gastown
from fabric.services.survey import Survey, survey_files, survey_notes
from fabric.services.verbs.migrate import MigrateRequest, migrate
from fabric.wiring import Options, context_at, find_place, open_context

app = typer.Typer(
    no_args_is_help=True,
    help="Move in: rules files, notes and Gas Town's memories; never ratifies.",
)

_PLAN_HELP: Final = "Write the plan there to edit it; with --apply, read it."

FileList = Annotated[
    list[Path] | None, typer.Argument(metavar="FILE…", help="AGENTS.md, CLAUDE.md, *.mdc, ….")
]
DomainText = Annotated[
    str, typer.Option("--domain", help="Domain of all of them; with a plan, of those without one.")
]
PlanFile = Annotated[Path | None, typer.Option("--plan", metavar="FILE", help=_PLAN_HELP)]
ApplyFlag = Annotated[bool, typer.Option("--apply", help="Make drafts of what is kept.")]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the options say that `rules` and `notes` share."""

    options: Options
    domain: str
    plan: Path | None
    apply: bool
    as_json: bool


@app.command(
    "rules",
    epilog="Example: fabric migrate rules AGENTS.md --plan rules.toml; "
    "edit it; fabric migrate rules --plan rules.toml --apply",
)
def rules(
    files: FileList = None,
    domain: DomainText = "",
    plan: PlanFile = None,
    apply: ApplyFlag = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Find standing rules in files and propose them as drafts, each with its file and line."""
    if not files and plan is None:
        raise WrongUse("No file was named.", "Name rules files: fabric migrate rules AGENTS.md.")
    if files and plan is not None and apply:
        raise WrongUse(
            "A plan is applied as it was edited.", "Leave the files out: --plan FILE --apply."
        )
    asked = _Asked(Options(store, actor, dry_run, allow_secret), domain, plan, apply, as_json)
    place = find_place(asked.options)
    context = context_at(place, asked.options)
    if files:
        read = read_rules_files(files, place.project.root)
        _survey(context, asked, survey_files(context, read, domain))
    else:
        _from_plan(context, asked)


@app.command("notes", epilog="Example: fabric migrate notes --plan notes.toml")
def notes(
    domain: DomainText = "",
    plan: PlanFile = None,
    apply: ApplyFlag = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Propose notes as drafts; the notes stay."""
    asked = _Asked(Options(store, actor, dry_run, allow_secret), domain, plan, apply, as_json)
    context = open_context(asked.options)
    if plan is not None and apply:
        _from_plan(context, asked)
    else:
        _survey(context, asked, survey_notes(context, domain))


@app.command("gastown", epilog="Example: fabric migrate gastown --apply")
def gastown(
    apply: Annotated[bool, typer.Option("--apply", help="Rename the rows.")] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Turn Gas Town's memories into notes, each with its kind."""
    context = open_context(Options(store, actor, dry_run, allow_secret))
    if not apply:
        answer = survey_gastown(context)
        show(answer, gastown_lines(answer), as_json=as_json)
        return
    outcome = move_gastown(context)
    answer = outcome.answer
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
    else:
        show(answer, gastown_lines(answer), as_json=as_json)
    if answer.not_taken:
        raise typer.Exit(NEGATIVE)


def _survey(context: Context, asked: _Asked, survey: Survey) -> None:
    """Show what was found, write the plan, or propose all of it."""
    if asked.apply:
        _apply(context, asked, MigrateRequest(survey.entries, before=survey.answer))
        return
    answer = survey.answer
    if asked.plan is not None:
        write_plan_file(asked.plan, survey.plan_text, dry_run=asked.options.dry_run)
        answer = answer.but(plan=str(asked.plan))
    show(answer, survey_lines(answer, written=not asked.options.dry_run), as_json=asked.as_json)


def _from_plan(context: Context, asked: _Asked) -> None:
    """Propose what a plan keeps; without --apply, say what would become of it."""
    entries = tuple(read_plan_file(asked.plan)) if asked.plan is not None else ()
    context = context if asked.apply else replace(context, dry_run=True)
    _apply(context, asked, MigrateRequest(entries, asked.domain))


def _apply(context: Context, asked: _Asked, request: MigrateRequest) -> None:
    outcome = migrate(context, request)
    answer = outcome.answer
    if asked.options.dry_run:
        show_dry_run(outcome.change_set, as_json=asked.as_json)
        for line in not_taken_lines(answer):
            tell(line)
    else:
        if asked.plan is not None:
            answer = answer.but(plan=str(asked.plan))
        show(answer, migrated_lines(answer), as_json=asked.as_json)
    if answer.not_taken:
        raise typer.Exit(NEGATIVE)
