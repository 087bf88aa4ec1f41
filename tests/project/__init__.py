"""Tests of the settings, the environment and the embedded database."""
