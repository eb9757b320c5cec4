"""Tournaments: operations of users, the running of rounds, and views."""
