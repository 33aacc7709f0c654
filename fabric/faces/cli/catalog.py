"""All verbs: which file holds them, and in which panel of the help they stand."""

from typing import Final

from fabric.models.frozen import dataclass

_MEMORIES: Final = "Memories"
_WORK: Final = "Work"
_GATE: Final = "Gate"
_NOTES: Final = "Notes and start"
_STORE: Final = "Store"


@dataclass(frozen=True, slots=True)
class VerbEntry:
    """One verb: its name, the module that holds its `app`, and its panel."""

    name: str
    module: str
    panel: str


CATALOG: Final = (
    VerbEntry("init", "init", _STORE),
    VerbEntry("propose", "propose", _MEMORIES),
    VerbEntry("review", "review", _MEMORIES),
    VerbEntry("ratify", "ratify", _MEMORIES),
    VerbEntry("supersede", "supersede", _MEMORIES),
    VerbEntry("adopt", "adopt", _MEMORIES),
    VerbEntry("reject", "reject", _MEMORIES),
    VerbEntry("retire", "retire", _MEMORIES),
    VerbEntry("erase", "erase", _MEMORIES),
    VerbEntry("repair", "repair", _MEMORIES),
    VerbEntry("anchor", "anchor", _MEMORIES),
    VerbEntry("index", "index", _MEMORIES),
    VerbEntry("list", "list", _MEMORIES),
    VerbEntry("search", "search", _MEMORIES),
    VerbEntry("show", "show", _MEMORIES),
    VerbEntry("history", "history", _MEMORIES),
    VerbEntry("graph", "graph", _MEMORIES),
    VerbEntry("work", "work", _WORK),
    VerbEntry("start", "start", _WORK),
    VerbEntry("status", "status", _WORK),
    VerbEntry("verify", "verify", _WORK),
    VerbEntry("waive", "waive", _WORK),
    VerbEntry("trust", "trust", _WORK),
    VerbEntry("prime", "prime", _NOTES),
    VerbEntry("remember", "remember", _NOTES),
    VerbEntry("recall", "recall", _NOTES),
    VerbEntry("forget", "forget", _NOTES),
    VerbEntry("memories", "memories", _NOTES),
    VerbEntry("promote", "promote", _NOTES),
    VerbEntry("lint", "lint", _GATE),
    VerbEntry("baseline", "baseline", _GATE),
    VerbEntry("audit", "audit", _GATE),
    VerbEntry("setup", "setup", _STORE),
    VerbEntry("migrate", "migrate", _STORE),
    VerbEntry("doctor", "doctor", _STORE),
    VerbEntry("import", "import_", _STORE),
    VerbEntry("export", "export", _STORE),
)
