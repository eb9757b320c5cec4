"""The machine of the map games: routes between cities, claimed with cards."""
