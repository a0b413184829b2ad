"""Played time as the status line tells it."""


def clock_text(seconds: float) -> str:
    """`4:05`, or `1:04:05` from an hour on."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_fields(seconds: int | None, moves: int) -> tuple[int | str, str]:
    """For the script and for the player; both empty where nobody has counted.

    For the script also where no move is made: then the clock stands.
    """
    if seconds is None:
        return "", ""
    return seconds if moves else "", clock_text(seconds)
