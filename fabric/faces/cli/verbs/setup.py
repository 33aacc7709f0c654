"""`fabric setup`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.config import find_project
from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import JsonOption
from fabric.faces.cli.output import say, say_json
from fabric.hosts.catalog import HOSTS
from fabric.hosts.connect import CheckReport, Connection, check, plan_removal, plan_setup
from fabric.hosts.edits import SetupPlan
from fabric.hosts.files import DiskFiles, apply
from fabric.hosts.ground import Ground, Level
from fabric.models.answers_setup import SetupAnswer, SetupFile
from fabric.models.document import plain
from fabric.surroundings import environment

app = typer.Typer()

HostList = Annotated[list[str] | None, typer.Argument(metavar="HOST…", help=f"{', '.join(HOSTS)}.")]


@app.command(epilog="Example: fabric setup claude --dry-run")
def command(
    hosts: HostList = None,
    user: Annotated[bool, typer.Option("--user", help="For you, in all projects.")] = False,
    project: Annotated[bool, typer.Option("--project", help="For this project: default.")] = False,
    check_only: Annotated[bool, typer.Option("--check", help="Say how it stands.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take everything of ours out.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference only.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring memories into an agent host's own files: each new session then begins with them."""
    if user and project:
        raise WrongUse("--user and --project exclude one another.", "Give one of them.")
    _check_words(hosts, check_only=check_only, changes=remove or dry_run)
    level = Level.USER if user else Level.PROJECT
    ground = _ground()
    if check_only:
        names = hosts or [name for name, host in HOSTS.items() if level in host.levels]
        _say_checks([check(name, level, ground) for name in names], as_json)
        return
    plan_of = plan_removal if remove else plan_setup
    answers = []
    for name in hosts or ():
        plan = plan_of(name, level, ground)
        if not dry_run:
            apply(plan)
        answers.append(_answer(name, level, plan, dry_run=dry_run))
    if as_json:
        say_json([plain(answer) for answer in answers])
        return
    for answer in answers:
        say(*_lines(answer, removed=remove))


def _check_words(hosts: list[str] | None, *, check_only: bool, changes: bool) -> None:
    if check_only and changes:
        raise WrongUse("--check only looks.", "Leave --remove and --dry-run out.")
    if not hosts and not check_only:
        raise WrongUse("No host was named.", f"Hosts: {', '.join(HOSTS)}.")


def _ground() -> Ground:
    environ = environment()
    root = find_project(Path.cwd(), environ).root
    return Ground(root, environ.home, environ.variables, DiskFiles())


def _answer(name: str, level: Level, plan: SetupPlan, *, dry_run: bool) -> SetupAnswer:
    return SetupAnswer(
        host=name,
        level=level.value,
        written=bool(plan.edits) and not dry_run,
        files=[SetupFile(path=str(edit.path), removed=edit.after is None) for edit in plan.edits],
        diff=plan.diff() if dry_run else "",
        notes=list(plan.notes),
    )


def _lines(answer: SetupAnswer, *, removed: bool) -> list[str]:
    if answer.diff:
        lines = answer.diff.rstrip("\n").split("\n")
    elif answer.files:
        lines = [f"{answer.host}: {_verb(answer, each)} {each.path}" for each in answer.files]
    else:
        state = "nothing of ours is there" if removed else "it is set up already"
        lines = [f"{answer.host}: {state}; nothing to change."]
    return [*lines, *(f"  {note}" for note in answer.notes)]


def _verb(answer: SetupAnswer, file: SetupFile) -> str:
    if not answer.written:
        return "Would change"
    return "Removed" if file.removed else "Changed"


def _say_checks(reports: list[CheckReport], as_json: bool) -> None:
    if as_json:
        say_json([_check_document(report) for report in reports])
    else:
        for report in reports:
            say(f"{report.host} ({report.level.value}): {report.connection.value}")
            say(*(f"  {path}" for path, _ in report.found))
            say(*(f"  {remark.text}" for remark in report.remarks))
    asked = [report.connection for report in reports]
    if not all(each is Connection.CONNECTED for each in asked):
        raise typer.Exit(NEGATIVE)


def _check_document(report: CheckReport) -> dict[str, object]:
    return {
        "host": report.host,
        "level": report.level.value,
        "connection": report.connection.value,
        "files": [str(path) for path, _ in report.found],
        "remarks": [remark.text for remark in report.remarks],
    }
