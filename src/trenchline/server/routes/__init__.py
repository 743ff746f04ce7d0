"""The requests that the server answers, by what they are about."""
