#!/usr/bin/env python3
"""Computes the numbers of studies/counts-with-certificates.md, without constraints.

    python3 studies/counts/verify.py

Grids by transfer matrices, queens column by column, squares and rectangles row by row. A row is a
permutation; what the rows so far leave is the set of numbers that each column has, and columns with
equal sets are interchangeable.
"""

import collections
import itertools
import math


def grids(size):
    """Independent sets of a square grid: rows without two neighbours, none below another."""
    rows = [row for row in range(1 << size) if row & row >> 1 == 0]
    counts = {row: 1 for row in rows}
    for _ in range(size - 1):
        counts = {row: sum(counts[own] for own in rows if own & row == 0) for row in rows}
    return sum(counts.values())


def queens(size, column=0, rows=0, rising=0, falling=0):
    """Places a queen in each column; bits are the rows that are attacked."""
    if column == size:
        return 1
    free = ~(rows | rising | falling) & ((1 << size) - 1)
    total = 0
    while free:
        bit = free & -free
        free ^= bit
        total += queens(size, column + 1, rows | bit, (rising | bit) << 1, (falling | bit) >> 1)
    return total


def followers(columns, size):
    """The states after another row, each with the number of rows that lead to it."""
    states = collections.Counter({((), 0): 1})
    for column in columns:
        following = collections.Counter()
        for (done, used), times in states.items():
            for number in range(size):
                bit = 1 << number
                if not bit & (column | used):
                    following[tuple(sorted(done + (column | bit,))), used | bit] += times
        states = following
    return {done: times for (done, _), times in states.items()}


def rectangles(rows, size):
    """Latin rectangles."""
    counts = {(0,) * size: 1}
    for _ in range(rows):
        following = collections.Counter()
        for columns, number in counts.items():
            for after, times in followers(columns, size).items():
                following[after] += number * times
        counts = following
    return sum(counts.values())


def sudokus(height, width):
    """Sudokus with boxes of this height and width, row by row: permutations that fit those above."""
    size = height * width
    rows = list(itertools.permutations(range(size)))

    def completed(above):
        if len(above) == size:
            return 1
        box = above[len(above) // height * height :]
        taken = [{row[c] for row in above} for c in range(size)]
        for c in range(size):
            start = c // width * width
            taken[c] |= {row[other] for row in box for other in range(start, start + width)}
        return sum(
            completed(above + [row])
            for row in rows
            if all(number not in own for number, own in zip(row, taken))
        )

    return completed([])


def main():
    for size in (4, 5, 6):
        print(f"Latin squares of order {size}: {rectangles(size, size):,}")
    for size, reduced in ((7, 16942080), (8, 535281401856)):
        squares = reduced * math.factorial(size) * math.factorial(size - 1)
        print(f"Latin squares of order {size}, from {reduced:,} reduced ones (A000315): {squares:,}")
    print(f"Latin rectangles of 3 rows and 7 columns: {rectangles(3, 7):,}")
    print(f"Sudokus of order 4: {sudokus(2, 2):,}")
    for size in (6, 7, 8, 9):
        print(f"queens {size}: {queens(size):,}")
    for size in (4, 5, 6, 7, 8, 10):
        print(f"independent sets of the grid of {size}x{size} cells: {grids(size):,}")


if __name__ == "__main__":
    main()
