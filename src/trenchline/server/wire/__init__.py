"""What goes over the wire: requests as pydantic models, answers as msgspec structs.

Requests are few and come from strangers, so pydantic checks them; answers are many and large, so
msgspec writes them. Both stand in the OpenAPI document.
"""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Response


def answer(data: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(data), status, None, "application/json")
