"""The steps by which a database grows from version to version."""
