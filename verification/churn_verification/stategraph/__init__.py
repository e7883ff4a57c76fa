"""Game graphs as graphs, and a plain solver: build, query, export and draw."""
