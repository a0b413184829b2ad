"""What share of the deals can be won, as far as it is known: measures it and writes it down."""
