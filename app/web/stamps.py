"""The signed time in a form: when it was shown, which no one but us can say."""

import base64
import hashlib
import hmac
import secrets

_SIGNATURE_BYTES = 16


class Stamps:
    """All servers of a database share the key, so each knows what another has stamped."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self, now: float) -> str:
        """Another one each time."""
        text = f"{int(now * 1000):x}.{secrets.token_hex(8)}"
        return f"{text}.{self._signature(text)}"

    def age(self, stamp: str, now: float) -> float | None:
        """Seconds since it was made; None if it is none of ours."""
        text, _, signature = stamp.rpartition(".")
        # as bytes: compared as text, it would have to be ASCII
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode()):
            return None
        return now - int(text.partition(".")[0], 16) / 1000

    def digest(self, *parts: str) -> bytes:
        """The same for the same texts, and nobody else's to foresee."""
        sized = "".join(f"{len(part)}:{part}" for part in parts)
        return hmac.digest(self._key, sized.encode(), hashlib.sha256)

    def _signature(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), hashlib.sha256)[:_SIGNATURE_BYTES]
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")
