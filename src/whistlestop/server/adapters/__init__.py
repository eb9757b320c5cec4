"""Access to the outside: database, e-mail, web push, webhooks, child processes."""
