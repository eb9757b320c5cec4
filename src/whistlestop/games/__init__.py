"""The kinds of game, one package each. `kind` defines the parts that a kind provides; no kind imports another."""
