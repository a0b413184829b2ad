"""A full disk, for this process alone."""

import contextlib
import resource
from collections.abc import Iterator


@contextlib.contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Writes beyond `size` bytes fail, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
