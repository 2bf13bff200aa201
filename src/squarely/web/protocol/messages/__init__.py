"""Everything that is said between a page, or any other client, and the server: what comes in and what goes out.

What comes in is validated against these types before anything looks at it; unknown fields are refused, so that a
misspelt one is noticed. The OpenAPI description and the types of the page's scripts are made from the same types.
"""

from squarely.web.protocol.messages.boards import *  # noqa: F403
from squarely.web.protocol.messages.match import *  # noqa: F403
from squarely.web.protocol.messages.study import *  # noqa: F403
