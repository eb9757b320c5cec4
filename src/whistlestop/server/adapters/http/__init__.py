"""What speaks HTTP and WebSocket: handlers, guard, limits of connections, the files of the browser client."""
