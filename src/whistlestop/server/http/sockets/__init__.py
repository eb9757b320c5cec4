"""The sockets: one handler for each, declared as those of `routes`."""
