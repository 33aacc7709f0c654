"""`schemas/` says what the published models say, and a difference is noticed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from fabric.models.document import Document, means
from tests.guard import ROOT
from tools.write_schemas import differences, expected, write


class Sample(Document):
    """A stand-in for a published model."""

    name: str = means("Its name.")


def test_the_schemas_in_the_repository_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "tools/write_schemas.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_schema_in_the_repository_is_a_schema_that_says_its_name() -> None:
    paths = sorted((ROOT / "schemas").glob("*.json"))
    assert paths
    for path in paths:
        schema = json.loads(path.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        assert schema["$id"] == f"urn:bead-fabric:schema:{path.stem}"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        pytest.param("sample.json", None, "sample.json is missing", id="a missing file is named"),
        pytest.param(
            "sample.json", "{}\n", "sample.json differs from its model", id="a stale file is named"
        ),
        pytest.param(
            "gone.json", "{}\n", "gone.json is published by no model", id="a leftover is named"
        ),
    ],
)
def test_a_difference_is_told(name: str, text: str | None, said: str, tmp_path: Path) -> None:
    wanted = expected({"sample": Sample})
    write(wanted, tmp_path)
    if text is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert differences(wanted, tmp_path) == [said]


def test_what_was_just_written_is_current(tmp_path: Path) -> None:
    (tmp_path / "gone.json").write_text("{}\n", encoding="utf-8")
    wanted = expected({"sample": Sample})
    write(wanted, tmp_path)
    assert differences(wanted, tmp_path) == []


def test_the_page_of_the_configuration_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "tools/write_configuration.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
