"""The games, one package a rulebook."""
