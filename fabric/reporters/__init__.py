"""The linter's report as text for people, terminals and build servers."""
