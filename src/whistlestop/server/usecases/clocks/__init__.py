"""Thinking time: the clocks of tables, the time that counts, and time-outs."""
