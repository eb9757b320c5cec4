"""Rulesets of the network machine: boards with cities, routes and tickets."""
