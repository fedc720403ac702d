#!/usr/bin/env python3
"""Writes models whose counts are published sequences, into a folder: Latin rectangles and
independent sets of square grids.

    python3 studies/counts/models.py FOLDER
"""

import json
import pathlib
import sys


def model(variables, constraints):
    return {
        "format": "parallax-model-1",
        "variables": variables,
        "constraints": constraints,
    }


def rectangle(rows, columns):
    """Latin rectangles: no number is twice in a row or a column."""
    name = lambda row, column: f"r{row}c{column}"
    lines = [[name(r, c) for c in range(columns)] for r in range(rows)]
    lines += [[name(r, c) for r in range(rows)] for c in range(columns)]
    cells = [name(r, c) for r in range(rows) for c in range(columns)]
    return model(
        [{"name": cell, "domain": f"1..{columns}"} for cell in cells],
        [{"kind": "all_different", "scope": line} for line in lines],
    )


def grid(size):
    """Sets of cells of a square grid, no two of them next to each other."""
    name = lambda row, column: f"r{row}c{column}"
    cells = [(r, c) for r in range(size) for c in range(size)]
    pairs = [((r, c), (r + 1, c)) for r, c in cells if r + 1 < size]
    pairs += [((r, c), (r, c + 1)) for r, c in cells if c + 1 < size]
    empty = lambda cell: {"variable": name(*cell), "relation": "=", "value": 0}
    return model(
        [{"name": name(*cell), "domain": [0, 1]} for cell in cells],
        [{"kind": "clause", "atoms": [empty(one), empty(other)]} for one, other in pairs],
    )


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    models = {f"rectangle-3-{n}": rectangle(3, n) for n in range(3, 9)}
    models |= {f"grid-{n}": grid(n) for n in range(2, 11)}
    for name, own in models.items():
        (folder / f"{name}.model.json").write_text(json.dumps(own))


if __name__ == "__main__":
    main()
