"""Accounts, matches and live tables over HTTP and websocket; see ``docs/table.md``."""
