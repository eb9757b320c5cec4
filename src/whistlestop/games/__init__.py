"""The kinds of game, one package each. `kind` defines what a kind provides; no kind imports another."""
