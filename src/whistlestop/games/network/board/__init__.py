"""The board as a graph: connections between routes, and the longest path."""
