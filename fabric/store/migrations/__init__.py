"""Revisions of our tables, run by Alembic for a store that an older version made."""
