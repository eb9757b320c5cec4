"""How bots play the card game."""
