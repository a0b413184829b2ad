"""What an e-mail address looks like; knows of no message."""

import re

LONGEST = 254
"""Characters: https://www.rfc-editor.org/errata/eid1690"""

# as browsers check it (https://html.spec.whatwg.org/#valid-e-mail-address), but with a dot in the
# domain: no one can be answered at `anna@localhost`
_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
_ADDRESS = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@{_LABEL}(?:\.{_LABEL})+")


# letters of any alphabet (https://www.rfc-editor.org/rfc/rfc6531); the rest as above
_ANY_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_ANY_ADDRESS = re.compile(rf"[\w.!#$%&'*+/=?^`{{|}}~-]{{1,64}}@{_ANY_LABEL}(?:\.{_ANY_LABEL})+")


def is_any_address(text: str) -> bool:
    """As `is_address`, but its letters may be of any alphabet; not every server mails to those."""
    return len(text) <= LONGEST and _ANY_ADDRESS.fullmatch(text) is not None


def is_address(text: str) -> bool:
    """Whether it is one address and nothing more: no name, no list, no line break."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None
