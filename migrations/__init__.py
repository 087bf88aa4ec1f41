"""What the database is made of, in order."""
