"""The seal of the audit: numbers, signed checkpoints, verification, and the one way in which sealed rows may go."""
