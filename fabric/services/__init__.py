"""What the verbs do: read through a port, decide, hand a change set to the gateway; no printing."""
