"""Search over the one rules engine: proved wins, small ends searched to the last position."""
