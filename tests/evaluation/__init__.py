"""How quality is measured: the figures, the data sets, and the command."""
