"""What the use cases reach the outside world by: the database, e-mail, web push, webhooks, child processes."""
