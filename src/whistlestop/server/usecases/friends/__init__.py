"""Friends: requests, links, and who is online."""
