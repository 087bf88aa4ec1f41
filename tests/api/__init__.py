"""Tests of the runtime API from outside: requests in, JSON out."""
