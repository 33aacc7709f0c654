"""`fabric doctor`."""

from collections.abc import Iterator

import typer

from fabric.errors import BadSettings, FabricError
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.health import machine_lines, project_lines
from fabric.faces.cli.options import ActorOption, JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.models.answers_life import DoctorAnswer, DoctorLine
from fabric.models.counted import counted
from fabric.services.verbs.doctor import examine, line
from fabric.surroundings import environment
from fabric.wiring import Options, context_at, find_place

app = typer.Typer()

_MARKS = {"ok": "✓", "note": "·", "warning": "!", "broken": "✗"}


@app.command(epilog="Example: fabric doctor")
def command(
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
) -> None:
    """Look at everything: store, settings, versions, domains, pins, journal, clocks, git."""
    lines = list(_lines(Options(store, actor)))
    answer = DoctorAnswer(
        lines=lines,
        broken=sum(each.health == "broken" for each in lines),
        warnings=sum(each.health == "warning" for each in lines),
    )
    show(answer, _told(answer), as_json=as_json)
    if answer.broken:
        raise typer.Exit(NEGATIVE)


def _lines(options: Options) -> Iterator[DoctorLine]:
    """What could not be looked at is a line as well, and ends nothing but its own part."""
    yield from machine_lines(environment())
    try:
        place = find_place(options)
        yield from project_lines(place)
        yield from examine(context_at(place, options))
    except FabricError as error:
        area = "settings" if isinstance(error, BadSettings) else "store"
        yield line(area, "broken", error.what, error.remedy)


def _told(answer: DoctorAnswer) -> Iterator[str]:
    for each in answer.lines:
        yield f"{_MARKS[each.health]} {each.area:9} {each.found}"
        if each.mend:
            yield f"            → {each.mend}"
    if answer.broken or answer.warnings:
        yield f"{answer.broken} broken, {counted(answer.warnings, 'warning')}."
    else:
        yield "All is well."
