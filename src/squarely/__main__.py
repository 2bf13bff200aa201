"""`squarely`, and `python -m squarely`: nothing is loaded before Ctrl-C is understood."""

import sys

INTERRUPTED = 130


def main() -> None:
    try:
        from squarely.cli import main as run

        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
