"""A bonus at the end for tickets completed in two ways (IND-6, IND-7)."""
