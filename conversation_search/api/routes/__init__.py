"""The addresses of the API, one router per group."""
