"""One rule a file; the file's name is the rule's slug."""
