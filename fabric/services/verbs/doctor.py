"""`fabric doctor`: what of a project's store, domains, pins, journal and clocks is not well."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from fabric.errors import CouldNot
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers_life import DoctorLine, Health
from fabric.models.bead import Bead
from fabric.models.counted import counted
from fabric.models.domain import Domain
from fabric.models.instants import parse_instant
from fabric.models.journal import JournalEntry
from fabric.models.note import excerpt, read_notes, unreachable_notes
from fabric.models.words import CONTRACT, NOTE_PREFIX, PINNED_STATUS
from fabric.ports import BeadQuery, JournalQuery
from fabric.services.context import Context
from fabric.services.journal_check import MAY_BE_MEANT, check_journal, remember_ends
from fabric.services.note_history import changed_elsewhere, last_sightings
from fabric.services.read_only import read_only_remedy
from fabric.services.reading import all_memories
from fabric.services.reviews import all_reviews

_SLACK = timedelta(minutes=5)
"""How far two clocks may lie apart before it is worth a word."""


def examine(context: Context) -> Iterator[DoctorLine]:
    """Look at what the store holds; reading only. Raises CouldNot where it cannot be read."""
    part = all_memories(context.store, context.settings)
    part.find(BeadQuery(labels_any=(CONTRACT,)))
    graph = part.graph()
    entries = context.store.journal(JournalQuery()) if context.store.has_journal else []
    yield _writing(context)
    yield from _who(context)
    yield from _domains(graph)
    yield from _pins(context, graph)
    yield from _journal(context, entries)
    yield from _clocks(context, graph, entries)
    yield from _notes(context)


def line(area: str, health: Health, found: str, mend: str = "") -> DoctorLine:
    """One line; a mend only where there is one."""
    return DoctorLine(area=area, health=health, found=found, mend=mend or None)


def _writing(context: Context) -> DoctorLine:
    if context.store.writable:
        return line("store", "ok", "It can be written.")
    return line("store", "warning", "It can only be read.", read_only_remedy(context.store))


def _who(context: Context) -> Iterator[DoctorLine]:
    governance, who = context.settings.governance, context.actor
    if who is None:
        yield line(
            "who", "warning", "Nobody knows who acts.", "Set FABRIC_ACTOR or git's user.email."
        )
    else:
        role = "a reviewer" if who.name in governance.reviewers else "no reviewer"
        kind = "an agent" if who.kind == "agent" else role
        yield line("who", "ok", f"{who.name} acts, {kind}.")
    if not governance.reviewers:
        yield line(
            "who",
            "warning",
            "There is no reviewer, so nothing can be ratified.",
            "Name people in `governance.reviewers` in the settings.",
        )
    if governance.confirm == "none":
        yield line(
            "who",
            "note",
            "`governance.confirm` is none: nobody is asked, and agent hosts are not refused.",
        )


def _domains(graph: BeadGraph) -> Iterator[DoctorLine]:
    well = []
    for domain in graph.domains:
        anchors = [bead for bead in graph.of_kind("anchor") if bead.has(domain.label)]
        problem = _anchor_problem(domain, anchors)
        if problem is None:
            well.append(f"{domain.short_name} ({anchors[0].id})")
        else:
            yield problem
    if well:
        yield line("domains", "ok", f"Each has its anchor: {', '.join(well)}.")
    elif not len(graph.domains):
        yield line(
            "domains", "warning", "No domain is known.", "Run `fabric init --domain NAME=Title`."
        )


def _anchor_problem(domain: Domain, anchors: list[Bead]) -> DoctorLine | None:
    name = domain.short_name
    if not anchors:
        return line(
            "domains", "broken", f"{name} has no anchor.", f"Run `fabric anchor create {name}`."
        )
    still_open = [bead for bead in anchors if not bead.is_finished]
    if not still_open:
        return line(
            "domains",
            "warning",
            f"The anchor of {name}, {anchors[0].id}, is closed.",
            "Open it again, in the store or with `bd reopen`.",
        )
    if len(still_open) > 1:
        return line(
            "domains",
            "broken",
            f"{name} has several anchors: {', '.join(bead.id for bead in still_open)}.",
            "Close all but one.",
        )
    return None


def _pins(context: Context, graph: BeadGraph) -> Iterator[DoctorLine]:
    lineage = Lineage(graph)
    canonical = [m for m in graph.memories.values() if lineage.state(m) == "canonical"]
    reviews = all_reviews(context.store)
    known = reviews or {}
    changed = [
        m.id for m in canonical if (known.get(m.id) or m.pinned_digest or m.digest) != m.digest
    ]
    for each in changed:
        yield line(
            "pins", "broken", f"{each} has other words than were ratified.", f"fabric repair {each}"
        )
    unreviewed = [m.id for m in canonical if m.id not in known] if reviews is not None else []
    if unreviewed:
        yield line(
            "pins",
            "warning",
            f"{len(unreviewed)} memories bind, and no reviewer is known: {_few(unreviewed)}.",
            "fabric review",
        )
    holding = len(canonical) - len(changed) - len(unreviewed)
    if holding or not canonical:
        said = "1 canonical memory has" if holding == 1 else f"{holding} canonical memories have"
        yield line("pins", "ok", f"{said} the words that were ratified.")
    loose = [bead.id for bead in _ours(graph) if not _is_pinned(bead)]
    if loose:
        yield line(
            "pins",
            "warning",
            f"{len(loose)} beads lack bd's flag `pinned`: {_few(loose)}.",
            "Keep housekeeping away from them: `bd gc --skip-decay`.",
        )


def _ours(graph: BeadGraph) -> Iterator[Bead]:
    """Memories, anchors and open contracts: what housekeeping must spare."""
    yield from (memory.bead for memory in graph.memories.values())
    yield from graph.of_kind("anchor")
    yield from (bead for bead in graph.of_kind("contract") if not bead.is_finished)


def _is_pinned(bead: Bead) -> bool:
    return bead.pinned or bead.status == PINNED_STATUS


def _journal(context: Context, entries: list[JournalEntry]) -> Iterator[DoctorLine]:
    if not context.store.has_journal:
        yield line(
            "journal",
            "note",
            "This store keeps no journal, so no review is known.",
            "Lint it with the journal of the live store: `fabric lint --journal DIR`.",
        )
        return
    checked = check_journal(context, entries)
    for fault in checked.faults[:5]:
        yield line(
            "journal",
            "broken",
            f"{fault}.",
            "Somebody wrote past the verbs: restore a backup; `fabric audit --verify` tells all.",
        )
    for lost in checked.lost[:5]:
        yield line(
            "journal", "broken", f"{lost}.", f"Restore it from a backup; but {MAY_BE_MEANT}."
        )
    if not checked.faults and not checked.lost:
        yield from _remembered(context, checked.entries)
        writers = counted(len({entry.writer for entry in entries}), "writer")
        many = counted(len(entries), "entry", "entries")
        yield line("journal", "ok", f"{many} of {writers}; chains hold.")


def _remembered(context: Context, entries: list[JournalEntry]) -> Iterator[DoctorLine]:
    """Remember where the journal ends; a line where this machine can keep nothing."""
    try:
        remember_ends(context, entries)
    except CouldNot as error:
        what = "Where the journal ends is not remembered here, so a cut may stay unseen: "
        yield line("journal", "note", f"{what}{error.what}", error.remedy)


def _clocks(
    context: Context, graph: BeadGraph, entries: list[JournalEntry]
) -> Iterator[DoctorLine]:
    limit = context.now + _SLACK
    ahead = [each for each in entries if _is_after(each.at, limit)]
    if ahead:
        last = max(each.at for each in ahead)
        yield line(
            "clocks",
            "warning",
            f"{len(ahead)} journal entries lie in the future, the last at {last}.",
            "A clock is or was wrong: compare `date -u` on the machines that write.",
        )
    back = list(_jumps_back(entries))
    if back:
        entry, earlier = back[-1]
        yield line(
            "clocks",
            "warning",
            f"The clock of {entry.writer} jumped back {len(back)} times, last from {earlier} to "
            f"{entry.at}.",
            "Keep that machine's clock set; what was recorded stays in its order.",
        )
    future = [bead.id for bead in _ours(graph) if _is_after(bead.updated_at, limit)]
    if future:
        yield line(
            "clocks",
            "warning",
            f"{len(future)} beads were changed in the future: {_few(future)}.",
            "A clock is or was wrong: an older change may win when stores are merged.",
        )
    if not ahead and not back and not future:
        yield line("clocks", "ok", "No entry and no bead lies in the future.")


def _jumps_back(entries: Iterable[JournalEntry]) -> Iterator[tuple[JournalEntry, str]]:
    """Entries that are earlier than the one before them in their own chain, and that one's time."""
    last: dict[str, JournalEntry] = {}
    for entry in sorted(entries, key=lambda each: (each.writer, each.sequence)):
        before = last.get(entry.writer)
        then = parse_instant(before.at) if before else None
        if before is not None and then is not None and _is_before(entry.at, then - _SLACK):
            yield entry, before.at
        last[entry.writer] = entry


def _is_after(text: str, limit: datetime) -> bool:
    instant = parse_instant(text)
    return instant is not None and instant > limit


def _is_before(text: str, limit: datetime) -> bool:
    instant = parse_instant(text)
    return instant is not None and instant < limit


def _notes(context: Context) -> Iterator[DoctorLine]:
    rows = context.store.config(NOTE_PREFIX)
    lost = unreachable_notes(rows)
    if lost:
        yield line(
            "notes",
            "warning",
            f"{len(lost)} notes cannot be reached by any verb: {_few(n.row_key for n in lost)}.",
            "`fabric lint --explain note-unreachable` tells how to mend them.",
        )
    texts = {note.key: note.text for note in read_notes(rows)}
    for each in changed_elsewhere(texts, last_sightings(context.store)):
        was, now = (_quoted(text) for text in (each.was, each.now))
        yield line(
            "notes",
            "note",
            f"The note {each.key} changed elsewhere: was {was}, now {now}.",
            f"`fabric recall {each.key} --history` keeps both; the next write to it settles it.",
        )


def _quoted(text: str | None) -> str:
    return "nothing" if text is None else f'"{excerpt(text).marked}"'


def _few(ids: Iterable[str]) -> str:
    known = sorted(ids)
    return ", ".join(known[:5]) + (" …" if len(known) > 5 else "")
