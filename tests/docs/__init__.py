"""The generated documents, compared with what they are generated from."""
