"""`fabric memories`."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from fabric.faces.cli.options import JsonOption, StoreOption
from fabric.faces.cli.quick import quick_plane, show_quick
from fabric.models.answers_notes import FoundMemory, MemoriesAnswer
from fabric.models.note import excerpt
from fabric.services.verbs.memories import MemoriesRequest, memories
from fabric.wiring import Options, open_context

app = typer.Typer()

_READ_WHOLE = "Cut entries end in `...`: `fabric recall KEY` shows one whole."


@app.command(epilog="Example: fabric memories deploy --domain workflow")
def command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]…", help="Only what holds these.")
    ] = None,
    domain: Annotated[str, typer.Option("--domain", help="Only memories of this domain.")] = "",
    label: Annotated[
        str, typer.Option("--label", help="Only memories with this whole label.")
    ] = "",
    kind: Annotated[
        str, typer.Option("--kind", help="Only notes of this kind, as feedback or project.")
    ] = "",
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """List or search notes and memories together; the memories in force come first."""
    request = MemoriesRequest(" ".join(words or ()).strip(), domain, label, kind)
    with quick_plane(as_json=as_json):
        answer = memories(open_context(Options(store)), request)
    show_quick(answer, list(_lines(answer, request)), as_json=as_json)


def _lines(answer: MemoriesAnswer, request: MemoriesRequest) -> Iterator[str]:
    texts = answer.texts
    beyond = answer.fabric
    known = {each.id: each for each in (beyond.memories if beyond else ())}
    if beyond is not None:
        texts |= {note.key: note.text for note in beyond.notes if note.key not in texts}
    if texts:
        yield from _entries(texts, known, request)
    elif request.words:
        yield f'No memories matching "{request.words}"'
    elif request.domain or request.label or request.kind:
        yield "Nothing is asked for by these filters."
    else:
        yield 'No memories stored. `fabric remember "…"` adds a note, `fabric propose` a memory.'
    yield from (beyond.remarks if beyond else ())


def _entries(
    texts: Mapping[str, str], known: Mapping[str, FoundMemory], request: MemoriesRequest
) -> Iterator[str]:
    yield f'Memories matching "{request.words}":' if request.words else f"Memories ({len(texts)}):"
    yield ""
    cut = False
    for key, text in texts.items():
        memory = known.get(key)
        short = excerpt(memory.statement if memory else text)
        cut = cut or short.cut
        yield f"  {key}{_about(memory)}"
        yield f"    {short.marked}"
        yield ""
    if cut:
        yield _READ_WHOLE


def _about(memory: FoundMemory | None) -> str:
    if memory is None:
        return ""
    if memory.superseded_by:
        return f"  (replaced by {', '.join(memory.superseded_by)})"
    state = "in force" if memory.in_force else memory.state
    said = (memory.strength, memory.domain, state)
    return f"  ({', '.join(each for each in said if each)})"
