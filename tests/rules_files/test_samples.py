"""The splitter against real rules files: how much of what a team lead would keep, and how much else."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from fabric.rules_files.split import find_rules
from tests.guard import ROOT
from tests.rules_files.expectations import EXPECTED, Expected

LEAST_PRECISION = 0.9
LEAST_RECALL = 0.8
GUIDE = ROOT / "docs" / "moving-in.md"


@dataclass(frozen=True, slots=True)
class Measured:
    shape: str
    expected: int
    found: int
    hits: int
    same_strength: int

    @property
    def precision(self) -> float:
        return self.hits / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.hits / self.expected if self.expected else 1.0

    @property
    def row(self) -> str:
        numbers = f"{self.expected} | {self.found} | {self.precision:.2f} | {self.recall:.2f}"
        return f"| {self.shape} | {numbers} |"


def measure(path: Path, expected: Expected) -> Measured:
    found = {each.line: each for each in find_rules(path.read_bytes().decode(), path.name)}
    hits = found.keys() & set(expected.lines)
    same = sum((found[line].strength == "hard") == (line in expected.hard) for line in hits)
    return Measured(expected.shape, len(expected.lines), len(found), len(hits), same)


@pytest.fixture(scope="module")
def measured(samples: Path) -> list[Measured]:
    return [measure(samples / "rules" / name, expected) for name, expected in EXPECTED.items()]


def total(rows: list[Measured]) -> Measured:
    return Measured(
        shape="all",
        expected=sum(row.expected for row in rows),
        found=sum(row.found for row in rows),
        hits=sum(row.hits for row in rows),
        same_strength=sum(row.same_strength for row in rows),
    )


def test_the_expectations_belong_to_the_files_that_are_here(samples: Path) -> None:
    here = {path.name: path for path in (samples / "rules").iterdir()}
    assert here.keys() == EXPECTED.keys()
    digests = {name: sha256(path.read_bytes()).hexdigest() for name, path in here.items()}
    assert digests == {name: expected.sha256 for name, expected in EXPECTED.items()}


def test_nine_of_ten_proposed_rules_are_rules_and_four_of_five_rules_are_proposed(
    measured: list[Measured], capsys: pytest.CaptureFixture[str]
) -> None:
    overall = total(measured)
    with capsys.disabled():
        print("", *(row.row for row in [*measured, overall]), sep="\n")  # noqa: T201  -- the table is for the reader of the run
    assert overall.precision >= LEAST_PRECISION
    assert overall.recall >= LEAST_RECALL


def test_nine_of_ten_proposed_strengths_are_what_a_person_would_say(
    measured: list[Measured],
) -> None:
    overall = total(measured)
    assert overall.same_strength / overall.hits >= 0.9


def test_the_guide_tells_the_numbers_that_are_measured(measured: list[Measured]) -> None:
    told = GUIDE.read_text(encoding="utf-8")
    missing = [row.row for row in [*measured, total(measured)] if row.row not in told]
    assert not missing, "docs/moving-in.md should say:\n" + "\n".join(missing)
