"""What speaks HTTP and WebSocket: handlers, guard, limits, the files of the browser client."""
