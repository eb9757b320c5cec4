"""Games that are over: the list of one's own, their results, and what waits on the start page."""
