"""Bead Fabric: engineering memory that is given at task start, checked in CI and evolved by succession."""

__version__ = "0.1.0"
