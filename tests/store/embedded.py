"""The embedded store as its own tests need it: a file, and what can be done to it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

from fabric.models.change_set import AddLabel, ChangeSet, InsertBead, SetConfig
from fabric.ports import BeadQuery, JournalQuery, Store
from fabric.store.catalog import open_store
from tests.store.beads import RICH, WRITER, bead, draft, memory


@contextmanager
def opened(path: Path, *, create: bool = False, wait_seconds: float = 10) -> Iterator[Store]:
    store = open_store(
        f"sqlite:///{path}", writer_id=WRITER, create=create, wait_seconds=wait_seconds
    )
    with closing(store):
        yield store


def made(path: Path) -> Path:
    """Make a store that holds three beads and a note; nobody has it open."""
    with opened(path, create=True) as store:
        beads = (RICH, memory("m-1"), bead("w-1"))
        store.apply(ChangeSet(tuple(InsertBead(each) for each in beads)), draft("import", "w-1"))
        store.apply(ChangeSet((SetConfig("kv.memory.a", "one"),)), draft("remember"))
    return path


def read_everything(store: Store) -> int:
    """Ask every read that there is; return how many beads came."""
    beads = list(store.all_beads())
    store.bead("w-1")
    store.beads([each.id for each in beads])
    store.find(BeadQuery(labels_all=("memory",), not_statuses=("open",)))
    store.find(BeadQuery(not_statuses=("closed",)))
    store.ids_with_prefix("w", 5)
    store.config()
    for entry in store.journal(JournalQuery()):
        store.journal_payload(entry.writer, entry.sequence)
    store.journal_payloads(JournalQuery(verb="import"))
    return len(beads)


def contents(folder: Path) -> dict[str, str]:
    """Return a digest of every file in a folder."""
    return {each.name: sha256(each.read_bytes()).hexdigest() for each in folder.iterdir()}


def label(store: Store, text: str = "x") -> None:
    store.apply(ChangeSet((AddLabel("w-1", text),)), draft())
