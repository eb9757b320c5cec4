"""The `planner` bot for the card game: chooses the action whose situation is worth the most points.

survey.py evaluates the situation. timing.py estimates how long it takes to move the cards missing for tickets to the
stack. plan.py chooses the tickets that can be completed in time; their points are the value of the situation. The
mechanisms evaluate their actions by this value in their `planner.py`; contributions.py combines them, and decide.py
chooses. chance.py holds tables of probabilities, numbers.py the tuned numbers.
"""
