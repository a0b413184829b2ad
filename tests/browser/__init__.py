"""The real server under its production headers, played in the machine's own Chromium."""
