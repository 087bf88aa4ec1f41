"""The runtime's door: keys, schemas and routes. No rule of the product lives here."""
