"""Runs what a clause asks for, and says what came of it."""

import shlex
from collections.abc import Mapping

from fabric.models.answers import CheckView
from fabric.models.contract import Clause, Evidence
from fabric.models.frozen import dataclass, field
from fabric.models.memory import Memory
from fabric.ports import RunResult, WorktreeState
from fabric.services.context import Context
from fabric.services.trusting import runnable


@dataclass(frozen=True, slots=True)
class ClauseResult:
    """What was checked of one clause, and whether it is done now."""

    clause: Clause
    checks: tuple[CheckView, ...]


@dataclass(slots=True)
class Checker:
    """Checks the clauses of one work item; equal commands run once, and in a dry run none."""

    context: Context
    work_id: str
    state: WorktreeState
    attested: Mapping[str, str]
    _ran: dict[str, RunResult] = field(default_factory=dict)

    def check(self, clause: Clause, memory: Memory) -> ClauseResult:
        """Check one clause against its memory's own commands."""
        commands = runnable(memory)
        trusted = self.context.tools.local.trusted(memory.digest) is not None
        views: list[CheckView] = []
        evidence: list[Evidence] = []
        if commands and not trusted:
            mend = f"nobody trusted it on this machine: fabric trust {memory.id}"
            views += [_view(memory, each, "untrusted", mend) for each in commands]
        elif self.context.dry_run:
            views += [_view(memory, each, "would run", "") for each in commands]
        elif commands:
            for command in commands:
                result = self._run(command)
                views.append(_view(memory, command, _outcome(result), _detail(result)))
                evidence.append(self._command_evidence(command, result))
        attested = self._attested(clause, memory)
        person = _for_a_person(memory)
        views += self._attestation_views(memory, person, attested)
        if self.context.dry_run:  # what would come of it is not known
            return ClauseResult(clause, tuple(views))
        passed = trusted and all(each.exit_status == 0 for each in evidence) if commands else True
        done = passed and (attested is not None or not person)
        kept = [attested] if attested else []
        if done:
            return ClauseResult(
                clause.but(status="verified", evidence=[*evidence, *kept]),
                tuple(views),
            )
        return ClauseResult(clause.but(evidence=kept), tuple(views))

    def _run(self, command: str) -> RunResult:
        if command not in self._ran:
            self._ran[command] = self._run_once(command)
        return self._ran[command]

    def _run_once(self, command: str) -> RunResult:
        limits = self.context.settings.contract
        try:
            arguments = [part.replace("{work}", self.work_id) for part in shlex.split(command)]
        except ValueError as error:
            return RunResult(None, "", "", 0.0, f"it cannot be read as a command: {error}")
        return self.context.tools.runner.run(
            arguments,
            folder=self.context.tools.worktree.folder,
            timeout_seconds=limits.command_timeout_seconds,
            output_limit=limits.output_limit_bytes,
        )

    def _command_evidence(self, command: str, result: RunResult) -> Evidence:
        return Evidence(
            check=command,
            kind="command",
            at=self.context.now_text,
            by=self.context.who.name,
            by_kind=self.context.who.kind,
            exit_status=result.exit_status,
            commit=self.state.commit,
            dirty=bool(self.state.dirty),
            seconds=result.seconds,
            output_digest=result.output_digest,
        )

    def _attested(self, clause: Clause, memory: Memory) -> Evidence | None:
        """What was attested now, else what an earlier run kept."""
        words = self.attested.get(memory.id, "").strip()
        if words:
            return Evidence(
                check=words,
                kind="attestation",
                at=self.context.now_text,
                by=self.context.who.name,
                by_kind=self.context.who.kind,
                commit=self.state.commit,
                dirty=bool(self.state.dirty),
            )
        if clause.digest != memory.digest:
            return None
        return next((each for each in clause.evidence if each.kind == "attestation"), None)

    def _attestation_views(
        self, memory: Memory, person: tuple[str, ...], attested: Evidence | None
    ) -> list[CheckView]:
        if attested is not None:
            return [_view(memory, attested.check, "attested", f"by {attested.by}")]
        mend = f'fabric verify {self.work_id} --attest {memory.id} "what was checked"'
        return [_view(memory, each, "needs a person", mend) for each in person]


def _for_a_person(memory: Memory) -> tuple[str, ...]:
    """What a person must check: the manual lines, or the checks where there is no command at all."""
    manual = tuple(each.text for each in memory.acceptance.commands if each.manual)
    if manual or memory.acceptance.commands:
        return manual
    return memory.acceptance.checks or (memory.rule,)


def _view(memory: Memory, check: str, outcome: str, detail: str) -> CheckView:
    return CheckView(memory=memory.id, check=check, outcome=outcome, detail=detail)


def _outcome(result: RunResult) -> str:
    return "passed" if result.exit_status == 0 else "failed"


def _detail(result: RunResult) -> str:
    if result.problem:
        return result.problem
    if result.exit_status == 0:
        return f"{result.seconds:.1f} s"
    tail = result.tail.strip()
    return f"exit status {result.exit_status}" + (f": {tail}" if tail else "")
