"""A receipt: the machine-readable record, on the work item, of what it was given at its start."""

from collections.abc import Mapping
from typing import Literal

from fabric.models.actor import Actor
from fabric.models.contract import ContractRecord
from fabric.models.document import BadDocument, Document, means, plain
from fabric.models.document_reading import read_document
from fabric.models.fabric_object import fabric_object
from fabric.models.unknown_keys import refuse_unknown
from fabric.models.words import RECEIPT_KEY


class GivenMemory(Document):
    """One memory that the work item was given."""

    further = object

    id: str = means("Id of the memory.")
    digest: str = means("Digest of its words then.")
    strength: str = means("`hard` or `soft`.")
    reason: str = means("Why it was given, in words.")
    reviewed: bool = means("Whether a reviewer's ratification is known.", default=True)


class LeftOut(Document):
    """One memory that applies but was not attached."""

    further = object

    id: str = means("Id of the memory.")
    reason: str = means("Why it was left out.")


class Receipt(Document):
    """What a work item was given at its start, under `fabric_receipt`."""

    further = object

    v: Literal[1] = means("Version of this format.", default=1)
    at: str = means("When.")
    by: Actor = means("Who started it.")
    domains: list[str] = means("Labels of the declared domains.", default=[])
    paths: list[str] = means("Paths that the work was said to touch.", default=[])
    memories: list[GivenMemory] = means("What was attached, in order.", default=[])
    contract: str | None = means("Id of the contract, if one binds.", default=None)
    contract_record: ContractRecord | None = means(
        "The contract's record as it was closed.", default=None
    )
    left_out: list[LeftOut] = means("What applies but was left out.", default=[])
    left_out_more: int | None = means(
        "How many more were left out, where not all of them are named.", default=None
    )
    note: str | None = means("In words, when nothing applied.", default=None)

    def given(self, memory_id: str) -> GivenMemory | None:
        """The entry of a memory, if it was given."""
        return next((each for each in self.memories if each.id == memory_id), None)

    def plain(self) -> dict[str, object]:
        """As plain JSON data, empty keys left out.

        Raises InvalidMemory when it holds a key that we do not know.
        """
        refuse_unknown(self, f"metadata.{RECEIPT_KEY}")
        return plain(self, without_none=True)


def read_receipt(metadata: Mapping[str, object]) -> Receipt | None:
    """The receipt in a work item's metadata; None where there is none that can be read."""
    values = fabric_object(metadata, RECEIPT_KEY)
    if not values:
        return None
    try:
        return read_document(Receipt, values)
    except BadDocument:
        return None
