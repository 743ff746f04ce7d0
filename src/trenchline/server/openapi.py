"""The OpenAPI document: answers are msgspec structs, so their schemas are added here."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from trenchline.server.errors import ErrorAnswer

Responses = dict[int | str, dict[str, Any]]

REF = "#/components/schemas/{name}"

_answers: list[Any] = [ErrorAnswer]


def answers(*forms: Any, status: int = 200, description: str = "Done") -> Responses:
    """What an endpoint answers, for its documentation; every error looks the same."""
    _answers.extend(forms)
    schemas, _ = msgspec.json.schema_components(forms, ref_template=REF)
    schema = schemas[0] if len(forms) == 1 else {"anyOf": list(schemas)}
    return {
        status: {"description": description, "content": {"application/json": {"schema": schema}}},
        **errors(),
    }


def answers_file(media_type: str, *more: str) -> Responses:
    """What an endpoint answers that sends a file."""
    schema = {"type": "string"}
    content = {kind: {"schema": schema} for kind in (media_type, *more)}
    unchanged = {"description": "Not changed since the version with this ETag"}
    return {200: {"description": "The file", "content": content}, 304: unchanged, **errors()}


def errors() -> Responses:
    """The form of every error."""
    schema = {"$ref": "#/components/schemas/ErrorAnswer"}
    content = {"application/json": {"schema": schema}}
    return {"default": {"description": "An error", "content": content}}


def document(app: FastAPI) -> dict[str, Any]:
    """The whole document."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, routes=app.routes, summary=app.summary
        )
        _, components = msgspec.json.schema_components(_answers, ref_template=REF)
        made.setdefault("components", {}).setdefault("schemas", {}).update(components)
        app.openapi_schema = made
    return app.openapi_schema
