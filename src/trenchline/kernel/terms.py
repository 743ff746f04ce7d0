"""Terms and factors: what is added to a die and what multiplies a strength, each with its case."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Term(NamedTuple):
    """Something that is added to a die or shifts a column, with its case."""

    case: str
    name: str
    value: int


class Factor(NamedTuple):
    """Something that multiplies a strength, with its case."""

    case: str
    name: str
    value: Fraction
