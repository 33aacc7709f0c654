"""The journal: entries, which beads they name, and their payloads."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add our three tables."""
    op.create_table(
        "fabric_journal",
        sa.Column("writer", sa.String(255), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("previous_hash", sa.String(80), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("actor", sa.String(255), nullable=False),
        sa.Column("actor_kind", sa.String(20), nullable=False),
        sa.Column("door", sa.String(40), nullable=False),
        sa.Column("verb", sa.String(40), nullable=False),
        sa.Column("bead_ids", _long(), nullable=False),
        sa.Column("reason", _long(), nullable=False),
        sa.Column("payload_hash", sa.String(80), nullable=False),
        sa.Column("hash", sa.String(80), nullable=False),
    )
    op.create_index("fabric_journal_by_verb", "fabric_journal", ["verb"])
    op.create_table(
        "fabric_journal_bead",
        sa.Column("bead_id", sa.String(255), primary_key=True),
        sa.Column("writer", sa.String(255), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "fabric_journal_payload",
        sa.Column("writer", sa.String(255), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("payload", _long(), nullable=True),
    )


def _long() -> TypeEngine[str]:
    return sa.Text().with_variant(LONGTEXT(), "mysql")
