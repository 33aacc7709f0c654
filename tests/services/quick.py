"""Shorthands for the quick plane: what tests of notes do again and again."""

from dataclasses import dataclass
from pathlib import Path

from fabric.models.answers_notes import (
    ForgetAnswer,
    MemoriesAnswer,
    RecallAnswer,
    RememberAnswer,
)
from fabric.models.change_set import RemoveConfig, SetConfig
from fabric.models.note import row_key
from fabric.models.note_intent import Asked, OnClash
from fabric.models.words import NOTE_PREFIX
from fabric.ports import Store
from fabric.services.verbs.forget import ForgetRequest, forget
from fabric.services.verbs.memories import MemoriesRequest, memories
from fabric.services.verbs.recall import RecallRequest, recall
from fabric.services.verbs.remember import RememberRequest, remember
from fabric.store.catalog import open_store
from tests.services.world import World


@dataclass
class Quick:
    """The quick plane of a small world."""

    world: World

    def remember(
        self,
        text: str,
        key: str | None = None,
        kind: str | None = None,
        on_clash: OnClash = "refuse",
        reason: str = "",
    ) -> RememberAnswer:
        asked = Asked(text, key, kind)
        request = RememberRequest(asked, on_clash, reason, frozenset({"recall", "list"}))
        return remember(self.world.context, request).answer

    def recall(self, key: str, *, history: bool = False) -> RecallAnswer:
        return recall(self.world.context, RecallRequest(key, history))

    def forget(self, key: str, reason: str = "", *, reject: bool = False) -> ForgetAnswer:
        return forget(self.world.context, ForgetRequest(key, reason, reject)).answer

    def memories(self, words: str = "", **filters: str) -> MemoriesAnswer:
        return memories(self.world.context, MemoriesRequest(words, **filters))

    @property
    def texts(self) -> dict[str, str]:
        """The rows of the quick plane, by key."""
        rows = self.world.store.config(NOTE_PREFIX)
        return {row.removeprefix(NOTE_PREFIX): text for row, text in rows.items()}

    def elsewhere(self, key: str, text: str | None) -> None:
        """Change a note as a pull or another tool does: the journal does not hear of it."""
        row = row_key(key)
        operation = RemoveConfig(row) if text is None else SetConfig(row, text)
        _apply_unseen(self.world.store, operation)


def _apply_unseen(store: Store, operation: SetConfig | RemoveConfig) -> None:
    """Write a row past the journal, which only the reference store allows."""
    rows = store._config  # type: ignore[attr-defined]  # the reference store's own dictionary
    if isinstance(operation, SetConfig):
        rows[operation.key] = operation.value
    else:
        rows.pop(operation.key, None)


def sqlite_world(folder: Path) -> World:
    """A world on the embedded store."""
    url = f"sqlite:///{folder}/.fabric/fabric.db"
    return World(open_store(url, writer_id="w-test", create=True)).begin()
