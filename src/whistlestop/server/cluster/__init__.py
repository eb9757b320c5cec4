"""Several processes on one database: who is there, who looks after which game, and what they tell each other."""
