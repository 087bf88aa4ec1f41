"""Who is who: API keys and the agents they belong to."""
