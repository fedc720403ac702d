#!/usr/bin/env python3
"""Checks a certificate against the model's file: check_certificate.py [--expect CLAIM] MODEL.json CERTIFICATE

CLAIM is 'count 24', 'optimum 7', 'optimum none' or 'unsatisfiable', with 'where' and atoms for a part.
Written from docs/certificates.md alone; plain and slow. Exit codes: 0 certified, 1 refused, or another claim
than the expected one, 2 wrong usage, 3 certified, but of a part of the model that --expect does not name.
"""

import gzip
import hashlib
import itertools
import json
import os
import sys


class Refused(Exception):
    """Why a certificate is refused."""


RELATIONS = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
}


def runs(text):
    """The values of '1..9' or '{1, 3..5}'."""
    values = []
    for piece in text.strip().strip("{}").split(","):
        if piece.strip():
            low, _, high = piece.partition("..")
            values += range(int(low), int(high or low) + 1)
    return values


def once(pairs):
    """An object, in which no key may be there twice."""
    assert len(dict(pairs)) == len(pairs), "a key is there twice"
    return dict(pairs)


class Model:
    """Domains, constraints as dictionaries of numbers, an objective."""

    def __init__(self, text):
        data = json.loads(text, object_pairs_hook=once)
        assert data["format"] == "parallax-model-1"
        self.numbers = dict(data.get("values", {}))
        self.given = "values" in data
        self.names, self.domains, self.shown = {}, [], []
        for variable in data["variables"]:
            domain = variable["domain"]
            values = runs(domain) if isinstance(domain, str) else [self.value(v, True) for v in domain]
            self.names[variable["name"]] = len(self.domains)
            self.domains.append(sorted(set(values)))
            self.shown.append(variable.get("shown", True))
        self.dimensions = {d["name"]: d["classes"] for d in data.get("dimensions", [])}
        self.constraints = [self.constraint(c) for c in data.get("constraints", [])]
        self.objective = None
        for kind in ("minimize", "maximize"):
            if kind in data:
                self.objective = (kind, self.terms(data[kind]))

    def value(self, value, new=False):
        if not isinstance(value, str):
            return value
        if value not in self.numbers:
            assert new and not self.given, f"no value is named {value}"
            self.numbers[value] = len(self.numbers) + 1
        return self.numbers[value]

    def terms(self, terms):
        return [(t.get("coefficient", 1), self.names[t["variable"]]) for t in terms]

    def atom(self, atom):
        return self.names[atom["variable"]], atom["relation"], self.value(atom["value"])

    def constraint(self, c):
        c = dict(c)
        for key in ("scope", "array"):
            if key in c:
                c[key] = [self.names[name] for name in c[key]]
        for key in ("left", "right", "result", "index", "truth", "condition"):
            if key in c:
                c[key] = [self.names[n] for n in c[key]] if isinstance(c[key], list) else self.names[c[key]]
        if "terms" in c:
            c["terms"] = self.terms(c["terms"])
        if "tuples" in c:
            c["tuples"] = [tuple(self.value(v) for v in row) for row in c["tuples"]]
        if "occurrences" in c:
            c["occurrences"] = [(self.value(o["value"]), o["min"], o["max"]) for o in c["occurrences"]]
            assert len({own[0] for own in c["occurrences"]}) == len(c["occurrences"]), "a value is counted twice"
        if "atoms" in c:
            c["atoms"] = [self.atom(a) for a in c["atoms"]]
        if "atom" in c:
            c["atom"] = self.atom(c["atom"])
        if "then" in c:
            c["then"] = self.constraint(c["then"])
        if c["kind"] == "dimension":
            classes = self.dimensions[c["dimension"]]
            names = [own["name"] for own in classes]
            c["classes"] = {self.value(v): i for i, own in enumerate(classes) for v in own["values"]}
            if isinstance(c["relation"], dict) and "table" in c["relation"]:
                c["relation"] = {"table": [tuple(names.index(n) for n in row) for row in c["relation"]["table"]]}
        return c

    def digest(self):
        lines = ["parallax-flat 1"]
        for shown, domain in zip(self.shown, self.domains):
            lines.append(("shown " if shown else "hidden ") + words(domain))
        lines += [line(c) for c in self.constraints]
        if self.objective:
            lines.append(f"{self.objective[0]} {words(itertools.chain(*self.objective[1]))}")
        return hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()


def words(items):
    return " ".join(str(item) for item in items)


def parts(items):
    return " ; ".join(items)


def line(c):
    """A constraint in the canonical text."""
    kind = c["kind"]
    if kind == "all_different":
        return f"{kind} {words(c['scope'])}"
    if kind == "global_cardinality":
        counts = parts(words(o) for o in c["occurrences"])
        return f"{kind} {'closed' if c.get('closed') else 'open'} ; {words(c['scope'])} ; {counts}"
    if kind == "linear":
        return f"{kind} {c['relation']} {c['constant']} ; {words(itertools.chain(*c['terms']))}"
    if kind == "compare":
        return f"{kind} {c['left']} {c['relation']} {c['right']} {c.get('offset', 0)}"
    if kind == "table":
        rows = parts(words(row) for row in c["tuples"])
        allowed = "forbidden" if c.get("forbidden") else "allowed"
        return f"{kind} {allowed} {len(c['tuples'])} ; {words(c['scope'])} ; {rows}"
    if kind == "element":
        return f"{kind} {c['index']} {c['result']} {c.get('first', 0)} ; {words(c['array'])}"
    if kind == "lexicographic":
        return f"{kind} {'strict' if c.get('strict') else 'equal'} ; {words(c['left'])} ; {words(c['right'])}"
    if kind == "extremum":
        return f"{kind} {'max' if c['max'] else 'min'} {c['result']} ; {words(c['scope'])}"
    if kind == "product":
        return f"{kind} {c['left']} {c['right']} {c['result']}"
    if kind == "inverse":
        firsts = f"{c.get('first_left', 0)} {c.get('first_right', 0)}"
        return f"{kind} {firsts} ; {words(c['left'])} ; {words(c['right'])}"
    if kind == "clause":
        return f"{kind} {parts(words(a) for a in c['atoms'])}"
    if kind == "reify":
        return f"{kind} {c['truth']} {words(c['atom'])}"
    if kind == "implies":
        return f"{kind} {c['condition']} {line(c['then'])}"
    relation = c["relation"]
    if isinstance(relation, dict):
        (name, own), = relation.items()
        relation = (
            f"{name} {own}" if name == "exactly_equal" else f"{name} {len(own)} ; {parts(words(row) for row in own)}"
        )
    classes = words(itertools.chain(*sorted(c["classes"].items())))
    return f"dimension {words(c['scope'])} ; {classes} ; {relation}"


def variables(c):
    """The variables of a constraint, each once, in order."""
    found = []
    for key in ("scope", "array", "left", "right", "result", "index", "truth", "condition"):
        if key in c:
            found += c[key] if isinstance(c[key], list) else [c[key]]
    found += [x for _, x in c.get("terms", [])] + [a[0] for a in c.get("atoms", [])]
    found += [c["atom"][0]] if "atom" in c else []
    found += variables(c["then"]) if "then" in c else []
    return list(dict.fromkeys(found))


def holds(c, v):
    """Whether a constraint holds for values of its variables."""
    kind = c["kind"]
    if kind == "all_different":
        values = [v[x] for x in c["scope"]]
        return len(set(values)) == len(values)
    if kind == "global_cardinality":
        values = [v[x] for x in c["scope"]]
        within = all(low <= values.count(value) <= high for value, low, high in c["occurrences"])
        return within and (not c.get("closed") or set(values) <= {o[0] for o in c["occurrences"]})
    if kind == "linear":
        return RELATIONS[c["relation"]](sum(a * v[x] for a, x in c["terms"]), c["constant"])
    if kind == "compare":
        return RELATIONS[c["relation"]](v[c["left"]], v[c["right"]] + c.get("offset", 0))
    if kind == "table":
        return (tuple(v[x] for x in c["scope"]) in c["tuples"]) != c.get("forbidden", False)
    if kind == "element":
        place = v[c["index"]] - c.get("first", 0)
        return 0 <= place < len(c["array"]) and v[c["array"][place]] == v[c["result"]]
    if kind == "lexicographic":
        left, right = [v[x] for x in c["left"]], [v[x] for x in c["right"]]
        return left < right or (left == right and not c.get("strict"))
    if kind == "extremum":
        values = [v[x] for x in c["scope"]]
        return bool(values) and (max(values) if c["max"] else min(values)) == v[c["result"]]
    if kind == "product":
        return v[c["left"]] * v[c["right"]] == v[c["result"]]
    if kind == "inverse":
        left, right, one, other = c["left"], c["right"], c.get("first_left", 0), c.get("first_right", 0)
        def back(a, first_a, b, first_b):
            return all(0 <= v[x] - first_b < len(b) and v[b[v[x] - first_b]] == i + first_a for i, x in enumerate(a))
        return back(left, one, right, other) and back(right, other, left, one)
    if kind == "clause":
        return any(RELATIONS[r](v[x], value) for x, r, value in c["atoms"])
    if kind == "reify":
        x, r, value = c["atom"]
        return v[c["truth"]] == int(RELATIONS[r](v[x], value))
    if kind == "implies":
        return v[c["condition"]] != 1 or holds(c["then"], v)
    return classes_hold(c, [c["classes"].get(v[x]) for x in c["scope"]])


def classes_hold(c, found):
    relation = c["relation"]
    if None in found:
        return False
    if isinstance(relation, dict) and "table" in relation:
        return tuple(found) in relation["table"]
    if len(found) < 2:
        return True
    if isinstance(relation, dict):
        return max(found.count(own) for own in found) == relation["exactly_equal"]
    same, different = len(set(found)) == 1, len(set(found)) == len(found)
    return {"all_same": same, "all_different": different}.get(relation, same or different)


def matched(edges):
    """Whether every left node has a right node of its own."""
    owner = {}
    def place(node, seen):
        for there in edges[node]:
            if there not in seen:
                seen.add(there)
                if there not in owner or place(owner[there], seen):
                    owner[there] = node
                    return True
        return False
    return all(place(node, set()) for node in range(len(edges)))


def possible(c, box, most=200_000):
    """Whether a constraint can hold: all-different and sums by their tests, the rest by trying."""
    if c["kind"] == "all_different" and len(set(c["scope"])) == len(c["scope"]):
        return matched([box[x] for x in c["scope"]])
    if c["kind"] == "linear":
        ends = [sorted((a * min(box[x]), a * max(box[x]))) for a, x in c["terms"]] if all(box[x] for _, x in c["terms"]) else None
        if ends is None:
            return False
        low, high, constant, relation = sum(e[0] for e in ends), sum(e[1] for e in ends), c["constant"], c["relation"]
        decided = {"<=": low <= constant, "<": low < constant, ">=": high >= constant, ">": high > constant,
                   "!=": not low == high == constant, "=": low <= constant <= high}[relation]
        if not decided or relation != "=":
            return decided
    if c["kind"] == "implies" and any(value != 1 for value in box[c["condition"]]):
        return True
    if c["kind"] == "table" and not c.get("forbidden"):
        return any(all(v in box[x] for x, v in zip(c["scope"], row)) for row in c["tuples"])
    own, points = variables(c), 1
    for x in own:
        points *= len(box[x])
    if points > most:
        return True
    return any(holds(c, dict(zip(own, values))) for values in itertools.product(*(sorted(box[x]) for x in own)))


class Checker:
    """The box, the open branches, the count or the best value."""

    def __init__(self, model, kind, part=(), resolve=None):
        self.model, self.kind, self.resolve = model, kind, resolve
        self.box = [set(domain) for domain in model.domains]
        for atom in part:
            self.need(0 <= atom[1] < len(self.box), f"there is no variable {atom[1]}")
            self.box[atom[1]] = {v for v in self.box[atom[1]] if fits(atom, v)}
        self.start = [set(own) for own in self.box]
        self.splits = []  # independent parts: [groups, place, box, frames, product, count outside]
        self.frames, self.lemmas, self.lemma, self.listed = [], [], None, set()
        self.need(not part or all(self.box), "the part is empty")
        self.closed = not all(self.box)
        self.count, self.best, self.leaves, self.ended = 0, None, False, False
        self.below = False  # whether solutions were counted below an open branch

    def need(self, condition, why):
        if not condition:
            raise Refused(why)

    def can(self, k):
        self.need(k >= 0, "a negative number")
        constraints = self.model.constraints
        if k < len(constraints):
            return possible(constraints[k], self.box)
        self.need(not self.splits, "the bound or a lemma within an independent part")
        if k == len(constraints):
            if self.kind == "count" or self.best is None:
                return True
            kind, terms = self.model.objective
            bound = {"kind": "linear", "terms": terms, "relation": "<" if kind == "minimize" else ">", "constant": self.best}
            return possible(bound, self.box)
        self.need(k - len(constraints) - 1 < len(self.lemmas), f"there is no constraint {k}")
        return any(not fits(a, value) for a in self.lemmas[k - len(constraints) - 1] for value in self.box[a[1]])

    def own(self, x):
        self.need(0 <= x < len(self.box), f"there is no variable {x}")
        self.need(not self.splits or x in self.splits[-1][0][self.splits[-1][1]], f"variable {x} is not in this part")

    def take(self, k, x, gone):
        self.need(not self.closed, "the box is closed")
        self.own(x)
        self.need(gone <= self.box[x], f"a value that variable {x} does not have")
        whole = self.box[x]
        self.box[x] = gone
        if gone and self.can(k):
            for value in gone:
                self.box[x] = {value}
                self.need(not self.can(k), f"constraint {k} allows variable {x} = {value}")
        self.box[x] = whole - gone
        self.closed = not self.box[x]

    def solution(self, values):
        self.need(len(values) == len(self.box), "not a value for each variable")
        self.need(all(v in d for v, d in zip(values, self.model.domains)), "a value outside its domain")
        for k, c in enumerate(self.model.constraints):
            self.need(holds(c, values), f"constraint {k} does not hold")

    def step(self, text):
        self.need(not self.ended, "a step after the end")
        letter, *rest = text.split(" ")
        if letter == "q":
            return self.end(" ".join(rest))
        if letter == "j":
            return self.joined(" ".join(rest))
        if letter == "l":
            return self.begin([(rest[i], int(rest[i + 1]), int(rest[i + 2])) for i in range(0, len(rest), 3)])
        n = [int(word) for word in rest]
        if letter in "db":
            x, v = n
            self.need(not self.closed, "the box is closed")
            self.own(x)
            inside = {own for own in self.box[x] if (own == v if letter == "d" else own <= v)}
            self.need(inside and (letter == "d" or inside != self.box[x]), "no branch")
            self.frames.append((x, inside, [set(own) for own in self.box]))
            self.box[x] = inside
        elif letter == "p":
            self.take(n[0], n[1], set(n[2:]))
        elif letter == "k":
            k, x, low, high = n
            self.own(x)
            self.take(k, x, {v for v in self.box[x] if not low <= v <= high})
        elif letter == "g":
            self.need(len(n) > 1, "a group without removals")
            k, rest = n[0], n[1:]
            while rest:
                self.need(len(rest) > 2 and 0 <= rest[1] <= len(rest) - 2, "a group that is cut off")
                x, number = rest[:2]
                self.own(x)
                if number:
                    self.take(k, x, set(rest[2 : 2 + number]))
                else:
                    self.need(len(rest) > 3, "a group that is cut off")
                    self.take(k, x, {v for v in self.box[x] if not rest[2] <= v <= rest[3]})
                rest = rest[2 + (number or 2) :]
        elif letter == "f":
            self.need(not self.closed and not self.can(n[0]), f"constraint {n[0]} can hold")
            self.closed = True
        elif letter == "s":
            self.leaf(n)
        elif letter == "c":
            self.may_count()
            self.need(not n and self.kind == "count", "no place for this")
            inside, constraints = range(len(self.box)), self.model.constraints
            if self.splits:
                inside = self.splits[-1][0][self.splits[-1][1]]
                constraints = [c for c in constraints if set(variables(c)) & set(inside)]
            self.need(all(self.model.shown[x] for x in inside), "a hidden variable")
            boxes = [sorted(own) if x in inside else sorted(own)[:1] for x, own in enumerate(self.box)]
            points = list(itertools.product(*boxes))
            self.need(all(holds(c, p) for p in points for c in constraints), "not all are solutions")
            self.count, self.leaves, self.closed = self.count + len(points), True, True
            self.below = bool(self.frames)
        elif letter == "u":
            root = self.splits[-1][3] if self.splits else 0
            self.need(self.closed and len(self.frames) > root, "back from an open branch, or from the root")
            x, inside, self.box = self.frames.pop()
            self.box[x] -= inside
            self.closed = not self.box[x]
            self.below = self.below and bool(self.frames)
        elif letter == "r":
            self.need(self.frames and not self.lemma and not self.below and not self.splits, "no way back to the root")
            self.box, self.frames, self.closed = self.frames[0][2], [], False
        elif letter == "m":
            self.split(n)
        elif letter == "n":
            self.next_part()
        elif letter == "e":
            self.need(self.lemma and self.closed and not self.frames and not self.splits, "the end of no lemma")
            atoms, self.box = self.lemma
            self.lemma = None
            self.lemmas.append(atoms)
            self.closed = not atoms
        elif letter == "w":
            self.may_count()
            self.need(not self.frames and not self.leaves and not self.splits and self.kind == "count", "no place for this")
            self.solution(n)
            self.need(all(v in own for v, own in zip(n, self.start)), "not in this part")
            shown = [("=", x, v) for x, v in enumerate(n) if self.model.shown[x]]
            self.need(tuple(shown) not in self.listed, "listed twice")
            self.listed.add(tuple(shown))
            self.lemmas.append(shown)
            self.count, self.closed = self.count + 1, not shown
        else:
            raise Refused("there is no such step")

    def end(self, claim):
        self.need(self.closed and not self.frames and not self.lemma and not self.splits, "something is open")
        shows = str(self.count) if self.kind == "count" else str(self.best).lower()
        self.need(claim in ("", shows), f"the steps show {shows}")
        self.ended = True

    def begin(self, atoms):
        at_root = not self.closed and not self.frames and not self.lemma and not self.splits
        self.need(at_root, "a lemma below the root")
        self.lemma = (atoms, [set(own) for own in self.box])
        for atom in atoms:
            self.own(atom[1])
            self.box[atom[1]] = {v for v in self.box[atom[1]] if fits(atom, v)}
        self.closed = not all(self.box)

    def may_count(self):
        """Solutions may be counted here (in a list: at the root alone)."""
        self.need(not self.closed and not self.lemma, "no place for this")
        hidden = any(not self.model.shown[x] for x, _, _ in self.frames)
        self.need(self.kind == "optimum" or not hidden, "below a branch on a hidden variable")

    def leaf(self, n):
        self.may_count()
        self.need(not self.listed, "solutions as leaves and in a list")
        if self.splits:
            inside = self.splits[-1][0][self.splits[-1][1]]
            self.need(len(n) == len(inside), "not a value for each variable of the part")
            values = [min(own) for own in self.box]
            for x, v in zip(inside, n):
                self.need(v in self.box[x], "not in this branch")
                values[x] = v
            for c in self.model.constraints:
                self.need(not set(variables(c)) & set(inside) or holds(c, values), "a constraint does not hold")
        else:
            inside = range(len(self.box))
            self.solution(n)
            self.need(all(v in own for v, own in zip(n, self.box)), "not in this branch")
        self.leaves = True
        if self.kind == "optimum":
            kind, terms = self.model.objective
            value = sum(a * n[x] for a, x in terms)
            self.need(self.better(value), "no better than the best so far")
            self.best = value
            self.closed = not self.can(len(self.model.constraints))
            return
        self.need(all(len(self.box[x]) == 1 for x in inside if self.model.shown[x]), "not fixed")
        self.count, self.closed, self.below = self.count + 1, True, bool(self.frames)

    def better(self, value):
        least = self.model.objective[0] == "minimize"
        return self.best is None or (value < self.best if least else value > self.best)

    def split(self, n):
        self.may_count()
        self.need(self.kind == "count" and not self.listed, "no place for this")
        groups = []
        while n:
            length, *n = n
            self.need(0 < length <= len(n), "a part that is empty, or cut off")
            groups.append(n[:length])
            n = n[length:]
        everything = [x for group in groups for x in group]
        for x in everything:
            self.own(x)
        self.need(len(groups) > 1 and len(set(everything)) == len(everything), "no parts")
        before = self.splits[-1][0][self.splits[-1][1]] if self.splits else range(len(self.box))
        self.need(set(everything) == {x for x in before if len(self.box[x]) > 1}, "fixed, or in no part")
        for c in self.model.constraints:
            touched = [set(variables(c)) & set(group) for group in groups]
            self.need(sum(map(bool, touched)) < 2, "a constraint joins two parts")
            if all(len(self.box[x]) == 1 for x in variables(c)):
                self.need(holds(c, [min(own) for own in self.box]), "a constraint does not hold")
        box = [set(own) for own in self.box]
        self.splits.append([groups, 0, box, len(self.frames), 1, self.count])
        self.count = 0

    def next_part(self):
        self.need(self.splits and self.closed and len(self.frames) == self.splits[-1][3], "a part that is open")
        parts = self.splits[-1]
        parts[1], parts[4], self.count = parts[1] + 1, parts[4] * self.count, 0
        self.box, self.closed = [set(own) for own in parts[2]], False
        if parts[1] == len(parts[0]):
            self.splits.pop()
            self.count = parts[5] + parts[4]
            self.leaves, self.closed, self.below = True, True, bool(self.frames)

    def joined(self, name):
        self.may_count()
        self.need(not self.listed and not self.splits and self.resolve, "no place for a part")
        self.need("/" not in name and name not in ("", ".."), "not the name of a file in the same folder")
        box, kind, found = self.resolve(name)
        self.need(box == self.box, f"{name} is about another part")
        self.need(kind == self.kind, f"{name} proves another kind of claim: {kind}, not {self.kind}")
        if self.kind == "count":
            self.count, self.below = self.count + found, bool(self.frames)
        elif found is not None and self.better(found):
            self.best = found
        self.leaves = self.closed = True


def fits(atom, value):
    sign, _, own = atom
    return {"=": value == own, "!": value != own, "<": value <= own, ">": value >= own}[sign]


def check(model, path, parts=True):
    """The box that a certificate is about, the kind of its claim, what it shows, and its atoms."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8", newline="\n") as lines:
        first = next(lines, "")
        head, _, part = first.partition(" where ")
        head, part = head.split(), part.split()
        good = head[:2] == ["parallax-certificate", "1"] and len(head) in (4, 5) and first.endswith("\n")
        if not good or head[3] not in ("count", "optimum") or head[4:] == ["binary"]:
            raise Refused("line 1: not the first line of a certificate in text")
        if head[2] != model.digest():
            raise Refused("line 1: it is of another model")
        atoms = [(part[i], int(part[i + 1]), int(part[i + 2])) for i in range(0, len(part), 3)]
        folder = os.path.dirname(path)
        resolve = (lambda name: check(model, os.path.join(folder, name), False)[:3]) if parts else None
        checker = Checker(model, head[3], atoms, resolve)
        for number, text in enumerate(lines, 2):
            try:
                if not text.endswith("\n"):
                    raise Refused("a line that is cut off")
                checker.step(text[:-1])
            except (Refused, ValueError, IndexError, KeyError) as why:
                raise Refused(f"line {number}: '{text.strip()}': {why}") from None
    if not checker.ended:
        raise Refused("it has no end")
    found = checker.count if head[3] == "count" else checker.best
    if head[4:] not in ([], [str(found).lower()]):
        raise Refused(f"line 1: the steps show {found}")
    return checker.start, head[3], found, part


def main():
    arguments, expected = sys.argv[1:], None
    if arguments[:1] == ["--expect"] and len(arguments) > 1:
        expected, arguments = arguments[1], arguments[2:]
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        model = Model(file.read())
    try:
        _, kind, found, part = check(model, arguments[1])
    except (Refused, EOFError, OSError, ValueError, IndexError) as why:
        print(f"refused: {why}")
        return 1
    found = str(found).lower()
    where = f" where {words(part)}" if part else ""
    shown = {f"{kind} {found}{where}"}
    if found == ("0" if kind == "count" else "none"):
        shown.add(f"unsatisfiable{where}")
    if expected is not None and expected not in shown:
        print(f"refused: it shows something else than '{expected}': {found}{where}")
        return 1
    print(f"certified: {found}" + (f" in the part{where}" if part else ""))
    return 3 if part and expected is None else 0


if __name__ == "__main__":
    sys.exit(main())
