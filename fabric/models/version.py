"""The version of a bead: a hash of its fields, labels and edges, so that a lost update is seen."""

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.canonical_json import canonical_json, sha256_of
from fabric.models.frozen import replace

ABSENT = "absent"
"""The version of a bead that is not there."""


def bead_version(bead: Bead | None) -> str:
    """Hash what the bead says; comments do not count, they only ever grow."""
    if bead is None:
        return ABSENT
    # Some stores read comments only when somebody looks at them: do not look.
    record = bead_to_record(replace(bead, comments=()))
    record.pop("comments", None)  # what could not be read as comments
    return sha256_of(canonical_json(record))
