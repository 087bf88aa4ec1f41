"""Tests that open the pages in a real browser; run them with `make test-browser`."""
