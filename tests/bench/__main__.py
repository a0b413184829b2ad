"""Prints every figure beside its limit; fails when one does not hold."""

import sys

from tests.bench import engine, web


def main() -> None:
    rows = [*engine.figures(), *web.figures()]
    for name, figure, unit, limit in rows:
        verdict = "" if figure <= limit else "  TOO MUCH"
        print(f"{name:38} {figure:8.2f} {unit:3} (limit {limit:g}){verdict}")
    if any(figure > limit for _, figure, _, limit in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
