"""Pages of players: results, statistics, favorites, ratings and rankings, for players with a public page."""
