"""Tries many weights quickly: `python -m tests.quality.tuning DATASET` reads components once and scores them again.

A weight is chosen on half of the conversations and reported on the other half.
"""
