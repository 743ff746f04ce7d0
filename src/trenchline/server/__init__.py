"""Matches at live tables, over HTTP and websocket."""
