"""Whatever is changed on a bd workspace, it holds in the end what every other store would hold."""

import tempfile
from pathlib import Path

from hypothesis import given, settings

from fabric.models.change_set import Operation
from tests.store.bd.benches import pretend_bench
from tests.store.bd.changes import changes, check, without_itself


@settings(max_examples=150, deadline=None)
@given(changes)
def test_any_change_set_comes_out_as_in_every_other_store(
    operations: tuple[Operation, ...],
) -> None:
    with tempfile.TemporaryDirectory() as name:
        check(pretend_bench(Path(name) / "shop"), without_itself(operations))
