"""The map games: routes between cities, claimed with cards; ferries, tunnels, stations."""
