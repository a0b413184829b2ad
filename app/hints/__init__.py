"""What to play next and why, from what the player has seen: pure, and blind to what is hidden."""
