"""Leagues: operations of users, the beginning and end of seasons, and views."""
