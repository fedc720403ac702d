#!/usr/bin/env python3
"""Learns which engine goes on after a slice of native search, and judges `auto`, for studies/figures.md.

    scripts/auto/learn.py [learn|judge|table]

`learn` prints a tree for each way (one solution; the best) from the instances to learn from;
crates/engines/src/auto/rule.rs is written after it. `judge` compares the rows of `auto` with the virtual
best engine, on what was learned from, on single instances held out, and on families held out.
`table` prints the engines by family.
"""

import csv
import json
import math
import sys
import zlib
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "studies" / "auto"
LIMIT = 10.0
SAVED = "native:domwdeg+saved"
# The CPU seconds of a slice, and the least time that counts: starting a process takes some 5 ms.
SLICE, LEAST = 0.2, 0.02
# Families that nothing is learned from.
HELD = {"completion", "data-qcp", "data-magic", "keisuke", "peers-keisuke", "timetable", "colours", "data-cdmn", "golomb"}
DEPTH = 2
# The families whose models the rule leaves to a SAT engine, for times without features.csv.
CLAUSES = {"qwh-30", "qwh-small", "completion", "latin", "sudoku", "data-qwh", "data-qcp", "data-sudoku",
           "peers-qwh", "clauses", "data-cnf"}


def read():
    with open(FOLDER / "measured.csv") as file:
        rows = list(csv.DictReader(file))
    known = {}
    if (FOLDER / "features.csv").exists():
        with open(FOLDER / "features.csv") as file:
            known = {(row["family"], row["instance"]): row for row in csv.DictReader(file)}
    times = defaultdict(dict)
    for row in rows:
        time = max(LEAST, float(row["cpu_s"]))
        solved = row["solved"] == "1" and time <= LIMIT
        times[row["family"], row["instance"]][row["engine"]] = time if solved else None
    features = {}
    for key, row in known.items():
        entry = json.loads(row["features"])
        kinds = entry.pop("kinds")
        entry |= {f"kind {name}": number for name, number in kinds.items()}
        entry["share permuted"] = 100 * entry["permuted"] // max(1, entry["open"])
        entry["share booleans"] = 100 * entry["booleans"] // max(1, entry["open"])
        features[key] = entry
        computed(times[key], row["then"], entry["objective"])
    for key in times.keys() - known.keys():
        then = "sat:cadical+direct" if key[0] in CLAUSES else "native"
        computed(times[key], then, SAVED in times[key])
    return times, features


def computed(times, then, objective):
    """Where `auto` was not run, its time is that of the engines that it asks."""
    if "auto" in times or "native" not in times:
        return
    start = SAVED if objective and SAVED in times else "native"
    if then == "native" or start == SAVED or times[start] is not None and times[start] <= SLICE:
        times["auto"] = times[start]
    elif then in times:
        own = times[then]
        times["auto"] = SLICE + own if own is not None and SLICE + own <= LIMIT else None


def part(key):
    """What an instance is for: `learn`, `instance` (held out alone), `family` (held out with all)."""
    if key[0] in HELD:
        return "family"
    return "instance" if zlib.crc32("/".join(key).encode()) % 3 == 0 else "learn"


def cost(times, engine):
    """Seconds of a slice and then this engine; None if that does not end in time."""
    native = times.get("native")
    if native is not None and (native <= SLICE or engine == "native"):
        return native
    own = times.get(engine)
    return SLICE + own if own is not None and SLICE + own <= LIMIT else None


def loss(keys, times, engine):
    """Unsolved instances count much more than time."""
    total = 0.0
    for key in keys:
        own = cost(times[key], engine)
        best = min((t for t in times[key].values() if t is not None), default=None)
        if best is None:
            continue
        total += math.log((10 * LIMIT if own is None else own) / best)
    return total


def leaf(keys, times, engines):
    return min((loss(keys, times, engine), engine) for engine in engines)


def grow(keys, times, features, engines, depth):
    """The best tree of this depth: (loss, text lines)."""
    best, engine = leaf(keys, times, engines)
    found = (best, [f"{engine}   ({len(keys)} instances, loss {best:.1f})"])
    if depth == 0 or len(keys) < 6:
        return found
    names = sorted({name for key in keys for name in features[key]})
    for name in names:
        values = sorted({int(features[key].get(name, 0)) for key in keys})
        for low, high in zip(values, values[1:]):
            cut = low + 1 if high - low < 4 else (low + high) // 2
            left = [key for key in keys if int(features[key].get(name, 0)) < cut]
            right = [key for key in keys if int(features[key].get(name, 0)) >= cut]
            if min(len(left), len(right)) < 3:
                continue
            quick = leaf(left, times, engines)[0] + leaf(right, times, engines)[0]
            if depth > 1 and quick > found[0] * 1.5 + 1:
                continue
            one, two = (grow(side, times, features, engines, depth - 1) for side in (left, right))
            if one[0] + two[0] < found[0] - 1.0:
                lines = [f"{name} < {cut}:", *("    " + line for line in one[1]),
                         "else:", *("    " + line for line in two[1])]
                found = (one[0] + two[0], lines)
    return found


def learn(times, features):
    for way, wanted in (("one solution", False), ("the best", True)):
        keys = [k for k in times if k in features and part(k) == "learn" and features[k]["objective"] == wanted]
        if not keys:
            sys.exit("no features.csv: scripts/auto/measure.py writes it")
        hard = [k for k in keys if (times[k].get("native") or LIMIT) > SLICE and any(times[k].values())]
        engines = sorted({engine for k in hard for engine in times[k]} - {"auto"})
        print(f"{way}: {len(keys)} instances to learn from, {len(hard)} of them longer than a slice")
        print("\n".join(f"    {line}" for line in grow(hard, times, features, engines, DEPTH)[1]))
        for engine in engines:
            print(f"      {engine}: loss {loss(hard, times, engine):.1f}")


def judge(times):
    print(f"{'':10} instances  solved: best  auto  native  direct   time of auto to the best (geometric mean)")
    for name in ("learn", "instance", "family"):
        keys = [k for k in times if part(k) == name and "auto" in times[k]]
        line(name, keys, times)
    for family in sorted({k[0] for k in times}):
        line(family, [k for k in times if k[0] == family and "auto" in times[k]], times)
    print("more than three times the best, and a second more:")
    for key in sorted(times):
        best = min((t for e, t in times[key].items() if t is not None and e != "auto"), default=None)
        own = times[key].get("auto")
        if best is not None and "auto" in times[key] and (own is None or own > 3 * best and own > best + 1):
            who = min((t, e) for e, t in times[key].items() if t is not None)[1]
            print(f"    {'/'.join(key)}: {own if own else '-'} s, {who} {best:.2f} s ({part(key)})")


def line(name, keys, times):
    solved = {engine: sum(times[k].get(engine) is not None for k in keys) for engine in ("auto", "native", "sat:cadical+direct")}
    others = {k: [t for e, t in times[k].items() if t is not None and e != "auto"] for k in keys}
    both = [k for k in keys if others[k] and times[k]["auto"]]
    ratio = math.exp(sum(math.log(times[k]["auto"] / min(others[k])) for k in both) / max(1, len(both)))
    best = sum(bool(others[k]) for k in keys)
    print(f"{name:16} {len(keys):5} {best:8} {solved['auto']:6} {solved['native']:6} {solved['sat:cadical+direct']:6} {ratio:8.2f}")


def table(times):
    for family in sorted({k[0] for k in times}):
        keys = [k for k in times if k[0] == family]
        engines = sorted({e for k in keys for e in times[k]})
        print(f"{family} ({len(keys)}): " + "; ".join(
            f"{e} {sum(times[k].get(e) is not None for k in keys)} in "
            f"{sum(times[k].get(e) or LIMIT for k in keys):.1f} s" for e in engines))


def main():
    times, features = read()
    wanted = sys.argv[1] if len(sys.argv) > 1 else "learn"
    {"learn": lambda: learn(times, features), "judge": lambda: judge(times), "table": lambda: table(times)}[wanted]()


if __name__ == "__main__":
    main()
