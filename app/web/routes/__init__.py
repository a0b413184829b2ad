"""The addresses, by subject."""
