"""The tool over the Model Context Protocol, for clients that speak it; the run is its token's, never an argument."""
