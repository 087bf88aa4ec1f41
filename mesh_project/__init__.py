"""Wiring: settings, addresses and the embedded database. No rule of the product lives here."""
