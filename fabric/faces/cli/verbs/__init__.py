"""One file a verb: its options, the call of its service, the words of its answer."""
