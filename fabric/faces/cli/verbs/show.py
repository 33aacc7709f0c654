"""`fabric show`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import show as show_answer
from fabric.faces.cli.words import memory_text
from fabric.models.answers import BeadView, EvidenceView, HeldView
from fabric.services.verbs.show import show
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric show shop-1a2b3c4d")
def command(
    bead: Annotated[str, typer.Argument(metavar="ID", help="The bead; a unique prefix is enough.")],
    as_of: Annotated[str, typer.Option("--as-of", help="Whether it bound then.")] = "",
    known_at: Annotated[str, typer.Option("--known-at", help="As it was recorded by then.")] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show a bead: a memory with its state first, anything else with its dependencies in words."""
    answer = show(open_context(Options(store)), bead, as_of=as_of, known_at=known_at)
    show_answer(answer, _lines(answer), as_json=as_json)


def _lines(bead: BeadView) -> list[str]:
    if bead.memory is not None:
        told = ("replaced by ", "replaces ")  # the memory's own text says so already, first
        edges = [f"  {edge}" for edge in bead.edges if not edge.startswith(told)]
        return [*_held(bead.held), *memory_text(bead.memory), *_evidence(bead.evidence), *edges]
    holder = f", held by {bead.assignee}" if bead.assignee else ""
    lines = [bead.title, f"  {bead.id}: {bead.kind}, {bead.type}, {bead.status}{holder}"]
    if bead.labels:
        lines.append(f"  labels: {', '.join(bead.labels)}")
    for name, text in (
        ("description", bead.description),
        ("acceptance", bead.acceptance_criteria),
        ("notes", bead.notes),
    ):
        if text:
            lines.append(f"  {name}: {text}")
    lines += [f"  {edge}" for edge in bead.edges]
    if bead.receipt:
        lines.append(f"  started {bead.receipt.at} by {bead.receipt.by.name}")
    return lines


def _held(held: HeldView | None) -> list[str]:
    if held is None:
        return []
    known = f", as recorded by {held.known_at}" if held.known_at else ""
    return [f"{'It bound' if held.in_force else 'It did not bind'} at {held.as_of}{known}."]


def _evidence(evidence: list[EvidenceView]) -> list[str]:
    """What stands behind the ids; links speak for themselves."""
    return [
        f"    {each.id}: {f'{each.title} ({each.status})' if each.there else 'not there any more'}"
        for each in evidence
        if each.there is not None
    ]
