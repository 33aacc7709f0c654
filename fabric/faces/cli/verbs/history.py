"""`fabric history`."""

from typing import Annotated

import typer

from fabric.faces.cli.drawings import DRAWN, FORMS, one_form
from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.output import say, say_json, write
from fabric.faces.cli.tables import table
from fabric.graph.drawing import Drawing, Link, Node
from fabric.models.answers import JournalView
from fabric.models.answers_life import HistoryAnswer, HistoryMemory
from fabric.services.verbs.history import history
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric history shop-1a2b3c4d --format mermaid")
def command(
    memory: Annotated[str, typer.Argument(metavar="ID", help="A memory of the line.")],
    form: Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMS)}.")] = "text",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Tell the whole line of a memory, both ways: what replaced what, who, when and why."""
    form = one_form(form, as_json=as_json)
    answer = history(open_context(Options(store)), memory)
    if form == "json":
        say_json(answer)
    elif form == "text":
        say(*_lines(answer))
    else:
        write(DRAWN[form](_drawing(answer)))


def _lines(answer: HistoryAnswer) -> list[str]:
    lines = [f"The line of {answer.id}; its end is {answer.head}."]
    for each in answer.memories:
        lines += _memory_lines(each, "*" if each.id == answer.head else " ")
        lines += [
            f"    replaced by {step.new}{_who(step.at, step.by)}{_why(step.reason)}"
            for step in answer.successions
            if step.old == each.id
        ]
    lines += [f"A draft would replace one of them: {each}" for each in answer.proposed]
    lines += [f"Unclear: {each}" for each in answer.unclear]
    if answer.appeals:
        lines.append("Rejections and appeals:")
        for each in answer.appeals:
            lines += _memory_lines(each, " ")
    if answer.events:
        lines += ["In the journal:", *(f"  {row}" for row in table(_event_rows(answer.events)))]
    return lines


def _memory_lines(each: HistoryMemory, mark: str) -> list[str]:
    if not each.there:
        return [f"{mark} {each.id}: not there any more"]
    lines = [f"{mark} {each.id} v{each.version} {each.state or 'no memory'}: {each.rule}"]
    if each.held_from and (each.held_until or each.state == "canonical"):
        until = f" until {each.held_until}" if each.held_until else ""
        lines.append(f"    from {each.held_from}{until}")
    if each.proposed_by:
        lines.append(f"    proposed{_who(each.proposed_at, each.proposed_by)}")
    if each.ratified_by:
        lines.append(f"    ratified{_who(each.ratified_at, each.ratified_by)}")
    if each.state in {"retired", "rejected"}:
        lines.append(f"    {each.state}{_who(each.ended_at, None)}{_why(each.reason)}")
    if each.appeals:
        lines.append(f"    appeals {each.appeals}")
    return lines


def _who(at: str | None, by: str | None) -> str:
    return (f" on {at}" if at else "") + (f" by {by}" if by else "")


def _why(reason: str | None) -> str:
    return f": {reason}" if reason else ""


def _event_rows(events: list[JournalView]) -> list[list[str]]:
    rows = []
    for each in events:
        who = f"agent:{each.actor}" if each.actor_kind == "agent" else each.actor
        rows.append([each.at, who, f"{each.verb}{_why(each.reason)}"])
    return rows


def _drawing(answer: HistoryAnswer) -> Drawing:
    members = [*answer.memories, *answer.appeals]
    nodes = [Node(m.id, m.rule or m.title, "memory", m.state or "gone") for m in members]
    links = [
        Link(each.old, each.new, f"replaced by, {each.at[:10]}" if each.at else "replaced by")
        for each in answer.successions
    ]
    links += [Link(m.id, m.appeals, "appeals") for m in members if m.appeals]
    return Drawing(f"The line of {answer.id}", tuple(nodes), tuple(links))
