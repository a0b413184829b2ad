"""What an e-mail address looks like; knows of no message."""

import re

LONGEST = 254
"""Characters: https://www.rfc-editor.org/errata/eid1690"""

# as browsers check it (https://html.spec.whatwg.org/#valid-e-mail-address), but with a dot in the
# domain: no one can be answered at `anna@localhost`
_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
_ADDRESS = re.compile(rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@{_LABEL}(?:\.{_LABEL})+")


def is_address(text: str) -> bool:
    """Whether it is one address and nothing more: no name, no list, no line break."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None
