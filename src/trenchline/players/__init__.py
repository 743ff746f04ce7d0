"""Who decides: the players that are not people."""
