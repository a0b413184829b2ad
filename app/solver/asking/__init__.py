"""The search as the server asks for it: over pipes, from workers. Never loads what is compiled."""
