"""The shapes of requests and answers, one module per group of routes."""
