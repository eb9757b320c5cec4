"""Pages of players: results, statistics, favorites, ratings and rankings, for players who show theirs."""
