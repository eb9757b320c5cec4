"""A bonus at the end for the most connected cities (ASI-8)."""
