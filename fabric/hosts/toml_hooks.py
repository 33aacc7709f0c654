"""Our entry in Codex's `config.toml`, for projects that keep their hooks there.

It goes to the end as a block of text, and out again as that block; only an entry that somebody
rewrote is taken out through a parser that keeps comments and order.
"""

import json
from collections.abc import Mapping

import tomlkit
from tomlkit.exceptions import TOMLKitError

from fabric.hosts.command import is_ours
from fabric.hosts.part import Taken
from fabric.hosts.tail_block import append_block, cut_block
from fabric.hosts.text_form import newline_of
from fabric.hosts.toml_text import read_toml
from fabric.hosts.unfit import Unfit
from fabric.hosts.values import as_list, as_mapping
from fabric.models.frozen import dataclass

_LOOSE = "was changed since our entry was put in; the entry is out, the rest is left as found"


@dataclass(frozen=True, slots=True)
class TomlHooks:
    """The event and the entry (`matcher`, `hooks`: one handler) that we put there."""

    host: str
    event: str
    entry: Mapping[str, object]

    def put(self, before: str | None) -> str:
        """Return the text with our entry at its end; unchanged if it is there."""
        text = before or ""
        if self.count(text):
            return text
        after = append_block(text, self.block())
        if not self._differs_by_ours(text, after, copies=1):
            raise Unfit(
                "writes its hooks in a form that nothing can be put behind",
                f"Write them as [[hooks.{self.event}]] tables, or use hooks.json beside it.",
            )
        return after

    def count(self, before: str) -> int:
        """Return how many commands of ours stand under the event."""
        return sum(len(self._ours(group)) for group in self._groups(read_toml(before)))

    def take(self, before: str) -> Taken:
        """Return the text without our entries."""
        text, copies, exact = before, 0, True
        while self.count(text):
            cut = self._cut_block(text)
            after = cut if cut is not None else self._take_last(text)
            if not self._differs_by_ours(text, after, copies=-1):
                raise Unfit(
                    "holds our entry in a form that we cannot take out", "Take it out by hand."
                )
            exact = exact and append_block(after, self.block()) == text
            text, copies = after, copies + 1
        return Taken(text, copies, exact, "" if exact else _LOOSE)

    def block(self) -> str:
        r"""Return our entry as TOML, lines ended by `\n`, without a line end at its end."""
        group = {key: value for key, value in self.entry.items() if key != "hooks"}
        handler = as_mapping(as_list(self.entry.get("hooks"))[0])
        lines = [f"[[hooks.{self.event}]]", *_assignments(group), ""]
        lines += [f"[[hooks.{self.event}.hooks]]", *_assignments(handler)]
        return "\n".join(lines)

    def _cut_block(self, text: str) -> str | None:
        block = self.block().replace("\n", newline_of(text))
        start = text.rfind(block)
        stands_alone = start == 0 or text[start - 1 : start] == "\n"
        if start < 0 or not stands_alone:
            return None
        cut = cut_block(text, start, start + len(block))
        return cut if self._differs_by_ours(text, cut, copies=-1) else None

    def _differs_by_ours(self, before: str, after: str, *, copies: int) -> bool:
        """Tell whether `after` holds so many more entries of ours and says the same otherwise."""
        try:
            added = self.count(after) - self.count(before)
        except Unfit:
            return False
        same_rest = self._rest(read_toml(before)) == self._rest(read_toml(after))
        return added == copies and same_rest

    def _take_last(self, text: str) -> str:
        try:
            document = tomlkit.parse(text)
        except TOMLKitError as error:
            raise Unfit(f"is no valid TOML: {error}", "Mend it; nothing was written.") from error
        groups = self._groups(document)
        at = max(at for at, group in enumerate(groups) if self._ours(group))
        handlers = as_list(groups[at].get("hooks"))
        handlers.pop(self._ours(groups[at])[-1])
        hooks = document["hooks"]
        if not handlers and isinstance(hooks, dict):
            as_list(hooks[self.event]).pop(at)
            if not as_list(hooks[self.event]):
                del hooks[self.event]
        return tomlkit.dumps(document)

    def _groups(self, document: Mapping[str, object]) -> list[Mapping[str, object]]:
        hooks = as_mapping(document.get("hooks"))
        return [as_mapping(group) for group in as_list(hooks.get(self.event))]

    def _ours(self, group: Mapping[str, object]) -> list[int]:
        handlers = [as_mapping(handler) for handler in as_list(group.get("hooks"))]
        return [at for at, one in enumerate(handlers) if is_ours(one.get("command"), self.host)]

    def _rest(self, document: Mapping[str, object]) -> object:
        """Return all that the document says but our entries: what no edit of ours may change."""
        hooks = dict(as_mapping(document.get("hooks")))
        groups = [self._rest_of_group(group) for group in self._groups(document)]
        hooks[self.event] = [group for group in groups if group is not None]
        return {**document, "hooks": hooks}

    def _rest_of_group(self, group: Mapping[str, object]) -> object:
        ours = self._ours(group)
        if not ours:
            return group
        others = [one for at, one in enumerate(as_list(group.get("hooks"))) if at not in ours]
        return {**group, "hooks": others} if others else None


def _assignments(table: Mapping[str, object]) -> list[str]:
    # A JSON string or number without control characters is a TOML one.
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
