"""The OpenAPI document is true: schemathesis asks everything it offers, well and badly."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast
from unittest import SkipTest

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as with_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.place import Browser, play_hot_seat, serving, settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
BOUNDED = with_settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: Any, value: Any) -> bytes:
    """The body of a record, as schemathesis makes it up."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def test_the_document_lists_every_request(local: Browser) -> None:
    document = local.get("/api/openapi.json")
    paths = set(document["paths"])
    assert {"/api/games", "/api/matches/{match}/choices", "/api/join/{token}"} <= paths
    for path in document["paths"].values():
        for operation in path.values():
            assert operation["description"]
            assert "default" in operation["responses"]
    for name in ("TableAnswer", "BoardAnswer", "NewChoice", "ErrorAnswer"):
        assert name in document["components"]["schemas"]


@pytest.mark.slow
def test_every_request_keeps_its_word(tmp_path: Path) -> None:
    with serving(settings(tmp_path, local=True)) as address, Browser(address) as browser:
        match = browser.begin("pebbles", {"Near": "me", "Far": "open"}, scenario="long")["id"]
        running = browser.begin("pebbles", {"Near": "me", "Far": "me"}, scenario="long")["id"]
        play_hot_seat(browser, running, random.Random(1), 10)
        schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
        for found in schema.get_all_operations():
            ask(cast(Any, found).ok(), [match, running])


def ask(operation: Any, matches: list[str]) -> None:
    """Ask one thing in many ways, half of them about matches that exist."""
    known = random.Random(f"{operation.method} {operation.path}")
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @BOUNDED
        @given(case=operation.as_strategy(mode))
        def asked(case: Any) -> None:
            if "match" in (case.path_parameters or {}) and known.random() < 0.5:
                case.path_parameters["match"] = known.choice(matches)
            case.call_and_validate(checks=CHECKS)

        try:
            asked()
        except (Unsatisfiable, SkipTest):
            # A request without parameters cannot be put badly.
            assert mode is GenerationMode.NEGATIVE
