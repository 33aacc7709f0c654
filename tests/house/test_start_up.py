"""Start-up is part of the product: hot verbs load no heavy library."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guard import ROOT

HEAVY = ("sqlalchemy", "networkx", "alembic")
FOR_OTHERS = (
    *HEAVY,
    *("typer", "click", "rich", "shellingham", "detect_secrets", "pymysql", "tomlkit"),
    *("pydantic", "pydantic_core", "typing_extensions", "dataclasses", "inspect"),
    *("subprocess", "shutil", "difflib", "termios", "configparser", "logging", "asyncio", "ssl"),
    *("importlib.metadata", "email", "uuid", "platform", "random", "secrets"),
)
"""What a start of work on an embedded store leaves to other verbs."""

# Runs the program as a person would and tells, on its last line of stderr, what it had loaded.
RUN = """
import atexit, sys
loaded = lambda: [name for name in {heavy!r} if name in sys.modules]
atexit.register(lambda: print("loaded:", *loaded(), file=sys.stderr))
from fabric.main import main
sys.argv = ["fabric", *sys.argv[1:]]
sys.exit(main())
"""

IMPORT = """
import importlib, sys
importlib.import_module(sys.argv[1])
print("loaded:", *[name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
"""


def run(
    program: str, *arguments: str, folder: Path = ROOT, heavy: tuple[str, ...] = HEAVY
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program.format(heavy=heavy), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "FABRIC_STATE": str(folder / "state")},  # noqa: TID251  # ours, plus one
    )


def loaded(done: subprocess.CompletedProcess[str]) -> str:
    return done.stderr.splitlines()[-1].removeprefix("loaded:").strip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a SQLite store, one draft and one work item."""
    folder = tmp_path_factory.mktemp("project")
    common = ("--actor", "ada@example.test", "--json")
    for arguments in (
        ("init", "--prefix", "shop"),
        ("propose", "--domain", "arch", "--strength", "soft", "--rule", "Prices are integers."),
        ("work", "add", "Add a price", "--domain", "arch"),
    ):
        done = run(RUN, *arguments, *common, folder=folder)
        assert done.returncode == 0, done.stderr
        (folder / f"{arguments[0]}.json").write_text(done.stdout, encoding="utf-8")
    return folder


def id_of(project: Path, *words: str) -> str:
    done = run(RUN, *words, "--actor", "ada@example.test", "--json", folder=project)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["id"])


def id_made_by(verb: str, project: Path) -> str:
    answer = json.loads((project / f"{verb}.json").read_text(encoding="utf-8"))
    return str(answer["id"])


@pytest.mark.parametrize("verb", ["prime", "list"])
def test_a_verb_on_the_whole_store_loads_nothing_heavy(verb: str, project: Path) -> None:
    done = run(RUN, verb, folder=project)
    assert done.returncode == 0, done.stderr
    assert loaded(done) == ""


@pytest.mark.parametrize(("verb", "made_by"), [("show", "propose"), ("status", "work")])
def test_a_verb_on_one_bead_loads_nothing_heavy(verb: str, made_by: str, project: Path) -> None:
    done = run(RUN, verb, id_made_by(made_by, project), folder=project)
    assert done.returncode == 0, done.stderr
    assert loaded(done) == ""


@pytest.mark.parametrize("more", [(), ("--json",), ("--no-claim",)])
def test_a_first_start_leaves_to_others_what_it_can_do_without(
    more: tuple[str, ...], project: Path
) -> None:
    act = ("--actor", "ada@example.test")
    settings = project / "fabric.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('confirm = "typed"', 'confirm = "none"'), encoding="utf-8")
    hard = ("--strength", "hard", "--check", "Given a, when b, then c", "--verify", "true")
    rule = f"Taxes are integers {' '.join(more)}".strip()
    memory = id_of(project, "propose", "--domain", "arch", *hard, "--rule", rule)
    id_of(project, "ratify", memory)
    work = id_of(project, "work", "add", "Add a tax", "--domain", "arch")
    done = run(RUN, "start", work, *act, *more, folder=project, heavy=FOR_OTHERS)
    assert done.returncode == 0, done.stderr
    assert f"{work}-mc" in done.stdout
    assert loaded(done) == ""


@pytest.mark.parametrize("words", [("start", "--help"), ("list",)])
def test_the_long_way_is_seen_to_load_its_library(words: tuple[str, ...], project: Path) -> None:
    done = run(RUN, *words, folder=project, heavy=("typer",))
    assert loaded(done) == "typer"


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(flag: str) -> None:
    done = run(RUN, flag)
    assert done.returncode == 0, done.stderr
    assert loaded(done) == ""


def test_a_verb_that_draws_the_graph_is_seen_to_load_it() -> None:
    assert loaded(run(IMPORT, "fabric.graph.reach")) == "networkx"


LIGHT = (
    "fabric.models.bead",
    "fabric.graph.bead_graph",
    "fabric.graph.lineage",
    "fabric.graph.readiness",
    "fabric.ports",
    "fabric.config",
    "fabric.store.catalog",
    "fabric.store.backends.sqlite",
    "fabric.store.backends.jsonl",
)


@pytest.mark.parametrize("module", LIGHT)
def test_a_module_on_the_hot_path_imports_nothing_heavy(module: str) -> None:
    done = run(IMPORT, module)
    assert done.returncode == 0, done.stderr
    assert loaded(done) == ""


def test_services_wiring_and_all_documents_load_no_library_that_checks_data() -> None:
    verbs = sorted(path.stem for path in (ROOT / "fabric" / "services" / "verbs").glob("[a-z]*.py"))
    modules = [f"fabric.services.verbs.{verb}" for verb in verbs]
    modules += ["fabric.wiring", "fabric.services.gateway", "fabric.models.published"]
    program = f"import sys, {', '.join(modules)}; print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "False\n", done.stderr


def test_the_full_check_is_seen_to_load_it() -> None:
    program = "import sys, fabric.models.document_checking; print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr
