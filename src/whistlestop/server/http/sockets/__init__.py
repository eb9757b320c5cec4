"""The sockets: one handler for each, declared like those of `routes`."""
