"""Erasing takes the words out of the bead and out of the journal, and nothing else with them."""

import pytest

from fabric.errors import DuplicateMemory, NotAllowed, NotFound, Refused
from fabric.models.journal import verify_chain
from fabric.models.receipt import read_receipt
from fabric.ports import JournalQuery
from fabric.services.verbs.adopt import AdoptRequest, adopt
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.repair import RepairRequest, repair
from fabric.services.verbs.show import show
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.store.backends.sqlite import open_backend
from fabric.store.opening import Opening
from tests.services.life import assert_green, by_hand, started
from tests.services.world import SCOUT, World, settings, wording

REASON = "It names a customer"
CUSTOMER = "Nightingale"
RULE = f"Orders of {CUSTOMER} are shipped first."


@pytest.fixture(params=["memory", "sqlite"])
def world(request: pytest.FixtureRequest, tmp_path: object) -> World:
    if request.param == "memory":
        return World().begin()
    opening = Opening("w-test", create=True)
    return World(open_backend(f"///{tmp_path}/fabric.db", opening)).begin()


def everything(world: World) -> str:
    """All that the store holds, as text."""
    payloads = world.store.journal_payloads(JournalQuery()).values()
    return f"{list(world.store.all_beads())}{world.store.config()}{list(payloads)}"


def test_no_word_is_left_in_beads_and_journal_and_the_chain_holds(world: World) -> None:
    memory = world.memory(RULE, title=f"{CUSTOMER} first", sections={"Scope": CUSTOMER})
    work = started(world)
    assert CUSTOMER in everything(world)
    answer = erase(world.context, EraseRequest(memory, REASON)).answer
    assert CUSTOMER not in everything(world)
    assert (answer.was, answer.retired) == ("canonical", True)
    assert answer.payloads >= 2
    assert [each.id for each in answer.released] == [work]
    receipt = read_receipt(world.bead(work).metadata)
    assert receipt is not None
    assert receipt.memories == []
    assert world.query("memory-arch") == set()
    assert_green(world)


def test_what_stays_tells_that_it_was_erased_and_when_it_held(world: World) -> None:
    memory = world.memory(RULE)
    world.clock.forward(days=1)
    erase(world.context, EraseRequest(memory, REASON))
    bead = world.bead(memory)
    view = show(world.context, memory).memory
    assert bead.title.startswith("[MEMORY][ARCH][HARD] Erased (sha256:")
    assert bead.notes == f"Erased on 2026-03-03: {REASON}"
    assert view is not None
    assert (view.state, view.reason) == ("retired", REASON)
    assert view.effective_until == "2026-03-03T09:00:00Z"
    assert view.digest_holds is None


def test_erasing_again_is_harmless(world: World) -> None:
    memory = world.memory(RULE)
    erase(world.context, EraseRequest(memory, REASON))
    before = world.bead(memory)
    again = erase(world.context, EraseRequest(memory, "another"))
    assert (again.applied, again.answer.already) == (False, True)
    assert world.bead(memory) == before


def test_an_interrupted_erasure_is_completed(world: World) -> None:
    memory = world.memory(RULE)
    started(world)

    class Killed(Exception):
        pass

    def killed(done: int, every: int) -> None:
        raise Killed

    with pytest.raises(Killed):
        erase(world.context, EraseRequest(memory, REASON), killed)
    assert CUSTOMER in everything(world)
    answer = erase(world.context, EraseRequest(memory, REASON)).answer
    assert not answer.already
    assert CUSTOMER not in everything(world)
    assert_green(world)


def test_what_the_journal_holds_of_its_successor_is_kept(world: World) -> None:
    old = world.memory(RULE)
    new = world.propose("Orders are shipped by age.")
    supersede(world.context, SupersedeRequest((old,), new, "fairness"))
    erase(world.context, EraseRequest(old, REASON))
    assert CUSTOMER not in everything(world)
    assert_green(world)
    view = show(world.context, new).memory
    assert view is not None
    assert (view.reviewed, view.supersedes) == (True, [old])


def test_the_review_of_one_survives_the_erasure_of_several(world: World) -> None:
    first = by_hand(world, "shop-h1", pinned=True)
    second = by_hand(world, "shop-h2", pinned=True, title="[MEMORY][ARCH][HARD] Two")
    old = world.memory(RULE)
    adopt(world.context, AdoptRequest((first, second)))
    for each in (first, old):
        erase(world.context, EraseRequest(each, REASON))
    view = show(world.context, second).memory
    assert view is not None
    assert view.reviewed


def test_comments_and_a_hand_written_close_reason_go_too(world: World) -> None:
    memory = by_hand(world, close_reason=f"as {CUSTOMER} asked", notes=CUSTOMER, pinned=True)
    erase(world.context, EraseRequest(memory, REASON))
    bead = world.bead(memory)
    assert CUSTOMER not in str(bead)
    assert bead.comments[0].author == "kim"
    assert bead.comments[0].text.startswith("Erased (sha256:")


def test_an_erased_rejection_still_refuses_its_value(world: World) -> None:
    draft = world.propose(RULE)
    reject(world.context, RejectRequest(draft, "no"))
    erase(world.context, EraseRequest(draft, REASON))
    assert CUSTOMER not in everything(world)
    with pytest.raises(DuplicateMemory, match=f"This was rejected: {draft}"):
        propose(world.context, ProposeRequest("arch", wording(RULE)))
    assert_green(world)


def test_an_erased_draft_is_withdrawn(world: World) -> None:
    draft = world.propose(RULE)
    answer = erase(world.context, EraseRequest(draft, REASON)).answer
    assert (answer.was, answer.retired) == ("draft", True)
    assert world.bead(draft).is_closed
    assert_green(world)


def test_erased_words_cannot_be_repaired(world: World) -> None:
    memory = world.memory(RULE)
    erase(world.context, EraseRequest(memory, REASON))
    with pytest.raises((Refused, NotFound)):
        repair(world.context, RepairRequest(memory))


def test_an_agent_may_not_erase_and_a_person_confirms(world: World) -> None:
    memory = world.memory(RULE)
    with pytest.raises(NotAllowed):
        erase(world.as_(SCOUT), EraseRequest(memory, REASON))
    world.with_settings(settings(confirm="typed"))
    world.person.types = "no"
    with pytest.raises(NotAllowed, match="not confirmed"):
        erase(world.context, EraseRequest(memory, REASON))
    assert "cannot be brought back" in world.person.shown[-1]
    assert CUSTOMER in everything(world)


def test_the_chain_is_checked_with_its_blanks(world: World) -> None:
    memory = world.memory(RULE)
    erase(world.context, EraseRequest(memory, REASON))
    payloads = world.store.journal_payloads(JournalQuery())
    assert None in payloads.values()
    assert verify_chain(world.store.journal(JournalQuery()), payloads) == []
