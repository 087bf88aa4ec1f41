"""Holds what search finds by floors on a data set of our own, and tunes its weights on conversations set apart."""
