"""The kinds of game, one package each. `kind` says what a kind is; no kind knows of another."""
