"""`fabric review`."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

import typer

from fabric.errors import FabricError, NotAllowed
from fabric.faces.cli.options import ActorOption, JsonOption, PersonOption, StoreOption
from fabric.faces.cli.output import say, say_json, show_error
from fabric.models.answers_life import ReviewItem
from fabric.services.context import Context
from fabric.services.governance import require_reviewer
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.repair import RepairRequest, repair
from fabric.services.verbs.review import review_queue
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.wiring import Options, decided_by_key, open_context, terminal_keys

app = typer.Typer()

_YES = {"draft": ("r", "ratify"), "unreviewed": ("a", "adopt"), "changed": ("r", "repair")}
_HEADS = {
    "draft": "A draft",
    "unreviewed": "It binds, and no reviewer is known",
    "changed": "Its words are not those that were ratified",
}


@app.command(epilog="Example: fabric review --domain arch")
def command(
    domain: Annotated[str, typer.Option("--domain", help="Only of this domain.")] = "",
    person: PersonOption = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
) -> None:
    """Decide on drafts and unreviewed memories, one by one, with one key each."""
    context = open_context(Options(store, actor))
    if as_json:
        say_json(review_queue(context, domain))
        return
    reviewer = require_reviewer(context, "review memories", person or None)
    if context.settings.governance.confirm == "typed" and not context.tools.person.is_present:
        raise NotAllowed(
            "Nobody is at a terminal to review anything.",
            "Run it in a terminal; --json lists what waits.",
        )
    _Review(context.acting_as(reviewer), domain).run()


@dataclass
class _Review:
    """One sitting: what was decided so far."""

    context: Context
    domain: str
    seen: set[str] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        """Go through the queue; it is read anew after each decision."""
        while True:
            waiting = review_queue(self.context, self.domain).items
            item = next((each for each in waiting if each.memory.id not in self.seen), None)
            if item is None:
                break
            self.seen.add(item.memory.id)
            left = sum(each.memory.id not in self.seen for each in waiting)
            say(*_lines(item, left))
            if not self._decide(item):
                break
        self._sum_up()

    def _decide(self, item: ReviewItem) -> bool:
        """One decision; False ends the sitting."""
        key, word = _YES[item.kind]
        may_reject = item.kind != "changed"
        reject_words = " · [x] reject" if may_reject else ""
        question = f"[{key}] {word}{reject_words} · [s] skip · [q] quit:"
        while True:
            typed = terminal_keys().choose(question, f"{key}sq{'x' if may_reject else ''}")
            if typed in {"", "q"}:
                return False
            if typed == "s":
                self.done["skipped"] += 1
                return True
            try:
                did = self._reject(item) if typed == "x" else self._accept(item)
            except FabricError as error:
                show_error(error)
                continue
            if did:
                self.done[did] += 1
                return True

    def _reject(self, item: ReviewItem) -> str:
        reason = terminal_keys().ask("Why? (an empty line goes back)")
        if not reason:
            return ""
        reject(self._shown(item), RejectRequest(item.memory.id, reason))
        say(f"Rejected {item.memory.id}.")
        return "rejected"

    def _accept(self, item: ReviewItem) -> str:
        memory_id, acting = item.memory.id, self._shown(item)
        if item.kind == "changed":
            restored = repair(acting, RepairRequest(memory_id)).answer.restored
            say(f"Restored of {memory_id}: {', '.join(restored)}.")
            return "repaired"
        if item.kind == "unreviewed":
            adopt(acting, AdoptRequest((memory_id,)))
            say(f"Adopted {memory_id}.")
            return "adopted"
        if item.replaces:
            return self._replace(item, item.replaces)
        ratify(acting, RatifyRequest(memory_id))
        say(f"Ratified {memory_id}.")
        return "ratified"

    def _replace(self, item: ReviewItem, old: str) -> str:
        reason = terminal_keys().ask(f"Why does it replace {old}? (an empty line goes back)")
        if not reason:
            return ""
        request = SupersedeRequest((old,), item.memory.id, reason)
        answer = supersede(self._shown(item), request).answer
        say(f"{item.memory.id} replaces {old}; {len(answer.moved)} work items moved along.")
        return "ratified"

    def _shown(self, item: ReviewItem) -> Context:
        return decided_by_key(self.context, item.memory.id)

    def _sum_up(self) -> None:
        waiting = len(review_queue(self.context, self.domain).items)
        did = ", ".join(f"{count} {word}" for word, count in sorted(self.done.items()))
        say(f"{did or 'Nothing was decided'}; {waiting} still waiting.")


def _lines(item: ReviewItem, left: int) -> list[str]:
    memory = item.memory
    by = memory.proposed_by
    who = f", proposed by {'agent:' if by.kind == 'agent' else ''}{by.name}" if by else ""
    lines = ["", f"── {memory.id}: {_HEADS[item.kind]}{who} ({left} more after it)", item.text]
    if item.replaces:
        lines.append(f"It takes the place of {item.replaces}, which is in force.")
    if item.appeals:
        lines.append(f"It appeals {item.appeals}, rejected because: {item.rejected_because}")
        lines += [f"It asks again because: {item.appealed_because}"] * bool(item.appealed_because)
    if item.near:
        lines.append("Close to it:")
        lines += [
            f"  {each.id} ({each.state}, {each.reason}): {each.statement}" for each in item.near
        ]
    return lines
