"""`python -m whistlestop` is the program `whistlestop`."""

from .cli import main

if __name__ == "__main__":
    main()
