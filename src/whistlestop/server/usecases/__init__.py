"""What users and programs can do. Each operation has one place, which checks, stores and notifies."""
