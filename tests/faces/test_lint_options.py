"""`lint` with git, baselines, an exported journal and fixes, as a CI job types it."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.faces.shop import Shop

EXPORT = "issues.jsonl"
STORE = ("--store", f"jsonl:{EXPORT}")


def git(shop: Shop, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=shop.folder, capture_output=True, check=True)
    return done.stdout.decode().strip()


def claimed(shop: Shop, title: str) -> str:
    work = shop.id_of("work", "add", title, "--domain", "arch")
    shop.ok("work", "claim", work)
    return work


def committed(shop: Shop, message: str) -> None:
    shop.ok("export", "-o", EXPORT)
    git(shop, "add", EXPORT)
    git(shop, "commit", "-q", "-m", message)


@pytest.fixture
def repository(shop: Shop) -> Shop:
    """A repository that tracks the export, with one old sin."""
    git(shop, "init", "-q", "-b", "main")
    shop.memory("Writes go through the layer.")
    claimed(shop, "Old sin")
    committed(shop, "Begin")
    return shop


def sinners(shop: Shop, *words: str) -> set[str]:
    ran = shop.fabric("lint", *words, "--json")
    assert ran.status in {0, 1}, ran.err
    return {f["bead"] for f in ran.document["findings"] if f["severity"] == "error"}


def test_changed_since_reads_the_export_at_that_commit(repository: Shop) -> None:
    new = claimed(repository, "New sin")
    committed(repository, "More")
    assert sinners(repository, "--changed-since", "HEAD~1", *STORE) == {new}
    assert sinners(repository, "--changed-since", "HEAD", *STORE) == set()
    assert len(sinners(repository, "--all", *STORE)) == 2


@pytest.mark.parametrize(
    ("date", "count"),
    [
        pytest.param("2001-01-01T00:00:00Z", 1, id="everything is later"),
        pytest.param("2099-01-01T00:00:00Z", 0, id="nothing is later"),
    ],
)
def test_changed_since_of_a_live_store_goes_by_time(
    repository: Shop, monkeypatch: pytest.MonkeyPatch, date: str, count: int
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", date)
    git(repository, "commit", "-q", "--allow-empty", "-m", "another time")
    assert len(sinners(repository, "--changed-since", "HEAD")) == count


def test_a_commit_that_git_does_not_know_is_told(repository: Shop) -> None:
    ran = repository.fabric("lint", "--changed-since", "nowhere")
    assert (ran.status, "git knows no commit 'nowhere'" in ran.err) == (2, True)


def test_an_export_that_was_not_there_yet_is_all_new(repository: Shop) -> None:
    git(repository, "rm", "-q", "--cached", EXPORT)
    git(repository, "commit", "-q", "-m", "Untrack")
    git(repository, "add", EXPORT)
    git(repository, "commit", "-q", "-m", "Track")
    assert len(sinners(repository, "--changed-since", "HEAD~1", *STORE)) == 1


def test_from_git_looks_at_what_commits_name(repository: Shop) -> None:
    new = claimed(repository, "New sin")
    other = claimed(repository, "Other sin")
    git(repository, "commit", "-q", "--allow-empty", "-m", f"{new}: a button.\n\nSee foo-bar-1.")
    assert sinners(repository, "--from-git", "HEAD~1..HEAD") == {new}
    assert sinners(repository, "--from-git", "HEAD~1..HEAD", other) == {new, other}


def test_from_git_that_names_nothing_is_not_a_success(repository: Shop) -> None:
    ran = repository.fabric("lint", "--from-git", "HEAD")
    assert (ran.status, "names a bead that is there" in ran.err) == (4, True)
    assert repository.ok("lint", "--from-git", "HEAD", "--allow-empty").out == ""
    ran = repository.fabric("lint", "--from-git", "--output=x")
    assert ran.status == 2
    assert not (repository.folder / "x").exists()


def test_a_baseline_lets_old_findings_pass_and_new_ones_fail(repository: Shop) -> None:
    repository.ok("lint", "--all", "--write-baseline", "known.json")
    assert repository.ok("lint", "--all", "--baseline", "known.json").out.count("error ") == 0
    claimed(repository, "New sin")
    assert repository.fabric("lint", "--all", "--baseline", "known.json").status == 1


def test_a_baseline_forgets_what_was_mended_and_never_grows(shop: Shop) -> None:
    shop.memory("Writes go through the layer.")
    work = claimed(shop, "Old sin")
    made = shop.ok("baseline", "known.json", "--json").document
    assert (made["made"], made["written"]) == (True, True)
    before = (shop.folder / "known.json").read_text(encoding="utf-8")
    other = claimed(shop, "New sin")
    grown = shop.fabric("baseline", "known.json", "--json")
    assert (grown.status, grown.document["new"] > 0) == (1, True)
    assert (shop.folder / "known.json").read_text(encoding="utf-8") == before
    shop.ok("start", work)
    told = shop.fabric("lint", "--all", "--baseline", "known.json").err
    assert "findings of the baseline are mended" in told
    assert shop.fabric("baseline", "known.json", "--check").status == 1
    shrunk = shop.fabric("baseline", "known.json", "--json").document
    assert {each["bead"] for each in shrunk["mended"]} == {work}
    shop.ok("start", other)
    shop.ok("baseline", "known.json", "--check")


def test_a_baseline_that_is_not_there_or_broken_is_a_sentence(shop: Shop) -> None:
    ran = shop.fabric("lint", "--baseline", "none.json")
    assert (ran.status, "There is no baseline none.json" in ran.err) == (2, True)
    (shop.folder / "bad.json").write_text("[]", encoding="utf-8")
    ran = shop.fabric("lint", "--baseline", "bad.json")
    assert (ran.status, "cannot be read" in ran.err) == (2, True)


def test_the_journal_goes_along_with_the_export(shop: Shop) -> None:
    shop.memory("Writes go through the layer.")
    files = shop.ok("export", "-o", EXPORT, "--journal", "journal", "--json").document["journal"]
    assert [Path(each).suffix for each in files] == [".jsonl"]
    plain = json.loads(shop.fabric("lint", "--all", "--json", *STORE).out)
    proven = shop.ok("lint", "--all", "--json", *STORE, "--journal", "journal").document
    assert "unreviewed-memory" in {each["rule"] for each in plain["not_asked"]}
    assert "unreviewed-memory" not in {each["rule"] for each in proven["not_asked"]}
    assert "unreviewed-memory" not in {each["rule"] for each in proven["findings"]}


def test_the_journal_is_written_anew_and_refuses_to_lose(shop: Shop) -> None:
    first = shop.ok("export", "--journal", "journal", "--json").document["journal"]
    shop.memory("Writes go through the layer.")
    assert shop.ok("export", "--journal", "journal", "--json").document["journal"] == first
    file = Path(first[0])
    text = file.read_text(encoding="utf-8")
    assert shop.ok("export", "--journal", "journal").status == 0
    assert file.read_text(encoding="utf-8") == text
    line = json.loads(text.splitlines()[-1])
    file.write_text(text + json.dumps(line | {"sequence": 99, "hash": "sha256:x"}) + "\n")
    ran = shop.fabric("export", "--journal", "journal")
    assert (ran.status, "holds 1 entries that the store lacks" in ran.err) == (2, True)
    shop.ok("export", "--journal", "journal", "--force")
    assert file.read_text(encoding="utf-8") == text


def test_an_edited_journal_or_none_is_exit_3(shop: Shop) -> None:
    shop.memory("Writes go through the layer.")
    [file] = shop.ok("export", "-o", EXPORT, "--journal", "j", "--json").document["journal"]
    edited = Path(file).read_text(encoding="utf-8").replace("vera@", "mallory@")
    Path(file).write_text(edited, encoding="utf-8")
    ran = shop.fabric("lint", "--all", *STORE, "--journal", "j")
    assert (ran.status, "The journal in j does not hold" in ran.err) == (3, True)
    ran = shop.fabric("lint", "--all", *STORE, "--journal", "nowhere")
    assert (ran.status, "holds no journal" in ran.err) == (3, True)


def test_fix_mends_and_shows_on_the_side_what_it_wrote(shop: Shop) -> None:
    memory = shop.memory("Writes go through the layer.")
    work = shop.id_of("work", "add", "Button", "--domain", "arch")
    shop.ok("start", work)
    shop.ok("work", "close", work, "--force")
    dry = shop.fabric("lint", "--all", "--fix", "--dry-run")
    assert f"Would mend contract-outlived {work}-mc" in dry.err
    done = shop.fabric("lint", "--all", "--fix", "--json")
    assert f"Mended contract-outlived {work}-mc" in done.err
    assert f'close-bead: {{"bead_id": "{work}-mc"' in done.err
    assert "contract-outlived" not in {each["rule"] for each in done.document["findings"]}
    assert "Nothing can be mended safely." in shop.fabric("lint", "--fix").err
    assert memory in shop.ok("list").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("--max-age", "soon"), "is no duration", id="no duration"),
        pytest.param(("--all", "--changed-since", "HEAD"), "exclude one another", id="two scopes"),
        pytest.param(("--baseline", "a", "--write-baseline", "b"), "reads and", id="both"),
        pytest.param(("--fail-on", "note"), "is unknown", id="an unknown weight"),
    ],
)
def test_what_makes_no_sense_is_told(shop: Shop, words: tuple[str, ...], said: str) -> None:
    ran = shop.fabric("lint", *words)
    assert (ran.status, said in ran.err) == (2, True)
