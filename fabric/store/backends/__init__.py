"""One file a backend; each is a `ports.Store`."""
