"""The importers, read from exports that are built awkwardly on the fly."""
