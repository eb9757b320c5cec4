"""Points at the end for districts, groups of cities that a player has connected (MECH-1)."""
