"""Board wargames of the First World War, each played by its whole rulebook, on one engine."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("trenchline")
except PackageNotFoundError:  # pragma: no cover - on the path, but not installed
    __version__ = "0.0.0"

__all__ = ["__version__"]
