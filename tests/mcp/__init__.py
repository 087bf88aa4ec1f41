"""`/mcp` as the SDK's own client finds it on the running server."""
