"""The board as a graph: what routes join, and the longest path over them."""
