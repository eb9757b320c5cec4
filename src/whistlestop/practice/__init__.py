"""Lessons and puzzles: positions with a task, and how an answer is judged."""
