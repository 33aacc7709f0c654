"""Our entry among the hooks of a JSON settings file: found, put at the end, taken out again.

How the way back is known without keeping a record: what we make stands on one line, so the line
shows whether the list, the object or both were made by us. A candidate for "how it was before" is
accepted only if putting our entry into it gives back the very text at hand.
"""

import json
from collections.abc import Iterator, Mapping

from fabric.hosts.command import is_ours, mentions_ours
from fabric.hosts.json_text import Node, parse
from fabric.hosts.part import Taken
from fabric.hosts.splices import append, undo_append, without
from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass, field

_LOOSE = "was changed since our entry was put in; the entry is out, the rest is left as found"
_MOVED = "has hooks behind ours that moved up one place: the host may ask to approve them again"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one command of ours stands: its index in the event's list and, in a group, in that."""

    group: int
    handler: int | None
    alone: bool
    group_is_ours: bool


@dataclass(frozen=True, slots=True)
class JsonHooks:
    """The form of a host's hook file and of our entry in it.

    `entry` goes into the list of `event`; `grouped` hosts wrap commands in groups with a matcher;
    `beside` are members that the host asks for beside `hooks`; `places_count` tells that the host
    ties its approval of a hook to the place in the list.
    """

    host: str
    event: str
    entry: Mapping[str, object]
    grouped: bool = True
    comments: bool = False
    beside: Mapping[str, object] = field(default_factory=dict)
    places_count: bool = False

    def put(self, before: str | None) -> str:
        """Return the text with our entry at the end of the event's list; unchanged if it is there."""
        if before is None:
            return self._new_file()
        if self.count(before):
            return before
        return self._insert(before)

    def count(self, before: str) -> int:
        """Return how many commands of ours stand under the event."""
        event = self._event(self._read(before))
        return len(list(self.places(event))) if event else 0

    def take(self, before: str) -> Taken:
        """Return the text without our commands; nothing else goes that we did not make."""
        if before.replace("\r\n", "\n") == self._new_file():
            return Taken(None, 1)
        text, copies, exact = before, 0, True
        while self.count(text):
            text, was_exact = self._take_last(text)
            copies, exact = copies + 1, exact and was_exact
        remarks = ([] if exact else [_LOOSE]) + ([_MOVED] if self._moves_others(before) else [])
        return Taken(text, copies, exact, "; it ".join(remarks))

    def strangers(self, text: str) -> tuple[str, ...]:
        """Return commands under the event that run `fabric prime` and are not our entry."""
        event = self.event_of(text)
        if event is None or event.kind != "array":
            return ()
        commands = [command.scalar for item in event.items for command in self._commands_of(item)]
        return tuple(
            str(command)
            for command in commands
            if mentions_ours(command) and not is_ours(command, self.host)
        )

    def places(self, event: Node) -> Iterator[Place]:
        """Yield where our commands stand in the event's list, in order."""
        if event.kind != "array":
            return
        for at, item in enumerate(event.items):
            if not self.grouped:
                if self._is_handler(item):
                    yield Place(at, None, alone=True, group_is_ours=True)
                continue
            handlers = item.member("hooks") if item.kind == "object" else None
            for index, handler in enumerate(handlers.items if handlers else ()):
                if self._is_handler(handler):
                    alone = handlers is not None and len(handlers.items) == 1
                    yield Place(at, index, alone, self._is_group(item))

    def event_of(self, text: str) -> Node | None:
        """Return the event's list in a text, or nothing."""
        return self._event(self._read(text))

    def _commands_of(self, item: Node) -> Iterator[Node]:
        handlers = item.member("hooks") if self.grouped and item.kind == "object" else None
        for handler in handlers.items if handlers else (item,):
            command = handler.member("command") if handler.kind == "object" else None
            if command is not None:
                yield command

    def _moves_others(self, text: str) -> bool:
        event = self.event_of(text)
        places = list(self.places(event)) if event else []
        if not self.places_count or event is None or not places:
            return False
        return places[0].group < len(event.items) - len({place.group for place in places})

    def _read(self, text: str) -> Node:
        root = parse(text, comments=self.comments)
        if root.kind != "object":
            raise Unfit("is no JSON object", "Put an object there, {} at least.")
        return root

    def _event(self, root: Node) -> Node | None:
        hooks = root.member("hooks")
        return hooks.member(self.event) if hooks and hooks.kind == "object" else None

    def _is_handler(self, item: Node) -> bool:
        if item.kind != "object":
            return False
        kind, command = item.member("type"), item.member("command")
        typed = kind is None or kind.scalar == "command"
        return typed and command is not None and is_ours(command.scalar, self.host)

    def _is_group(self, item: Node) -> bool:
        """Tell whether the group is of our making: our keys and our matcher, nothing else."""
        ours = {key: value for key, value in self.entry.items() if key != "hooks"}
        found = {
            key: value.value()
            for key, value in zip(item.keys, item.items, strict=True)
            if key != "hooks"
        }
        return found == ours

    def _new_file(self) -> str:
        document = {**self.beside, "hooks": {self.event: [dict(self.entry)]}}
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"

    def _insert(self, text: str) -> str:
        root = self._read(text)
        hooks = root.member("hooks")
        if hooks is None:
            beside = {k: v for k, v in self.beside.items() if root.member(k) is None}
            whole = {**beside, "hooks": {self.event: [dict(self.entry)]}}
            return append(text, root, root, _members(whole))
        if hooks.kind != "object":
            raise Unfit('has "hooks" that are no object', "Mend or remove that member first.")
        event = hooks.member(self.event)
        if event is None:
            return append(text, root, hooks, _members({self.event: [dict(self.entry)]}))
        if event.kind != "array":
            raise Unfit(
                f'has a "{self.event}" that is no list', "Mend or remove that member first."
            )
        return append(text, root, event, json.dumps(dict(self.entry), ensure_ascii=False))

    def _take_last(self, text: str) -> tuple[str, bool]:
        root = self._read(text)
        event = self._event(root)
        if event is None:
            raise Unfit("holds no entry of ours", "Nothing to do.")
        place = list(self.places(event))[-1]
        for candidate in self._exact(text, root, event, place):
            if candidate is not None and self._inserts_back(candidate, text):
                return candidate, True
        return self._loosely(text, root, event, place), False

    def _exact(self, text: str, root: Node, event: Node, place: Place) -> Iterator[str | None]:
        if place.group == len(event.items) - 1:
            yield undo_append(text, event, place.group)
        hooks = root.member("hooks")
        if hooks is None or len(event.items) > 1:
            return
        yield undo_append(text, hooks, len(hooks.items) - 1)
        if len(hooks.items) == 1:
            for extra in range(len(self.beside) + 1):
                if extra < len(root.items):
                    yield undo_append(text, root, len(root.items) - 1 - extra)

    def _inserts_back(self, candidate: str, text: str) -> bool:
        try:
            return self._insert(candidate) == text
        except Unfit:
            return False

    def _loosely(self, text: str, root: Node, event: Node, place: Place) -> str:
        for container, index, path in self._targets(root, event, place):
            wished = _value_without(root.value(), path)
            for tidy in (True, False):
                candidate = without(text, container, index, tidy=tidy)
                if self._reads_as(candidate, wished):
                    return candidate
        raise Unfit("holds our entry in a form that cannot be taken out", "Take it out by hand.")

    def _targets(
        self, root: Node, event: Node, place: Place
    ) -> Iterator[tuple[Node, int, tuple[str | int, ...]]]:
        """Yield what could go, the most first: emptied members only where we would have put them."""
        hooks = root.member("hooks")
        whole_group = place.alone and place.group_is_ours
        if whole_group and hooks is not None and len(event.items) == 1:
            at_end = hooks.index(self.event) == len(hooks.items) - 1
            if len(hooks.items) == 1 and root.index("hooks") == len(root.items) - 1:
                yield root, len(root.items) - 1, ("hooks",)
            if at_end:
                yield hooks, len(hooks.items) - 1, ("hooks", self.event)
        if whole_group:
            yield event, place.group, ("hooks", self.event, place.group)
        handlers = event.items[place.group].member("hooks")
        if place.handler is not None and handlers is not None:
            path = ("hooks", self.event, place.group, "hooks", place.handler)
            yield handlers, place.handler, path

    def _reads_as(self, candidate: str, wished: object) -> bool:
        try:
            return parse(candidate, comments=self.comments).value() == wished
        except Unfit:
            return False


def _members(members: Mapping[str, object]) -> str:
    written = (
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in members.items()
    )
    return ", ".join(written)


def _value_without(value: object, path: tuple[str | int, ...]) -> object:
    head, *rest = path
    if isinstance(value, dict):
        if not rest:
            return {key: item for key, item in value.items() if key != head}
        return {k: _value_without(v, tuple(rest)) if k == head else v for k, v in value.items()}
    if isinstance(value, list):
        if not rest:
            return [item for at, item in enumerate(value) if at != head]
        return [_value_without(v, tuple(rest)) if at == head else v for at, v in enumerate(value)]
    return value
