"""Candidates, ranking and hydration: from a query to what a model is shown."""
