"""Turns rows into what a page shows: names, sentences, widths of bars. No rule of disclosure is here."""
