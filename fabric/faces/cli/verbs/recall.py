"""`fabric recall`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import tell
from fabric.faces.cli.quick import quick_plane, show_quick
from fabric.models.answers_notes import NoteSighting, RecallAnswer
from fabric.services.verbs.recall import RecallRequest, recall
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric recall prices-are-in-cents")
def command(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Key of a note, or id of a bead.")],
    history: Annotated[
        bool, typer.Option("--history", help="Tell who wrote the note, when and what.")
    ] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Read one note, memory or other bead whole; what replaced a memory is said first."""
    with quick_plane(as_json=as_json):
        answer = recall(open_context(Options(store)), RecallRequest(key, history))
    found = answer.found or bool(answer.history)
    if not found and not as_json:
        for line in (f"There is no note and no bead {answer.key!r}.", *answer.remarks):
            tell(line)
        raise typer.Exit(1)
    if not as_json and answer.state is None and not history:
        for remark in answer.remarks:
            tell(remark)
    show_quick(answer, _lines(answer, history), as_json=as_json, found=found)


def _lines(answer: RecallAnswer, history: bool) -> list[str]:
    if history:
        now = answer.value if answer.found else "(no such note now)"
        told = [line for each in answer.history or () for line in _sighting(each)]
        return [*told, *answer.remarks, f"now: {now}"]
    if answer.state is not None:
        return [*answer.remarks, answer.value]
    return [answer.value]


def _sighting(seen: NoteSighting) -> list[str]:
    reason = f" ({seen.reason})" if seen.reason else ""
    head = f"{seen.at}  {seen.by}, {seen.kind}, {seen.door}: {seen.verb}, {seen.did}{reason}"
    return [head, *([] if seen.text is None else [f"  {seen.text}"])]
