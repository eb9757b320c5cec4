"""The card game: rows of cards in sidings, hidden stacks, and tickets paid for with cards."""
