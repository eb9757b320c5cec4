"""Connections to the outside: the database, e-mail, web push, webhooks, child processes."""
