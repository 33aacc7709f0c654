"""The live tier is real: these are the pinned programs, and each test has a workspace of its own."""

from tests.live.dolt_server import DoltServer
from tests.live.programs import Programs
from tests.live.workspaces import RunBd, ServerWorkspace, Workspace

BD_VERSION = "1.3.0"
BD_SCHEMA = 66


def test_bd_is_the_pinned_release(
    bd: RunBd, live_programs: Programs, embedded_workspace: Workspace
) -> None:
    assert embedded_workspace.bd("version", "--json").entry()["version"] == BD_VERSION


def test_the_server_is_a_dolt(dolt_server: DoltServer) -> None:
    assert dolt_server.rows(None, "SELECT @@version_comment") == [("Dolt",)]


def test_an_embedded_bead_is_read_back(embedded_workspace: Workspace) -> None:
    bd = embedded_workspace.bd
    made = bd("create", "Écrire en UTC", "-t", "decision", "-l", "memory", "--json").entry()
    shown = bd("show", str(made["id"]), "--json").entry()
    assert (shown["title"], shown["labels"]) == ("Écrire en UTC", ["memory"])


def test_a_server_bead_is_read_back_by_sql(server_workspace: ServerWorkspace) -> None:
    made = server_workspace.bd("create", "Écrire en UTC", "-t", "decision", "--json").entry()
    rows = server_workspace.rows("SELECT title, created_by FROM issues WHERE id=%s", made["id"])
    assert rows == [("Écrire en UTC", "tess")]


def test_a_fresh_server_workspace_has_the_schema_we_write(
    server_workspace: ServerWorkspace,
) -> None:
    assert server_workspace.rows("SELECT MAX(version) FROM schema_migrations") == [(BD_SCHEMA,)]


def test_a_fresh_server_workspace_keeps_the_clone_local_tables(
    server_workspace: ServerWorkspace,
) -> None:
    tables = {row[0] for row in server_workspace.rows("SHOW TABLES")}
    assert {"events", "leases", "local_metadata"} <= tables


def test_an_embedded_workspace_starts_empty(embedded_workspace: Workspace) -> None:
    assert embedded_workspace.bd("list", "--all", "--json").entries() == []


def test_two_server_workspaces_do_not_see_each_other(
    server_workspace: ServerWorkspace, server_template: ServerWorkspace
) -> None:
    server_workspace.bd("create", "Only here")
    assert server_template.bd("list", "--all", "--json").entries() == []
    assert len(server_workspace.bd("list", "--all", "--json").entries()) == 1


def test_the_actor_is_the_one_asked_for(embedded_workspace: Workspace) -> None:
    made = embedded_workspace.acting_as("vera")("create", "Hers", "--json").entry()
    assert made["created_by"] == "vera"


def test_the_programs_live_in_a_home_of_their_own(
    embedded_workspace: Workspace, live_environment: dict[str, str]
) -> None:
    assert embedded_workspace.git("config", "user.email").strip() == "tess@example.test"
    assert embedded_workspace.git("config", "--global", "user.name").strip() == "Tess Ter"
    assert "HOME" in live_environment
