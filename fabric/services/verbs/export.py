"""`fabric export`: every bead as a line, sorted by id, the same bytes for the same store."""

from collections.abc import Iterator

from fabric.models.bead import Bead
from fabric.models.bead_line import write_line, write_note_line
from fabric.models.words import CONTRACT, MEMORY_LABELS, NOTE_PREFIX
from fabric.services.context import Context
from fabric.services.gateway import refuse_secrets


def export_lines(context: Context, *, with_notes: bool = False) -> Iterator[str]:
    """The lines of an export, each ending in a line feed. Raises SecretFound."""
    for bead in context.store.all_beads():
        _refuse_secrets(context, bead)
        yield f"{write_line(bead)}\n"
    if with_notes:
        for key, value in context.store.config(NOTE_PREFIX).items():
            if not context.allow_secret:
                refuse_secrets(context, ((f"The note {key}", value),))
            yield f"{write_note_line(key.removeprefix(NOTE_PREFIX), value)}\n"


def _refuse_secrets(context: Context, bead: Bead) -> None:
    ours = bead.has(CONTRACT) or any(bead.has(label) for label in MEMORY_LABELS)
    if ours and not context.allow_secret:
        texts = (bead.title, bead.description, bead.acceptance_criteria, bead.notes)
        refuse_secrets(context, ((f"{bead.id}", text) for text in texts if text))
