"""What the server agrees on with the process that draws, so that it loads nothing that draws."""

LENGTH = 4
"""Bytes that say how long a picture is, before the picture."""
