"""Bead Fabric: durable engineering rules inside a beads graph."""

__version__ = "0.1.0"
