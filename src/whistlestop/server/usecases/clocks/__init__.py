"""Time for thinking: the clocks of tables, what counts as time, and what happens when it is used up."""
