"""Where the graph lives; the only room that knows SQLAlchemy and bd."""
