"""The bead graph: kinds, succession, readiness; plain Python, networkx only behind `reach`."""
