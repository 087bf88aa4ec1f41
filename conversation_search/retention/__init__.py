"""How long messages are kept: policies, legal holds, and the runs that delete what has expired."""
