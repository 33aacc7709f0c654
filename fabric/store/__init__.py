"""Where the graph lives; the only room that knows SQL and bd."""
