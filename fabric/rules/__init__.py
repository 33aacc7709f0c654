"""The linter's rules: pure questions asked of one immutable graph."""
