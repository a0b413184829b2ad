"""What the page costs whoever looks at it, in a browser that is slowed down."""
