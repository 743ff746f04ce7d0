"""The Great War: battalions to divisions and army headquarters, half-month turns."""
