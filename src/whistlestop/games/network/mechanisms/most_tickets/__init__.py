"""A bonus at the end for the most completed tickets (USA-38)."""
