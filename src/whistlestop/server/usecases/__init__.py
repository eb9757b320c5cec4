"""What users and programs can do. Each operation is implemented once: it checks, stores and notifies."""
