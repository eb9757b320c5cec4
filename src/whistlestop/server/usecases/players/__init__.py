"""Pages of players: results, statistics, favourites, ratings and rankings, for those who show theirs."""
