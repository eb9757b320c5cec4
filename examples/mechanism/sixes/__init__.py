"""A bonus for the most routes of length 6."""
