"""Requests that nobody would send by mistake: thousands, straight at the application."""
