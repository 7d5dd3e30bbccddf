"""`python -m leadline` is the same program as `leadline`."""

from leadline.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
