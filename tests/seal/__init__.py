"""The seal of the audit: what it covers, what it finds, and what may be removed without breaking it."""
