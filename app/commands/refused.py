"""How a command ends that cannot do what it is asked."""


class Refused(Exception):
    """Its text tells the operator why, and what to do about it."""
