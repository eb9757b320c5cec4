"""The outside world: the database, HTTP and sockets, e-mail, web push, webhooks."""
