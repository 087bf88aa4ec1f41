"""Measures how well a search finds what people ask for, on data sets of questions whose answers are known."""
