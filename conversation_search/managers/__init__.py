"""How rows are read and written: statements in files, and one module per subject that calls them."""
