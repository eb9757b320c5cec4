"""What people and programs can do, a place for each operation: it checks, changes what is stored, and notifies."""
