"""The migrations: on databases that hold messages and are being written to, forwards and back."""
