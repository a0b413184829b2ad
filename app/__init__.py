"""Patience games on the web: a pure core, a store, and a web layer that carries forms and HTML."""
