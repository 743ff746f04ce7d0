"""``python -m trenchline``."""

from trenchline.cli import main

if __name__ == "__main__":
    main()
