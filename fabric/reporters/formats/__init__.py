"""One format a file: a pure function from the report to a text."""
