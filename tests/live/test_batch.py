"""`bd batch`: several closes and edges in one transaction."""

from tests.live.rows import draft, edges_of, memory, work
from tests.live.workspaces import Workspace


def test_a_batch_succeeds_one_memory_by_another_at_once(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-old"), draft("live-new"))
    bd("batch", stdin='dep add live-old live-new supersedes\nclose live-new "Said \\"so\\": é"\n')
    rows = bd.export()
    assert edges_of(rows["live-old"]) == {("supersedes", "live-new")}
    assert (rows["live-new"]["close_reason"], rows["live-new"]["pinned"]) == ('Said "so": é', True)


def test_one_bad_line_undoes_the_lines_before_it(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(work("live-a"), work("live-b"))
    bd("dep", "add", "live-a", "live-b")
    both = "close live-b done\ndep add live-a live-b relates-to\n"
    assert bd.run("batch", stdin=both).exit == 1
    assert bd.export()["live-b"]["status"] == "open"


def test_the_same_batch_again_changes_nothing(any_workspace: Workspace) -> None:
    bd = any_workspace.bd
    bd.load(memory("live-old"), draft("live-new"))
    lines = "dep add live-old live-new supersedes\nclose live-new first\n"
    bd("batch", stdin=lines)
    once = bd.export()
    bd("batch", stdin=lines.replace("first", "second"))
    assert bd.export() == once
