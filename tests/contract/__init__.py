"""The disclosure rule of the contract against the database, without anything in between."""
