"""Faults on purpose: networks that lose, servers that are killed, and players who count."""
