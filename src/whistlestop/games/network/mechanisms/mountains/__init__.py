"""Mountain routes, which take more trains and score more points (ASI-6)."""
