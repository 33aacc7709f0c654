"""Coding agents that load context at start: what to write into their files, and how to answer them."""
