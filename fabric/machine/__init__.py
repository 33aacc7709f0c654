"""This machine: its clock, its processes, its checkout, its terminal, what it remembers."""
