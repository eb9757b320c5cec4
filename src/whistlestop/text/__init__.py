"""Games as text and plain data: the parts of notation, positions, views and events that all kinds of game share."""
