"""The machine of the card game: rows of cards in sidings, hidden stacks, tickets paid for with cards."""
