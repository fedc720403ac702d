#!/usr/bin/env python3
"""Measures the engines that `auto` chooses from, for studies/figures.md.

    scripts/auto/measure.py PARALLAX WORK [--data DIR] [--peers DIR] [--families A,B] [--engines LIST]

Writes studies/auto/measured.csv (a line for each instance and engine) and studies/auto/features.csv
(a line for each instance). Families whose files are missing are left out. WORK holds models,
specifications and results; a run that is there already is not repeated. Times are CPU seconds of
the engine's process; each run has 10 seconds.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
LIMIT = 10
NATIVE = "native"
SAVED = "native:domwdeg+saved"
LEAST = "native:domwdeg+sval,lc,restarts=luby"
DIRECT = "sat:cadical+direct"
ORDER = "sat:cadical+order"
PURE = "sat:batsat+direct"
PUMPKIN = "cp:pumpkin"
Z3 = "smt:z3"
REFORM = "reform"
SAT = [DIRECT, PURE]
CP = [NATIVE, SAVED, LEAST]
ALL = [*CP, DIRECT, ORDER, PURE, PUMPKIN, Z3]

# Family: (engines, instances as named by Parallax, or generated, or files of --data and --peers).
# Engines that solve nothing of a family in a first look are left out.
FAMILIES = {
    "bundled": ([*ALL, REFORM], ["@instances/" + n for n in (
        "ages.smt2 guards.opb job-shop-5.model.json keisuke-12.keisuke keisuke-9-clues.keisuke "
        "latin-8.pls latin-4-none.pls magic-3.dat magic-4.dat petersen.cnf pigeons-4.cnf set-12.set "
        "sets-4x4x4.model.json sets-mixed.model.json sudoku-12.sudoku sudoku-9.sudoku talks.model.json "
        "timetable-12.model.json zebra-4.model.json").split()]),
    "latin": ([NATIVE, DIRECT], [f"latin:{n}" for n in (10, 20, 30, 40)]),
    "queens": ([NATIVE, DIRECT], [f"queens:{n}" for n in (8, 20, 40, 80)]),
    "magic": ([NATIVE, DIRECT, PUMPKIN], [f"magic:{n}" for n in (4, 5, 6, 7, 8)]),
    "timetable": ([NATIVE, DIRECT], ["timetable:20@1", "timetable:40@1", "timetable:90@1", "timetable:120@2"]),
    "zebra": ([NATIVE, DIRECT], ["zebra:4@1", "zebra:5@1", "zebra:6@2"]),
    "sets": ([NATIVE, DIRECT, REFORM], ["sets:4x3x3", "sets:4x4x4:40@2", "sets:5x3x3:60@3", "set:12@1", "set:81"]),
    "random": ([NATIVE, DIRECT], [
        f"random:n={n},d={d},density={p},tightness={t}@{s}"
        for n, d, p, t in ((40, 8, 0.25, 0.33), (50, 10, 0.2, 0.37), (60, 10, 0.2, 0.32), (80, 6, 0.12, 0.31),
                           (100, 5, 0.08, 0.33), (150, 4, 0.05, 0.31))
        for s in (1, 2)]),
    "qwh-30": ([NATIVE, LEAST, DIRECT, PURE], ["!latin --order 30 --holes 42% --balanced --number 6 --seed 5"]),
    "qwh-small": ([NATIVE, DIRECT], ["!latin --order 20 --holes 42% --balanced --number 2 --seed 5",
                                                  "!latin --order 25 --holes 42% --balanced --number 3 --seed 5"]),
    "completion": ([NATIVE, DIRECT], ["!completion --order 25 --filled 53% --number 4 --seed 3",
                                      "!completion --order 30 --filled 57% --number 4 --seed 3"]),
    "sudoku": ([NATIVE, DIRECT], ["!sudoku --number 2 --seed 7", "!sudoku --order 16 --clues 120 --number 2 --seed 7"]),
    "keisuke": ([NATIVE, DIRECT], ["!keisuke --size 20 --digits 2 --number 3 --seed 2",
                                   "!keisuke --size 30 --digits 2 --number 3 --seed 2"]),
    "jobshop": ([NATIVE, SAVED, ORDER], ["~jobshop"]),
    "golomb": ([NATIVE, SAVED, DIRECT, ORDER], ["~golomb"]),
    "knapsack": ([NATIVE, SAVED, ORDER], ["~knapsack"]),
    "colours": ([NATIVE, DIRECT], ["~colours"]),
    "clauses": ([NATIVE, *SAT], ["~clauses"]),
    "sums": ([NATIVE, DIRECT, ORDER, PUMPKIN], ["~sums"]),
    "data-qwh": ([NATIVE, DIRECT], [f"%quasigroup/qwh-o30-h374-{n:02}.pls" for n in (1, 3, 5, 7, 9)]),
    "data-qcp": ([NATIVE, DIRECT], [f"%quasigroup/qcp-{o}.pls" for o in (
        "10-67-10 15-120-10 15-120-3 20-187-10 20-187-13 20-187-3 25-264-10 25-264-13 25-264-3 25-264-6").split()]),
    "data-magic": ([NATIVE, DIRECT, ORDER], [f"%magic/magicSquare9-filled10-{n}.dat" for n in (1, 10, 12, 16)]),
    "data-cnf": ([NATIVE, DIRECT, PURE], [f"%cnf/{n}.cnf" for n in "hole6 hole7 qg1-07 uf20-01 uuf50-01 uuf50-02 uuf50-03".split()]),
    "data-cdmn": ([NATIVE, DIRECT, Z3], [f"%cdmn/{n}.xlsx" for n in (
        "change_making doctor_planning_mini map_coloring map_coloring_unsat_3colors "
        "set_seed sudoku_4x4 vacation_days").split()]),
    "data-sudoku": ([NATIVE, DIRECT], [f"%sudoku/{n}" for n in (
        "top95.txt#0 top95.txt#40 clues17-1000.txt#0 clues17-1000.txt#600 "
        "order16-100.txt#0 order16-100.txt#30 order16-100.txt#60").split()]),
    "peers-qwh": ([NATIVE, DIRECT], [f"^qwh/qwh{o}_{n}.txt" for o in (30, 33, 35) for n in (0, 6)]),
    "peers-keisuke": ([NATIVE, DIRECT], [f"^keisuke/k{n}.txt" for n in (
        "20_1 40_1 20d3_0 30d3_1 10d2_1 15d2_0 20d2_0 30d2_0 30d2_2").split()]),
}


def run(words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def square(text):
    """A grid of the peers as a partial Latin square."""
    rows = [line.split() for line in text.strip().splitlines()[1:]]
    cells = [[-1 if value == "." else int(value) - 1 for value in row] for row in rows]
    return f"order {len(cells)}\n" + "\n".join(" ".join(map(str, row)) for row in cells) + "\n"


def keisuke(text):
    """A Keisuke of the peers in the form of Parallax."""
    lines = text.strip().splitlines()
    lists = {line[0]: ", ".join(line.split()[1:]) for line in lines if line[:2] in ("A ", "D ")}
    grid = [line for line in lines[1:] if line[:2] not in ("A ", "D ")]
    return "\n".join([*grid, f"across: {lists['A']}", f"down: {lists['D']}"]) + "\n"


class Place:
    """Where instances are made, and what they are called."""

    def __init__(self, args):
        self.args, self.work = args, Path(args.work)
        self.models = self.work / "models"
        if not self.models.exists():
            run([sys.executable, HERE / "models.py", self.models])

    def named(self, item):
        """(name in the table, file or name for Parallax) of each instance that an item stands for."""
        kind, rest = item[0], item[1:]
        if kind == "@":
            yield rest, str(REPOSITORY / rest)
        elif kind == "~":
            for path in sorted(self.models.glob(f"{rest}-*.model.json")):
                yield path.name.removesuffix(".model.json"), str(path)
        elif kind == "!":
            yield from self.generated(rest)
        elif kind == "%":
            yield from self.data(rest)
        elif kind == "^":
            source = Path(self.args.peers or "/nonexistent") / rest
            if source.exists():
                convert, end = (square, ".pls") if rest.startswith("qwh") else (keisuke, ".keisuke")
                made = self.work / "peers" / (source.stem + end)
                made.parent.mkdir(parents=True, exist_ok=True)
                made.write_text(convert(source.read_text()))
                yield f"peers/{rest}", str(made)
        else:
            yield item, item

    def generated(self, words):
        words = words.split()
        options = [word for word in words[1:] if not word.startswith("--")]
        folder = self.work / "generated" / "-".join([words[0], *options]).replace("%", "")
        if not folder.exists():
            run([self.args.parallax, "generate", *words, "--out", folder])
        for path in sorted(folder.iterdir()):
            yield f"{folder.name}/{path.name}", str(path)

    def data(self, rest):
        name, _, index = rest.partition("#")
        source = Path(self.args.data or "/nonexistent") / name
        if not source.exists():
            return
        if not index:
            yield rest, str(source)
            return
        made = self.work / "data" / (source.stem + f"-{index}.txt")
        made.parent.mkdir(parents=True, exist_ok=True)
        boards = [line for line in source.read_text().splitlines() if line.strip()]
        made.write_text(boards[int(index)].split(",")[0].split(" ")[0] + "\n")
        yield rest, str(made)


def measured(args, family, engines, instances):
    """The records of a family, one for each instance and engine."""
    for number, engine in enumerate(engines):
        stem = Path(args.work) / f"{family}-{number}-{engine.replace(':', '_').replace(',', '_').replace('+', '_').replace('=', '_')}"
        manifest, results = stem.with_suffix(".toml"), stem.with_suffix(".results.jsonl")
        names = json.dumps([place for _, place in instances])
        manifest.write_text(f'instances = {names}\nengines = ["{engine}"]\n[limits]\nwall = {6 * LIMIT}\ncpu = {LIMIT}\n')
        if not results.exists():
            words = [args.parallax, "experiment", "run", manifest, "--jobs", "1", "--out", results]
            subprocess.run(words, capture_output=True, text=True)
        if not results.exists():
            print(f"{family}: {engine}: no results", file=sys.stderr)
            continue
        known = {place: name for name, place in instances}
        for line in results.read_text().splitlines()[1:]:
            record = json.loads(line)
            record = record.get("record", record)
            name = known.get(record["instance"]) or next(
                (n for p, n in known.items() if p.endswith(record["instance"])), record["instance"])
            solved = record["answer"] in ("sat", "optimal", "unsat") and record["exit"] == "ok" and not record.get("reason")
            yield [family, name, engine, record["answer"], record["exit"], int(solved),
                   f"{record['measured']['cpu_s']:.4f}"]


def features(args, family, instances):
    """What the program that is named last knows of each instance."""
    for name, place in instances:
        text = subprocess.run([args.features or args.parallax, "show", place, "--format", "features"], capture_output=True, text=True)
        if text.returncode == 0:
            yield family, name, json.loads(text.stdout)


def before(file):
    """The rows of an earlier run, which later ones replace."""
    if not file.exists():
        return []
    with open(file) as text:
        return [row for row in list(csv.reader(text))[1:] if row[0] in FAMILIES]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parallax")
    parser.add_argument("work")
    parser.add_argument("--data")
    parser.add_argument("--peers")
    parser.add_argument("--families")
    parser.add_argument("--features", metavar="PARALLAX", help="another build, whose features and rule count")
    parser.add_argument("--engines", help="these engines instead, separated by ';'")
    parser.add_argument("--out", default=str(REPOSITORY / "studies" / "auto"))
    args = parser.parse_args()
    Path(args.work).mkdir(parents=True, exist_ok=True)
    place, rows, known = Place(args), [], []
    for family, (engines, items) in FAMILIES.items():
        if args.families and family not in args.families.split(","):
            continue
        instances = [pair for item in items for pair in place.named(item)]
        if not instances:
            continue
        engines = args.engines.split(";") if args.engines else engines
        rows += measured(args, family, engines, instances)
        known += features(args, family, instances)
        print(f"{family}: {len(instances)} instances, {len(engines)} engines", file=sys.stderr)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    merged = {tuple(row[:3]): row for row in before(out / "measured.csv") + rows}
    rows = sorted(merged.values(), key=lambda row: (list(FAMILIES).index(row[0]), row[1], row[2]))
    with open(out / "measured.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["family", "instance", "engine", "answer", "exit", "solved", "cpu_s"])
        table.writerows(rows)
    if not known:
        return
    with open(out / "features.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["family", "instance", "native", "then", "features"])
        for family, name, shown in known:
            table.writerow([family, name, int(shown["native"]), shown["then"], json.dumps(shown["features"], sort_keys=True)])


if __name__ == "__main__":
    main()
