"""One file a host: its files, its entry, its envelope, and what is known to hold it back."""
