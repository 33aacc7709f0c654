"""Frozen values: what a bead, a memory, a contract and a change are; no I/O, no clock."""
