#!/usr/bin/env python3
"""Writes models for the measurements of `auto` into a folder, the same from every run:
job shops, Golomb rulers, knapsacks, colourings of random graphs, random clauses, sums of few digits.

    scripts/auto/models.py FOLDER
"""

import json
import random
import sys
from itertools import combinations
from pathlib import Path


def variable(name, low, high, shown=True):
    entry = {"name": name, "domain": f"{low}..{high}"}
    return entry if shown else {**entry, "shown": False}


def linear(terms, relation, constant):
    terms = [{"coefficient": c, "variable": v} for c, v in terms]
    return {"kind": "linear", "terms": terms, "relation": relation, "constant": constant}


def compare(left, relation, right, offset=0):
    return {"kind": "compare", "left": left, "relation": relation, "right": right, "offset": offset}


def job_shop(jobs, machines, rng):
    """Makespan of a job shop: a boolean for each order of two operations of a machine."""
    work = [[(m, rng.randint(1, 20)) for m in rng.sample(range(machines), machines)] for _ in range(jobs)]
    end = sum(time for job in work for _, time in job)
    variables = [variable("end", 0, end)]
    constraints = []
    on = {m: [] for m in range(machines)}
    for j, job in enumerate(work):
        for step, (m, time) in enumerate(job):
            name = f"j{j}s{step}"
            variables.append(variable(name, 0, end))
            on[m].append((name, time))
            after = f"j{j}s{step + 1}" if step + 1 < machines else "end"
            constraints.append(compare(name, "<=", after, -time))
    for m, operations in on.items():
        for (a, time_a), (b, time_b) in combinations(operations, 2):
            ab, ba = f"{a}<{b}", f"{b}<{a}"
            variables += [variable(ab, 0, 1, False), variable(ba, 0, 1, False)]
            constraints.append(linear([(1, ab), (1, ba)], "=", 1))
            for condition, x, time, y in ((ab, a, time_a, b), (ba, b, time_b, a)):
                then = compare(x, "<=", y, -time)
                constraints.append({"kind": "implies", "condition": condition, "then": then})
    return variables, constraints, {"minimize": [{"variable": "end"}]}


def golomb(marks, length):
    """A ruler of this length whose distances differ."""
    variables = [variable(f"m{i}", 0, length) for i in range(marks)]
    constraints = [linear([(1, "m0")], "=", 0)]
    constraints += [compare(f"m{i}", "<", f"m{i + 1}") for i in range(marks - 1)]
    distances = []
    for i, j in combinations(range(marks), 2):
        name = f"d{i}-{j}"
        variables.append(variable(name, 1, length, False))
        constraints.append(linear([(1, f"m{j}"), (-1, f"m{i}"), (-1, name)], "=", 0))
        distances.append(name)
    constraints.append({"kind": "all_different", "scope": distances})
    return variables, constraints, {"minimize": [{"variable": f"m{marks - 1}"}]}


def knapsack(items, rng):
    """Two limits, weights and values that go together."""
    names = [f"x{i}" for i in range(items)]
    weights = [[rng.randint(10, 60) for _ in names] for _ in range(2)]
    values = [sum(w[i] for w in weights) // 2 + rng.randint(1, 10) for i in range(items)]
    constraints = [linear(list(zip(w, names)), "<=", sum(w) // 2) for w in weights]
    goal = [{"coefficient": v, "variable": n} for v, n in zip(values, names)]
    return [variable(n, 0, 1) for n in names], constraints, {"maximize": goal}


def colouring(nodes, colours, edges, rng):
    pairs = rng.sample(list(combinations(range(nodes), 2)), edges)
    variables = [variable(f"n{i}", 1, colours) for i in range(nodes)]
    return variables, [compare(f"n{a}", "!=", f"n{b}") for a, b in pairs], {}


def sums(count, digits, rng):
    """Equations over digits that a hidden assignment fulfils."""
    names = [f"x{i}" for i in range(digits)]
    secret = {n: rng.randint(0, 9) for n in names}
    constraints = []
    for _ in range(count):
        terms = [(rng.choice([-3, -2, -1, 1, 2, 3]), n) for n in rng.sample(names, 5)]
        constraints.append(linear(terms, "=", sum(c * secret[n] for c, n in terms)))
    return [variable(n, 0, 9) for n in names], constraints, {}


def clauses_of_three(names, clauses, rng):
    """Random 3-SAT at its threshold."""
    def clause():
        atoms = [{"variable": f"x{i}", "relation": "=", "value": rng.randint(0, 1)}
                 for i in rng.sample(range(names), 3)]
        return {"kind": "clause", "atoms": atoms}
    return [variable(f"x{i}", 0, 1) for i in range(names)], [clause() for _ in range(clauses)], {}


def models():
    for number, (jobs, machines) in enumerate([(5, 4), (6, 6), (8, 5), (10, 5), (8, 8), (10, 10), (15, 5)]):
        yield f"jobshop-{jobs}x{machines}", job_shop(jobs, machines, random.Random(number))
    for marks, length in [(5, 15), (6, 20), (7, 30), (8, 40), (9, 60)]:
        yield f"golomb-{marks}", golomb(marks, length)
    for number, items in enumerate([12, 15, 18, 20, 22]):
        yield f"knapsack-{items}", knapsack(items, random.Random(100 + number))
    for number, (nodes, colours, edges) in enumerate(
        [(50, 3, 112), (100, 3, 228), (150, 3, 345), (100, 4, 430), (60, 6, 500), (125, 5, 730)]
    ):
        yield f"colours-{nodes}-{colours}", colouring(nodes, colours, edges, random.Random(200 + number))
    for number, (names, clauses) in enumerate([(100, 426), (150, 639), (200, 852), (250, 1065)]):
        yield f"clauses-{names}", clauses_of_three(names, clauses, random.Random(400 + number))
    for number, (count, digits) in enumerate([(6, 8), (10, 15), (15, 20), (20, 30), (25, 35), (30, 40)]):
        yield f"sums-{digits}", sums(count, digits, random.Random(300 + number))


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (variables, constraints, goal) in models():
        model = {"format": "parallax-model-1", "name": name, "variables": variables, **goal}
        model["constraints"] = constraints
        (folder / f"{name}.model.json").write_text(json.dumps(model) + "\n")


if __name__ == "__main__":
    main()
