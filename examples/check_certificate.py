#!/usr/bin/env python3
"""Checks a certificate in text against the model that it is about.

This is a second checker beside `parallax-check`. It is written from docs/reference/certificate-format.md and docs/reference/model-json.md alone,
not from the code of the first one. It is plain and slow, and needs Python 3.8 or later with its standard library.

In the order of the file:
  1. Each kind of constraint has `holds`, its meaning for an assignment; `can_hold`, whether it can still hold in a
     box; and `left`, what a box leaves of it.
  2. `Model` reads JSON, and writes the canonical text, whose digest is in the first line of a certificate.
  3. `Checker` follows the steps. Each step states why the invariant stays true.

A box is a list with the domain of each variable, a tuple of integers in ascending order. No domain is empty where
`can_hold` and `left` are asked. False from `can_hold` has to be right; True only says that nothing was shown, and makes
the checker refuse. `left` has to determine what the constraint means for the open variables of the box, those with two
values or more.
"""

import argparse
import collections
import gzip
import hashlib
import itertools
import json
import math
import operator
import os
import re
import sys
import zlib
from bisect import bisect_left, bisect_right

# Questions that would look at more cases than these are answered by bounds, or by "it may hold".
MOST_PAIRS = 1 << 16  # of factors of a product
MOST_SUMS = 1 << 20  # values of all terms of a sum but one, times the words of 64 sums
MOST_ROWS = 64  # points of a box of which each is tried, to see what is left of a constraint
MOST_KEPT = 1 << 25  # numbers in lemmas, listed solutions and problems together
LARGEST_SHIFT = 1 << 41  # of a map of values

MOST_VALUES = 1 << 22  # in one domain
MOST_VALUES_IN_ALL = 1 << 25  # in all domains
MOST_MAGNITUDE = 10**9  # of a value in a domain
MOST_UNPACKED = 1 << 30  # bytes of a certificate that gzip has compressed
LONGEST_LINE = 1 << 26  # bytes of one step
LONGEST_FIRST = 1 << 20  # bytes of the first line

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)  # counts may have any number of digits


class Refused(Exception):
    """Why a model or a certificate is refused."""


def demand(condition, why):
    if not condition:
        raise Refused(why)


# matchings -----------------------------------------------------------------------------------------------------


def assign(choices, rooms, default=1):
    """Gives each place one of its choices such that no value is taken more than its room allows.

    `rooms` has the room of each value; a value that is not in it has the room `default`. Returns the value of each
    place, or None if there is no such assignment. Each place in turn gets a value along a shortest augmenting path
    (Berge 1957).
    """
    taken = [None] * len(choices)  # place -> value
    users = {}  # value -> places that have it
    for start in sorted(range(len(choices)), key=lambda place: len(choices[place])):
        reached_from = {}  # value -> the place that would take it
        queue = [start]
        free = None
        for place in queue:  # grows while the loop runs: breadth first
            for value in choices[place]:
                if value in reached_from:
                    continue
                reached_from[value] = place
                having = users.get(value, ())
                if len(having) < rooms.get(value, default):
                    free = value
                    break
                queue.extend(having)
            if free is not None:
                break
        else:
            return None
        while free is not None:  # each place on the path takes the value that it reached
            place = reached_from[free]
            left = taken[place]
            if left is not None:
                users[left].remove(place)
            users.setdefault(free, []).append(place)
            taken[place] = free
            free = left
    return taken


def share(choices, least, most, default):
    """Whether each place can get one of its choices such that each value is taken as often as its bounds allow.

    `least` and `most` have the bounds of values; others are taken from 0 to `default` times. This is a flow with lower
    bounds (Ford and Fulkerson 1962): first one that keeps the upper bounds; then values that are taken too rarely get
    places along paths from values that can spare one. Where no path is left, the values that were reached are a cut.
    """
    taken = assign(choices, most, default)
    if taken is None:
        return False
    load = collections.Counter(taken)
    takers = collections.defaultdict(list)  # value -> places that can have it
    for place, values in enumerate(choices):
        for value in values:
            takers[value].append(place)
    for short, wanted in least.items():
        while load[short] < wanted:
            moved = {short: None}  # value -> the place that goes from it to the value before it on the path
            queue = [short]
            spare = None
            for value in queue:
                for place in takers[value]:
                    other = taken[place]
                    if other not in moved:
                        moved[other] = (place, value)
                        if load[other] > least.get(other, 0):
                            spare = other
                            break
                        queue.append(other)
                if spare is not None:
                    break
            else:
                return False
            load[spare] -= 1
            load[short] += 1
            while spare != short:
                place, spare = moved[spare]
                taken[place] = spare
    return True


# relations, atoms ----------------------------------------------------------------------------------------------

RELATIONS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}
NAMES = {"=": "Eq", "!=": "Ne", "<=": "Le", "<": "Lt", ">=": "Ge", ">": "Gt"}  # in the canonical text
OPPOSITE = {"=": "!=", "!=": "=", "<=": ">", "<": ">=", ">=": "<", ">": "<="}


def may_relate(low, high, relation, constant):
    """Whether some number from `low` to `high` may be in the relation to the constant."""
    if relation == "=":
        return low <= constant <= high
    if relation == "!=":
        return not low == high == constant
    return RELATIONS[relation](low if relation in ("<=", "<") else high, constant)


class Atom(collections.namedtuple("Atom", "variable relation value")):
    """A variable compared with a value."""

    def __str__(self):
        return members("Atom", variable=self.variable, relation=NAMES[self.relation], value=self.value)

    def holds(self, values):
        return RELATIONS[self.relation](values[self.variable], self.value)

    def opposite(self):
        return Atom(self.variable, OPPOSITE[self.relation], self.value)

    def can_hold(self, box):
        domain = box[self.variable]
        if self.relation == "=":
            return self.value in domain
        return may_relate(domain[0], domain[-1], self.relation, self.value)

    def cut(self, domain):
        """The values of the domain with which the atom holds."""
        relation = RELATIONS[self.relation]
        return tuple(v for v in domain if relation(v, self.value))


# what a box leaves ---------------------------------------------------------------------------------------------

ALWAYS = ()  # nothing is left: the constraint holds in the whole box
NEVER = ("never",)


class Names:
    """Names for the open variables of a problem, their places in an order, and for values. Without any all stay."""

    def __init__(self, order=None):
        self.order = order
        self.places = None if order is None else {x: place for place, x in enumerate(order)}
        self.maps = {}  # variable -> the number of its map
        self.pairs = []  # of each map: a dictionary, or a sign and a shift
        self.kept = {}  # variable -> whether its map changes none of its values

    @classmethod
    def read(cls, numbers, opened, box):
        """Names as step `b` has them. The order has each of the open variables once."""
        most, numbers = len(numbers), iter(numbers)

        def take(length):
            taken = list(itertools.islice(numbers, length)) if 0 <= length <= most else []
            demand(length == len(taken), "names that are cut off")
            return taken

        order = take(next(numbers, 0)) or opened
        demand(sorted(order) == opened, "other variables than the open ones of this part")
        own = cls(order)
        for length in numbers:
            variables = take(length) or [x for x in order if x not in own.maps]
            demand(set(variables) <= own.places.keys(), "a map for a variable that is not open in this part")
            demand(len(set(variables)) == len(variables), "two maps for one variable")
            demand(own.maps.keys().isdisjoint(variables), "two maps for one variable")
            own.add(variables, *own.read_map(take), box)
        return own

    @staticmethod
    def read_map(take):
        (kind,) = take(1)
        if kind == -1:
            sign, shift = take(2)
            demand(sign in (1, -1) and abs(shift) <= LARGEST_SHIFT, "a sign or a shift that is none")
            return (sign, shift), None
        flat = take(2 * kind)
        pairs = dict(zip(flat[::2], flat[1::2]))
        demand(len(pairs) == kind, "two names for one value")
        return None, pairs

    def add(self, variables, line, pairs, box):
        """A map keeps apart all values of its variables, taken together."""
        self.pairs.append(line or pairs)
        for x in variables:
            self.maps[x] = len(self.pairs) - 1
            self.kept[x] = all(self.value(x, v) == v for v in box[x])
        values = {v for x in variables for v in box[x]}
        named = {self.value(x, v) for x in variables[:1] for v in values}
        demand(len(named) == len(values) or not variables, "two values become one")

    def place(self, x):
        return x if self.places is None else self.places[x]

    def value(self, x, v):
        if x not in self.maps:
            return v
        own = self.pairs[self.maps[x]]
        return own.get(v, v) if isinstance(own, dict) else own[0] * v + own[1]

    def map(self, x):
        return self.maps.get(x)

    def keeps(self, x):
        return self.kept.get(x, True)

    def line(self, x):
        """The sign and the shift of the map of x; a map that changes none of its values counts as none."""
        own = self.pairs[self.maps[x]] if x in self.maps else None
        if isinstance(own, tuple):
            return own
        demand(self.keeps(x), "values of a sum get other names")
        return 1, 0


def counts_left(scope, least, most, room, box, names):
    """How often values must and may occur at open variables: the bounds less the fixed variables that have them.

    The count of a value is that of its name if all these variables have one map, which keeps all their values apart.
    """
    fixed = collections.Counter(box[x][0] for x in scope if len(box[x]) == 1)
    able = collections.Counter(v for x in scope if len(box[x]) > 1 for v in box[x])
    left = {}
    for v in {*fixed, *able, *least}:
        low, high = least.get(v, 0), most.get(v, room)
        if low > high or fixed[v] > high or low > fixed[v] + able[v]:
            return NEVER
        low, high = max(0, low - fixed[v]), min(high - fixed[v], able[v])
        if low > 0 or high < able[v]:
            left[v] = low, high
    opened = [x for x in scope if len(box[x]) > 1 and not left.keys().isdisjoint(box[x])]
    if not opened:
        return ALWAYS
    demand(len(set(map(names.map, opened))) == 1, "values that are compared get different names")
    counts = sorted((names.value(opened[0], v), *own) for v, own in left.items())
    return "counts", tuple(sorted(map(names.place, opened))), tuple(counts)


def sum_left(terms, relation, constant, box, names):
    """The open terms and the constant less the fixed ones, as `=`, `!=` or `<=`, unless bounds decide.

    Where y is s * x + t, with s = 1 or -1, a * x is a * s * y - a * s * t.
    """
    low = sum(min(a * box[x][0], a * box[x][-1]) for a, x in terms)
    high = sum(max(a * box[x][0], a * box[x][-1]) for a, x in terms)
    if not may_relate(low, high, relation, constant):
        return NEVER
    if not may_relate(low, high, OPPOSITE[relation], constant):
        return ALWAYS
    if relation == "!=" and not Linear([(a, x) for a, x in terms], "=", constant).can_hold(box):
        return ALWAYS
    constant -= sum(a * box[x][0] for a, x in terms if len(box[x]) == 1)
    opened = [(a, x) for a, x in terms if len(box[x]) > 1]
    if relation == "!=" and constant == 0 and len(opened) == 2 and opened[0][0] == -opened[1][0]:
        return counts_left([x for _, x in opened], {}, {}, 1, box, names)
    named = []
    for a, x in opened:
        sign, shift = names.line(x)
        constant += a * sign * shift
        named.append((names.place(x), a * sign))
    named.sort()
    turned = named[0][1] < 0 if relation in ("=", "!=") else relation in (">=", ">")
    if turned:
        constant, named = -constant, [(place, -a) for place, a in named]
    if relation in ("<", ">"):
        constant -= 1
    return "sum", relation if relation in ("=", "!=") else "<=", constant, tuple(named)


def rows_left(opened, rows, forbidden, box, names):
    """The rows of values of the open variables, which are all, none, or those that are allowed or forbidden."""
    points = 1
    for x in opened:
        points *= len(box[x])
    if not rows or len(rows) == points:
        return ALWAYS if bool(rows) != forbidden else NEVER
    order = sorted(range(len(opened)), key=lambda i: names.place(opened[i]))
    named = sorted(tuple(names.value(opened[i], row[i]) for i in order) for row in rows)
    return "rows", forbidden, tuple(names.place(opened[i]) for i in order), tuple(named)


def literals_left(sets, otherwise, box, names):
    """Some variable has one of its values, or what is left otherwise holds."""
    sets = {x: values for x, values in sets.items() if values}
    if otherwise == ALWAYS or any(len(values) == len(box[x]) for x, values in sets.items()):
        return ALWAYS
    if not sets or otherwise[0] == "itself":
        return otherwise
    named = sorted((names.place(x), tuple(sorted(names.value(x, v) for v in own))) for x, own in sets.items())
    return "literals", tuple(named), otherwise


# kinds of constraints ------------------------------------------------------------------------------------------


def members(name, **parts):
    """A name with parts, as the canonical text has it."""
    return f"{name} {{ {', '.join(f'{key}: {part}' for key, part in parts.items())} }}"


def listed(parts):
    return f"[{', '.join(map(str, parts))}]"


def truth(value):
    return "true" if value else "false"


def summed(terms):
    """A sum: ascending by variable, the terms of one variable added up as long as the sum has 64 bits."""
    merged = []
    for factor, x in sorted(terms, key=lambda term: term[1]):
        both = factor + merged[-1][0] if merged and merged[-1][1] == x else 1 << 64
        if -(1 << 63) <= both < 1 << 63:
            merged[-1] = (both, x)
        else:
            merged.append((factor, x))
    return f"Terms({listed(merged)})"


class Constraint:
    """A kind of constraint; `scope` has its variables, with repetitions."""

    def __init__(self, scope):
        self.scope = scope
        self.variables = sorted(set(scope))
        self.repeats = len(self.variables) < len(scope)

    def left(self, number, box, names):
        """What the box leaves: the points that satisfy the constraint if they are few, else the constraint itself.

        The same constraint with the same open variables and the same values of the others is the same relation. It
        has no other variables and no other values, so that these keep their names.
        """
        opened = [x for x in self.variables if len(box[x]) > 1]
        points = 1
        for x in opened:
            points *= len(box[x])
        if points <= MOST_ROWS:
            values = {x: box[x][0] for x in self.variables}
            rows = set()
            for row in itertools.product(*(box[x] for x in opened)):
                values.update(zip(opened, row))
                if self.holds(values):
                    rows.add(row)
            return rows_left(opened, rows, False, box, names)
        demand(all(map(names.keeps, opened)), f"values of constraint {number}, which keeps its names, get others")
        fixed = tuple(box[x][0] for x in self.scope if len(box[x]) == 1)
        return "itself", number, fixed, tuple(opened), tuple(map(names.place, opened))


class AllDifferent(Constraint):
    @classmethod
    def read(cls, fields):
        return cls(fields.variables("scope"))

    def line(self):
        return members("AllDifferent", scope=listed(self.scope))

    def holds(self, values):
        return len({values[x] for x in self.scope}) == len(self.scope)

    def can_hold(self, box):
        return not self.repeats and assign([box[x] for x in self.scope], {}) is not None

    def left(self, number, box, names):
        return counts_left(self.scope, {}, {}, 1, box, names)



class GlobalCardinality(Constraint):
    def __init__(self, scope, occurrences, closed):
        super().__init__(scope)
        self.occurrences, self.closed = occurrences, closed
        self.least = {value: least for value, least, _ in occurrences}
        self.most = {value: most for value, _, most in occurrences}

    @classmethod
    def read(cls, fields):
        occurrences = []
        for item in fields.objects("occurrences"):
            value, least, most = item.value("value"), item.integer("min"), item.integer("max")
            item.end()
            demand(least >= 0 and most >= 0, f"{item.place}: 'min' and 'max' are 0 or more")
            occurrences.append((value, least, most))
        values = {value for value, _, _ in occurrences}
        demand(len(values) == len(occurrences), f"{fields.place}: a value is counted twice")
        return cls(fields.variables("scope"), occurrences, fields.flag("closed", False))

    def line(self):
        counted = [members("Occurrence", value=v, min=least, max=most) for v, least, most in self.occurrences]
        return members("Cardinality", scope=listed(self.scope), occurrences=listed(counted), closed=truth(self.closed))

    def holds(self, values):
        count = collections.Counter(values[x] for x in self.scope)
        if self.closed and not count.keys() <= self.least.keys():
            return False
        return all(least <= count[value] <= most for value, least, most in self.occurrences)

    def can_hold(self, box):
        if any(least > most for _, least, most in self.occurrences):
            return False
        choices = [box[x] for x in self.scope]
        if self.closed:
            choices = [[v for v in domain if v in self.least] for domain in choices]
        return share(choices, self.least, self.most, len(choices))

    def left(self, number, box, names):
        room = 0 if self.closed else len(self.scope)
        return counts_left(self.scope, self.least, self.most, room, box, names)


class Linear(Constraint):
    def __init__(self, terms, relation, constant):
        super().__init__([x for _, x in terms])
        self.terms, self.relation, self.constant = terms, relation, constant
        merged = collections.Counter()
        for factor, x in terms:
            merged[x] += factor
        self.merged = [(factor, x) for x, factor in merged.items() if factor != 0]

    @classmethod
    def read(cls, fields):
        return cls(fields.terms("terms"), fields.relation("relation"), fields.integer("constant"))

    def line(self):
        return members("Linear", terms=summed(self.terms), relation=NAMES[self.relation], constant=self.constant)

    def holds(self, values):
        return RELATIONS[self.relation](sum(factor * values[x] for factor, x in self.terms), self.constant)

    def can_hold(self, box):
        low = high = 0
        for factor, x in self.merged:
            domain = box[x]
            ends = factor * domain[0], factor * domain[-1]
            low += min(ends)
            high += max(ends)
        if not may_relate(low, high, self.relation, self.constant):
            return False
        return self.relation != "=" or self.reaches(box, self.constant - low)

    def reaches(self, box, target):
        """Whether the terms can be this much above their least values together."""
        parts = []  # of each open term, how far its values are above the least one
        divisor = 0
        for factor, x in sorted(self.merged, key=lambda term: len(box[term[1]])):
            values = [factor * v for v in box[x]]
            if len(values) > 1:
                least = min(values)
                parts.append([value - least for value in values])
                divisor = math.gcd(divisor, factor)
        if not parts or target % divisor != 0:
            return target == 0
        *rest, last = parts
        if len(rest) < 2:
            last = set(last)
            return any(target - part in last for part in (rest[0] if rest else [0]))
        if target > 127 and sum(map(len, rest)) * (target // 64 + 1) > MOST_SUMS:
            return True
        sums = 1  # a bit for each sum of the terms so far, up to the target
        for part in rest:
            after = 0
            for above in part:
                after |= sums << above if above <= target else 0
            sums = after & ((2 << target) - 1)
        return any(sums >> (target - above) & 1 for above in last if above <= target)

    def left(self, number, box, names):
        return sum_left(self.merged, self.relation, self.constant, box, names)



class Compare(Constraint):
    def __init__(self, left, relation, right, offset):
        super().__init__([left, right])
        self.left_side, self.relation, self.right_side, self.offset = left, relation, right, offset

    @classmethod
    def read(cls, fields):
        left, right = fields.variable("left"), fields.variable("right")
        return cls(left, fields.relation("relation"), right, fields.integer("offset", 0))

    def line(self):
        relation = NAMES[self.relation]
        return members("Compare", left=self.left_side, relation=relation, right=self.right_side, offset=self.offset)

    def holds(self, values):
        return RELATIONS[self.relation](values[self.left_side], values[self.right_side] + self.offset)

    def can_hold(self, box):
        if self.left_side == self.right_side:
            return RELATIONS[self.relation](0, self.offset)
        left, right = box[self.left_side], box[self.right_side]
        if not may_relate(left[0] - right[-1], left[-1] - right[0], self.relation, self.offset):
            return False
        return self.relation != "=" or not {v + self.offset for v in right}.isdisjoint(left)

    def left(self, number, box, names):
        terms = [] if self.left_side == self.right_side else [(1, self.left_side), (-1, self.right_side)]
        return sum_left(terms, self.relation, self.offset, box, names)



class Table(Constraint):
    def __init__(self, scope, rows, forbidden):
        super().__init__(scope)
        self.rows, self.forbidden = rows, forbidden
        # The different rows that give a variable only one value.
        self.usable = {row for row in map(tuple, rows) if len(set(zip(scope, row))) == len(self.variables)}

    @classmethod
    def read(cls, fields):
        scope = fields.variables("scope")
        rows = [[fields.as_value(v) for v in fields.as_list(row)] for row in fields.list("tuples")]
        demand(all(len(row) == len(scope) for row in rows), f"{fields.place}: a row is not as long as 'scope'")
        return cls(scope, rows, fields.flag("forbidden", False))

    def line(self):
        rows = listed(map(listed, self.rows))
        return members("Table", scope=listed(self.scope), tuples=rows, forbidden=truth(self.forbidden))

    def holds(self, values):
        return (tuple(values[x] for x in self.scope) in self.usable) != self.forbidden

    def can_hold(self, box):
        domains = [set(box[x]) for x in self.scope]
        inside = (row for row in self.usable if all(map(operator.contains, domains, row)))
        if not self.forbidden:
            return any(True for _ in inside)
        return self.size(box) > sum(1 for _ in inside)

    def size(self, box):
        number = 1
        for x in self.variables:
            number *= len(box[x])
        return number

    def left(self, number, box, names):
        domains = [set(box[x]) for x in self.scope]
        opened = [x for x in self.variables if len(box[x]) > 1]
        columns = [self.scope.index(x) for x in opened]
        inside = (row for row in self.usable if all(map(operator.contains, domains, row)))
        rows = {tuple(row[column] for column in columns) for row in inside}
        return rows_left(opened, rows, self.forbidden, box, names)


class Element(Constraint):
    def __init__(self, index, result, first, array):
        super().__init__([index, result] + array)
        self.index, self.result, self.first, self.array = index, result, first, array

    @classmethod
    def read(cls, fields):
        index, result = fields.variable("index"), fields.variable("result")
        return cls(index, result, fields.integer("first", 0), fields.variables("array"))

    def line(self):
        return members("Element", index=self.index, array=listed(self.array), result=self.result, first=self.first)

    def at(self, index):
        """The variable in the array at a value of the index; None beyond the array."""
        place = index - self.first
        return self.array[place] if 0 <= place < len(self.array) else None

    def holds(self, values):
        x = self.at(values[self.index])
        return x is not None and values[x] == values[self.result]

    def can_hold(self, box):
        result = set(box[self.result])
        variables = map(self.at, box[self.index])
        return any(x is not None and not result.isdisjoint(box[x]) for x in variables)


class Lexicographic(Constraint):
    def __init__(self, left, right, strict):
        super().__init__(left + right)
        self.left_side, self.right_side, self.strict = left, right, strict

    @classmethod
    def read(cls, fields):
        left, right = fields.variables("left"), fields.variables("right")
        demand(len(left) == len(right), f"{fields.place}: 'left' and 'right' have different lengths")
        return cls(left, right, fields.flag("strict", False))

    def line(self):
        sides = {"left": listed(self.left_side), "right": listed(self.right_side)}
        return members("Lexicographic", **sides, strict=truth(self.strict))

    def holds(self, values):
        left, right = [values[x] for x in self.left_side], [values[x] for x in self.right_side]
        return left < right if self.strict else left <= right

    def can_hold(self, box):
        """The first place that can be smaller decides; before it, places have to be equal."""
        for x, y in zip(self.left_side, self.right_side):
            if x != y and box[x][0] != box[y][-1]:
                return box[x][0] < box[y][-1]
        return not self.strict



class Extremum(Constraint):
    def __init__(self, result, scope, is_max):
        super().__init__([result] + scope)
        self.result, self.over, self.is_max = result, scope, is_max

    @classmethod
    def read(cls, fields):
        result, scope, is_max = fields.variable("result"), fields.variables("scope"), fields.flag("max")
        demand(scope, f"{fields.place}: 'scope' is empty")
        return cls(result, scope, is_max)

    def line(self):
        return members("Extremum", result=self.result, scope=listed(self.over), max=truth(self.is_max))

    def holds(self, values):
        return values[self.result] == (max if self.is_max else min)(values[x] for x in self.over)

    def can_hold(self, box):
        """A value of the result is in the scope, and no variable of the scope is beyond it for certain."""
        if self.is_max:
            bound = max(box[x][0] for x in self.over)
            fitting = {v for v in box[self.result] if v >= bound}
        else:
            bound = min(box[x][-1] for x in self.over)
            fitting = {v for v in box[self.result] if v <= bound}
        return any(not fitting.isdisjoint(box[x]) for x in self.over)


class Product(Constraint):
    def __init__(self, left, right, result):
        super().__init__([left, right, result])
        self.left_side, self.right_side, self.result = left, right, result

    @classmethod
    def read(cls, fields):
        return cls(fields.variable("left"), fields.variable("right"), fields.variable("result"))

    def line(self):
        return members("Product", left=self.left_side, right=self.right_side, result=self.result)

    def holds(self, values):
        return values[self.left_side] * values[self.right_side] == values[self.result]

    def can_hold(self, box):
        left, right, result = box[self.left_side], box[self.right_side], box[self.result]
        corners = [a * b for a in (left[0], left[-1]) for b in (right[0], right[-1])]
        if min(corners) > result[-1] or max(corners) < result[0]:
            return False
        if len(left) * len(right) > MOST_PAIRS:
            return True
        products = set(result)
        return any(a * b in products for a in left for b in right)


class Inverse(Constraint):
    def __init__(self, first_left, first_right, left, right):
        super().__init__(left + right)
        self.first_left, self.first_right, self.left_side, self.right_side = first_left, first_right, left, right

    @classmethod
    def read(cls, fields):
        left, right = fields.variables("left"), fields.variables("right")
        demand(len(left) == len(right), f"{fields.place}: 'left' and 'right' have different lengths")
        return cls(fields.integer("first_left", 0), fields.integer("first_right", 0), left, right)

    def line(self):
        sides = {"left": listed(self.left_side), "right": listed(self.right_side)}
        return members("Inverse", **sides, first_left=self.first_left, first_right=self.first_right)

    def holds(self, values):
        left = {self.first_left + i: values[x] for i, x in enumerate(self.left_side)}
        right = {self.first_right + j: values[x] for j, x in enumerate(self.right_side)}
        return all(right.get(j) == i for i, j in left.items()) and all(left.get(i) == j for j, i in right.items())

    def can_hold(self, box):
        """Each index of the left side gets one of the right side that is in its domain, and has it in its own."""
        places = range(len(self.right_side))
        return None is not assign(
            [
                [j for j in places if self.first_right + j in box[x] and i in box[self.right_side[j]]]
                for i, x in enumerate(self.left_side, self.first_left)
            ],
            {},
        )


class Regular(Constraint):
    """A deterministic automaton: `steps` has the next state of each state and value, a missing one rejects."""

    MOST_STATES = 1 << 24

    def __init__(self, scope, start, finals, transitions):
        super().__init__(scope)
        self.start, self.finals, self.transitions = start, sorted(set(finals)), sorted(set(transitions))
        self.accepting = set(finals)
        self.steps = collections.defaultdict(dict)
        for state, value, after in self.transitions:
            self.steps[state][value] = after

    @classmethod
    def read(cls, fields):
        scope, own = fields.variables("scope"), fields.object("automaton")
        start, finals, transitions = own.integer("start"), own.list("finals"), own.list("transitions")
        own.end()
        demand(all(len(own.as_list(step)) == 3 for step in transitions), f"{own.place}: expected three numbers")
        transitions = [(state, own.as_value(value), after) for state, value, after in transitions]
        states = [start, *finals, *(step[0] for step in transitions), *(step[2] for step in transitions)]
        right = all(is_integer(state) and 0 <= state < cls.MOST_STATES for state in states)
        demand(right, f"{own.place}: expected states from 0, below {cls.MOST_STATES}")
        two = len({step[:2] for step in transitions}) < len(set(transitions))
        demand(not two, f"{own.place}: a value leads from one state to two")
        return cls(scope, start, finals, transitions)

    def line(self):
        steps = listed(f"({state}, {value}, {after})" for state, value, after in self.transitions)
        automaton = members("Automaton", start=self.start, finals=listed(self.finals), transitions=steps)
        return members("Regular", scope=listed(self.scope), automaton=automaton)

    def holds(self, values):
        state = self.start
        for x in self.scope:
            state = self.steps.get(state, {}).get(values[x])
            if state is None:
                return False
        return state in self.accepting

    def can_hold(self, box):
        """The states that some values of the places so far lead to; an accepting one is among the last."""
        states = {self.start}
        for x in self.scope:
            after = [self.steps.get(state, {}) for state in states]
            states = {steps[v] for steps in after for v in box[x] if v in steps}
        return not states.isdisjoint(self.accepting)


class Clause(Constraint):
    def __init__(self, atoms):
        super().__init__([atom.variable for atom in atoms])
        self.atoms = atoms

    @classmethod
    def read(cls, fields):
        return cls([fields.as_atom(item) for item in fields.objects("atoms")])

    def line(self):
        return members("Clause", atoms=listed(self.atoms))

    def holds(self, values):
        return any(atom.holds(values) for atom in self.atoms)

    def can_hold(self, box):
        return any(atom.can_hold(box) for atom in self.atoms)

    def left(self, number, box, names):
        """Cut to the values with which an atom is true."""
        sets = collections.defaultdict(set)
        for atom in self.atoms:
            sets[atom.variable].update(atom.cut(box[atom.variable]))
        return literals_left(sets, NEVER, box, names)



class Reify(Constraint):
    def __init__(self, truth, atom):
        super().__init__([truth, atom.variable])
        self.truth, self.atom = truth, atom

    @classmethod
    def read(cls, fields):
        return cls(fields.truth("truth"), fields.as_atom(fields.object("atom")))

    def line(self):
        return members("Reify", truth=self.truth, atom=self.atom)

    def holds(self, values):
        return values[self.truth] == (1 if self.atom.holds(values) else 0)

    def can_hold(self, box):
        truth = box[self.truth]
        return (1 in truth and self.atom.can_hold(box)) or (0 in truth and self.atom.opposite().can_hold(box))


class Implies(Constraint):
    def __init__(self, condition, then):
        super().__init__([condition] + then.scope)
        self.condition, self.then = condition, then

    @classmethod
    def read(cls, fields):
        condition, then = fields.truth("condition"), read_constraint(fields.object("then"))
        demand(not isinstance(then, (cls, Regular)), f"{fields.place}: 'then': neither implies nor a global kind")
        return cls(condition, then)

    def line(self):
        return members("Implies", condition=self.condition, then=self.then.line())

    def holds(self, values):
        return values[self.condition] != 1 or self.then.holds(values)

    def can_hold(self, box):
        return box[self.condition] != (1,) or self.then.can_hold(box)

    def left(self, number, box, names):
        others = {v for v in box[self.condition] if v != 1}
        inner = self.then.left(number, box, names) if 1 in box[self.condition] else NEVER
        left = literals_left({self.condition: others}, inner, box, names)
        # The inner constraint has no number of its own.
        return super().left(number, box, names) if left[:1] == ("itself",) else left



class Dimension(Constraint):
    """A relation of the classes of values; `classes` has the number of the class of each value that has one."""

    PLAIN = ("all_same", "all_different", "all_same_or_all_different")

    def __init__(self, scope, classes, relation, argument):
        super().__init__(scope)
        self.classes, self.relation, self.argument = classes, relation, argument

    @classmethod
    def read(cls, fields):
        scope = fields.variables("scope")
        names, classes = fields.dimension("dimension")
        relation = fields.take("relation")
        if isinstance(relation, str) and relation in cls.PLAIN:
            return cls(scope, classes, relation, None)
        relation = fields.as_object(relation, "'relation'")
        if "exactly_equal" in relation.rest:
            number = relation.integer("exactly_equal")
            relation.end()
            demand(1 <= number <= max(1, len(scope)), f"{fields.place}: {number} variables cannot be equal")
            return cls(scope, classes, "exactly_equal", number)
        rows = [[relation.as_class(name, names) for name in relation.as_list(row)] for row in relation.list("table")]
        relation.end()
        demand(len(set(names)) == len(names), f"{fields.place}: two classes have one name")
        demand(all(len(row) == len(scope) for row in rows), f"{fields.place}: a row is not as long as 'scope'")
        return cls(scope, classes, "table", rows)

    def line(self):
        relation = {
            "all_same": "AllSame",
            "all_different": "AllDifferent",
            "all_same_or_all_different": "Either",
            "exactly_equal": f"ExactlyEqual({self.argument})",
            "table": f"Table({listed(map(listed, self.argument))})" if self.relation == "table" else None,
        }[self.relation]
        classes = dict(sorted(self.classes.items()))
        return members("Dimension", scope=listed(self.scope), dimension=classes, relation=relation)

    def holds(self, values):
        if not all(values[x] in self.classes for x in self.scope):
            return False
        return self.related([self.classes[values[x]] for x in self.scope])

    def related(self, classes):
        different = len(set(classes))
        if self.relation == "table":
            return list(classes) in self.argument
        if len(classes) < 2:
            return True
        if self.relation == "exactly_equal":
            return max(collections.Counter(classes).values()) == self.argument
        same = different == 1 and self.relation != "all_different"
        return same or (different == len(classes) and self.relation != "all_same")

    def sets(self, box):
        """The classes of the values of each variable."""
        return [{self.classes[v] for v in box[x] if v in self.classes} for x in self.scope]

    def can_hold(self, box):
        sets = self.sets(box)
        if not all(sets):
            return False
        if self.relation == "table":
            return any(all(map(operator.contains, sets, row)) for row in self.argument)
        if len(sets) < 2:
            return True
        if self.relation == "exactly_equal":
            k = self.argument
            return any(share(sets, {c: k}, {}, k) for c in set().union(*sets))
        if self.relation != "all_different" and set.intersection(*sets):
            return True
        return self.relation != "all_same" and assign(sets, {}) is not None


KINDS = {
    "all_different": AllDifferent,
    "global_cardinality": GlobalCardinality,
    "linear": Linear,
    "compare": Compare,
    "table": Table,
    "element": Element,
    "lexicographic": Lexicographic,
    "extremum": Extremum,
    "product": Product,
    "inverse": Inverse,
    "regular": Regular,
    "clause": Clause,
    "reify": Reify,
    "implies": Implies,
    "dimension": Dimension,
}


# the model -----------------------------------------------------------------------------------------------------


def is_integer(thing):
    return type(thing) is int  # True and False are no integers here


class Fields:
    """The keys of one object in JSON. Keys that were not taken are refused at the end."""

    REQUIRED = object()

    def __init__(self, thing, place, model):
        demand(isinstance(thing, dict), f"{place}: expected an object")
        self.rest, self.place, self.model = dict(thing), place, model

    def end(self):
        for key in self.rest:
            raise Refused(f"{self.place}: unknown key {key!r}")

    def take(self, key, default=REQUIRED):
        demand(key in self.rest or default is not self.REQUIRED, f"{self.place}: {key!r} is missing")
        return self.rest.pop(key, default)

    def typed(self, key, default, right, expected):
        value = self.take(key, default)
        demand(value is default or right(value), f"{self.place}: {key!r}: expected {expected}")
        return value

    def text(self, key, default=REQUIRED):
        return self.typed(key, default, lambda value: isinstance(value, str), "a text")

    def integer(self, key, default=REQUIRED):
        return self.typed(key, default, is_integer, "an integer")

    def flag(self, key, default=REQUIRED):
        return self.typed(key, default, lambda value: isinstance(value, bool), "true or false")

    def list(self, key, default=REQUIRED):
        return self.typed(key, default, lambda value: isinstance(value, list), "a list")

    def as_list(self, thing):
        demand(isinstance(thing, list), f"{self.place}: expected a list")
        return thing

    def as_object(self, thing, name):
        return Fields(thing, f"{self.place}: {name}", self.model)

    def object(self, key):
        return self.as_object(self.take(key), f"{key!r}")

    def objects(self, key, default=REQUIRED):
        return [self.as_object(item, f"{key}[{i}]") for i, item in enumerate(self.list(key, default))]

    def as_variable(self, name):
        demand(isinstance(name, str) and name in self.model.numbers, f"{self.place}: there is no variable {name!r}")
        return self.model.numbers[name]

    def variable(self, key):
        return self.as_variable(self.take(key))

    def truth(self, key):
        x = self.variable(key)
        demand(set(self.model.box[x]) <= {0, 1}, f"{self.place}: {key!r}: expected a variable that is 0 or 1")
        return x

    def variables(self, key):
        return [self.as_variable(name) for name in self.list(key)]

    def as_value(self, thing):
        if isinstance(thing, str) and thing in self.model.named:
            return self.model.named[thing]
        right = is_integer(thing) and -(1 << 31) <= thing < 1 << 31
        demand(right, f"{self.place}: {thing!r} is no value")
        return thing

    def value(self, key):
        return self.as_value(self.take(key))

    def relation(self, key):
        return self.typed(key, self.REQUIRED, lambda value: value in list(RELATIONS), "a relation")

    def as_atom(self, item):
        atom = Atom(item.variable("variable"), item.relation("relation"), item.value("value"))
        item.end()
        return atom

    def terms(self, key, default=REQUIRED):
        """Pairs of a coefficient and a variable."""
        terms = []
        for item in self.objects(key, default):
            terms.append((item.integer("coefficient", 1), item.variable("variable")))
            item.end()
        return terms

    def dimension(self, key):
        """The names of the classes of a dimension, and the number of the class of each value."""
        name = self.text(key)
        demand(name in self.model.dimensions, f"{self.place}: there is no dimension {name!r}")
        return self.model.dimensions[name]

    def as_class(self, name, names):
        demand(name in names, f"{self.place}: there is no class {name!r}")
        return names.index(name)


def read_constraint(fields):
    kind = fields.text("kind")
    demand(kind in KINDS, f"{fields.place}: there is no kind {kind!r}")
    constraint = KINDS[kind].read(fields)
    fields.end()
    return constraint


RUN = re.compile(r"([+-]?[0-9]{1,10})(?: *\.\. *([+-]?[0-9]{1,10}))?")


def domain_of_text(text, place):
    """The values of a domain such as "1..9" or "{1, 3..5}"."""
    inner = text.strip()
    if inner.startswith("{") and inner.endswith("}"):
        inner = inner[1:-1]
    values = set()
    for part in filter(None, map(str.strip, inner.split(","))):
        run = RUN.fullmatch(part)
        demand(run, f"{place}: {text!r} is no domain")
        first, last = int(run.group(1)), int(run.group(2) or run.group(1))
        demand(last - first < MOST_VALUES, f"{place}: a domain of more than {MOST_VALUES} values")
        values.update(range(first, last + 1))
    return values


def check_name(name, place):
    """A name of a value is not a number, and nothing that would be read as several things."""
    plain = name and name == name.strip() and not set(name) & set("=,;|()")
    demand(plain and not re.fullmatch(r"[+-]?[0-9]+", name), f"{place}: {name!r} cannot be the name of a value")


def without_repeats(pairs):
    keys = dict(pairs)
    demand(len(keys) == len(pairs), "a key is there twice in one object")
    return keys


def no_fraction(text):
    raise Refused(f"{text}: expected an integer")


class Model:
    """A model: `box` has the domains, `shown` whether each variable is shown; `objective` is None or (sense, terms)."""

    def __init__(self, text):
        try:
            thing = json.loads(
                text, object_pairs_hook=without_repeats, parse_float=no_fraction, parse_constant=no_fraction
            )
            self.read(Fields(thing, "the model", self))
            text = "".join(line + "\n" for line in self.canonical())
            self.digest = hashlib.sha256(text.encode()).hexdigest()
        except ValueError as why:
            raise Refused(f"no JSON: {why}") from None
        except RecursionError:
            raise Refused("the model is nested too deeply") from None

    def read(self, fields):
        demand(fields.take("format") == "parallax-model-1", "'format': expected parallax-model-1")
        fields.text("name", None)
        fields.integer("grid", None)  # this and the picture guide heuristics and drawings
        fields.list("picture", None)
        fields.rest.pop("search", None)
        variables = fields.objects("variables")
        self.read_names(fields, [variable.rest.get("domain") for variable in variables])
        self.read_variables(variables)
        self.read_dimensions(fields.objects("dimensions", []))
        self.read_objective(fields)
        self.constraints = [read_constraint(self.unlabelled(item)) for item in fields.objects("constraints", [])]
        fields.end()

    @staticmethod
    def unlabelled(fields):
        fields.text("label", None)
        return fields

    def read_names(self, fields, domains):
        """The numbers that named values stand for: as `values` says, or 1, 2, 3 in the order of the domains."""
        given = fields.take("values", {})
        given = fields.as_object(given, "'values'").rest
        for name, number in given.items():
            check_name(name, "'values'")
            demand(is_integer(number), f"'values': {name!r}: expected an integer")
        demand(len(set(given.values())) == len(given), "'values': two names for one value")
        self.named = dict(given)
        if not given:
            lists = [domain for domain in domains if isinstance(domain, list)]
            for name in itertools.chain(*lists):
                if isinstance(name, str):
                    check_name(name, "a domain")
                    self.named.setdefault(name, len(self.named) + 1)

    def read_variables(self, variables):
        self.numbers, self.box, self.shown = {}, [], []
        for fields in variables:
            name = fields.text("name")
            demand(name not in self.numbers, f"{fields.place}: two variables are named {name!r}")
            self.numbers[name] = len(self.numbers)
            self.box.append(self.domain(fields))
            demand(name, f"{fields.place}: a variable without a name")
            self.shown.append(fields.flag("shown", True))
            fields.text("label", None)
            fields.end()
        demand(sum(map(len, self.box)) <= MOST_VALUES_IN_ALL, "too many values in all domains")

    def domain(self, fields):
        domain = fields.take("domain")
        if isinstance(domain, str):
            values = domain_of_text(domain, fields.place)
        else:
            named = {isinstance(value, str) for value in fields.as_list(domain)}
            demand(len(named) < 2, f"{fields.place}: 'domain': names and numbers")
            values = {fields.as_value(value) for value in domain}
        demand(len(values) <= MOST_VALUES, f"{fields.place}: 'domain': too many values")
        demand(all(abs(v) <= MOST_MAGNITUDE for v in values), f"{fields.place}: 'domain': a value is too large")
        return tuple(sorted(values))

    def read_dimensions(self, dimensions):
        self.dimensions = {}
        for fields in dimensions:
            name, names, classes = fields.text("name"), [], {}
            for number, item in enumerate(fields.objects("classes")):
                names.append(item.text("name"))
                for value in item.list("values"):
                    demand(is_integer(value), f"{item.place}: {value!r} is no integer")
                    demand(value not in classes, f"{item.place}: {value} is in two classes")
                    classes[value] = number
                item.end()
            fields.end()
            narrow = max(classes, default=0) - min(classes, default=0) < MOST_VALUES
            demand(narrow, f"{fields.place}: values that are too far apart")
            demand(name not in self.dimensions, f"{fields.place}: two dimensions are named {name!r}")
            self.dimensions[name] = names, classes

    def read_objective(self, fields):
        senses = [sense for sense in ("minimize", "maximize") if sense in fields.rest]
        demand(len(senses) < 2, "the model has two objectives")
        self.objective = (senses[0], fields.terms(senses[0])) if senses else None

    def canonical(self):
        yield "parallax-flat 2"
        for shown, domain in zip(self.shown, self.box):
            yield f"{'shown' if shown else 'hidden'} {listed(domain)}"
        for constraint in self.constraints:
            yield constraint.line()
        if self.objective:
            sense, terms = self.objective
            yield members("Objective", terms=summed(terms), minimize=truth(sense == "minimize"))

    def value(self, point):
        """The value of the objective."""
        return sum(factor * point[x] for factor, x in self.objective[1])

    def better(self, value, best):
        """Whether a value of the objective is better than the best so far; None is no value."""
        if value is None or best is None:
            return best is None and value is not None
        return value < best if self.objective[0] == "minimize" else value > best


# the certificate's file ----------------------------------------------------------------------------------------


def lines_of(name):
    """The lines of a file without their ends; the file may be compressed by gzip."""
    with open(name, "rb") as raw:
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
        stream = gzip.GzipFile(fileobj=raw) if packed else raw
        unpacked = 0
        while True:
            try:
                line = stream.readline(LONGEST_LINE)
            except (EOFError, zlib.error) as why:
                raise Refused(f"gzip: {why}") from None
            unpacked += len(line)
            demand(not packed or unpacked <= MOST_UNPACKED, f"gzip: more than {MOST_UNPACKED} bytes")
            if not line:
                return
            demand(line.endswith(b"\n"), "a line that is cut off or too long")
            try:
                yield line[:-1].decode()
            except UnicodeDecodeError:
                raise Refused("a line that is no text") from None


NUMBER = r"(?:0|-?[1-9][0-9]{0,18})"  # as numbers print
NUMBERS = re.compile(rf"(?: {NUMBER})*")
ATOM = re.compile(rf" ([=!<>]) ({NUMBER}) ({NUMBER})(?= |$)", re.ASCII)
MEANING = {"=": "=", "!": "!=", "<": "<=", ">": ">="}


def numbers_of(text):
    """The numbers of a step; `text` is what follows its letter."""
    demand(NUMBERS.fullmatch(text), "expected numbers with one blank before each")
    return [number_of(word) for word in text.split()]


def number_of(word):
    """A number of 64 bits."""
    number = int(word)
    demand(-(1 << 63) <= number < 1 << 63, f"{word} is no number of 64 bits")
    return number


def places(count):
    """How many groups of 18 digits a count has."""
    return (len(str(count)) + 17) // 18 if count else 0


def exactly(text, number):
    numbers = numbers_of(text)
    demand(len(numbers) == number, f"expected {number} numbers")
    return numbers


def atoms_of(text, model):
    """The atoms of a lemma or a part; `text` is what follows `l` or `where`."""
    atoms, end = [], 0
    while end < len(text):
        found = ATOM.match(text, end)
        right = found and 0 <= int(found.group(2)) < len(model.box)
        demand(right, "expected atoms, each '=', '!', '<' or '>', a variable and a value")
        atoms.append(Atom(int(found.group(2)), MEANING[found.group(1)], number_of(found.group(3))))
        end = found.end()
    return atoms


def box_of(atoms, model):
    """The first box of a certificate of a part."""
    box = list(model.box)
    for atom in atoms:
        box[atom.variable] = atom.cut(box[atom.variable])
    return box


# the checker ---------------------------------------------------------------------------------------------------

# What a certificate shows: `kind` is count or optimum, `found` the number of solutions or the best value (None where
# there is no solution), `part` the atoms of the first line as they stand there, None for the whole model.
Shown = collections.namedtuple("Shown", "box kind found part")

# What is open. `mark` is the length of the trail when it was opened.
Branch = collections.namedtuple("Branch", "mark variable value count")
Lemma = collections.namedtuple("Lemma", "mark atoms")


class Split:
    """A box that was split into independent parts, of which number `now` is open."""

    def __init__(self, mark, parts, outside, count):
        self.mark, self.parts, self.now = mark, parts, 0
        self.outside, self.count = outside, count  # the part around it, and what was counted in that
        self.product = 1


class Part:
    """What the steps are about: some variables, and the numbers of the constraints on them."""

    def __init__(self, variables, constraints):
        self.variables, self.constraints = list(variables), list(constraints)
        self.has_variable, self.has_constraint = set(self.variables), set(self.constraints)


class Checker:
    """Follows the steps of a certificate.

    Invariant: every solution of the model that is not yet counted lies in the box, or in what remains of an open
    branch. For an optimum: every solution that is better than the best so far. A closed box has no such solution.
    Within a part of a split the same is true of the part: its variables, its constraints, the branches that it opens.
    """

    def __init__(self, model, name, may_join=True):
        self.model, self.name, self.may_join = model, name, may_join
        self.trail = []  # (variable, its domain before), to restore boxes
        self.open = []  # branches, lemmas and splits, from the outermost to the innermost
        self.hidden = 0  # open branches on hidden variables
        self.whole = Part(range(len(model.box)), range(len(model.constraints)))
        self.part = self.whole  # another one within a split
        self.count, self.best, self.bound = 0, None, None
        self.lemmas = []
        self.listed = set()  # the shown parts of listed solutions
        self.problems = []  # of each problem, the digest of its text, and its count or None
        self.noted = []  # those that are being counted: the number, how much is open around it, the count before it
        self.kept = 0  # numbers in lemmas, listed solutions and problems
        # No step needs more numbers: an atom has three, a value two that compare with it.
        self.longest = 64 + 8 * sum(len(domain) + 1 for domain in model.box)

    # The whole file

    def check(self):
        """Returns what the certificate shows."""
        line = 1
        try:
            lines = lines_of(self.name)
            self.first_line(next(lines, ""))
            self.first_box = list(self.box)
            ended = False
            while not ended:
                line += 1
                text = next(lines, None)
                demand(text is not None, "it has no end")
                ended = self.step(text)
            line += 1
            demand(next(lines, None) is None, "a line after the end")
        except Refused as why:
            raise Refused(f"line {line}: {why}") from None
        return Shown(self.first_box, self.kind, self.found(), self.where)

    def first_line(self, text):
        head, where, atoms = text.partition(" where")
        demand(len(text.encode()) < LONGEST_FIRST, "a first line that is too long")
        given = head.split(" ")
        right = given[0] == "parallax-certificate" and len(given) > 3 and given[3] in ("count", "optimum")
        demand(right and given[1] == "3", "expected 'parallax-certificate 3 DIGEST count' or 'optimum'")
        demand(given[2] == self.model.digest, "it is about another model")
        demand("binary" not in given[4:], "it is in the binary form, which this checker does not read")
        demand(len(given) == 4, "more words after the kind")
        self.kind = given[3]
        demand(self.kind == "count" or self.model.objective, "an optimum, but the model has no objective")
        demand(not where or atoms, "'where' without atoms")
        self.box = box_of(atoms_of(atoms, self.model), self.model)
        self.where = atoms.strip() if where else None
        demand(not where or all(self.box), "the part is empty")
        self.closed = not all(self.box)

    def found(self):
        return self.count if self.kind == "count" else self.best

    def step(self, text):
        """Does one step; returns whether it is the last."""
        letter, rest = text[:1], text[1:]
        demand(letter in STEPS, f"there is no step {letter!r}")
        demand(letter in "jq" or rest.count(" ") <= self.longest, "a step of more numbers than any step needs")
        return STEPS[letter](self, rest)

    # The box

    def set_domain(self, x, domain):
        self.trail.append((x, self.box[x]))
        self.box[x] = domain
        if not domain:
            self.closed = True  # no solution has a variable without a value

    def restore(self, mark):
        while len(self.trail) > mark:
            x, domain = self.trail.pop()
            self.box[x] = domain

    def demand_open(self):
        demand(not self.closed, "the box is closed")

    def demand_variable(self, x):
        demand(x in self.part.has_variable, f"there is no variable {x} in the model, or in this part of it")

    def in_lemma(self):
        return bool(self.open) and isinstance(self.open[0], Lemma)

    def demand_counting(self):
        """What is counted within a lemma would still be in the box after it, and could be in the list."""
        demand(not self.in_lemma(), "no solutions within a lemma")
        demand(not self.listed, "solutions were listed before")

    def demand_shown_branches(self):
        """Branches on a hidden variable may share solutions, which differ in shown variables only."""
        demand(self.kind == "optimum" or self.hidden == 0, "a branch on a hidden variable is open")

    def constraint(self, k):
        """A constraint of the model, or within a split of its open part; then the bound; then lemmas."""
        number = len(self.model.constraints)
        if k in self.part.has_constraint:
            return self.model.constraints[k]
        demand(k >= number and self.part is self.whole, f"there is no constraint {k} in the model, or in this part of it")
        if k == number:
            demand(self.bound is not None, "there is no bound yet")
            return self.bound
        demand(k - number - 1 < len(self.lemmas), f"there is no lemma {k} yet")
        return self.lemmas[k - number - 1]

    def fails(self, constraint, x, values):
        """Whether the constraint cannot hold in the box with x cut to the values."""
        before = self.box[x]
        self.box[x] = values
        may = constraint.can_hold(self.box)
        self.box[x] = before
        return not may

    def remove(self, k, x, gone, left):
        """Takes the values `gone` from x, which leaves `left`. With them the constraint cannot hold."""
        constraint = self.constraint(k)
        if gone and not self.fails(constraint, x, gone):
            one_by_one = len(gone) > 1 and all(self.fails(constraint, x, (v,)) for v in gone)
            demand(one_by_one, f"constraint {k} can hold with the values taken from {x}")
        self.set_domain(x, left)

    def remove_values(self, k, x, values):
        self.demand_open()
        self.demand_variable(x)
        gone = set(values)
        demand(gone <= set(self.box[x]), f"variable {x} has not all of these values")
        self.remove(k, x, tuple(sorted(gone)), tuple(v for v in self.box[x] if v not in gone))

    def remove_all_but(self, k, x, first, last):
        self.demand_open()
        self.demand_variable(x)
        domain = self.box[x]
        a = bisect_left(domain, first)
        b = max(a, bisect_right(domain, last))
        self.remove(k, x, domain[:a] + domain[b:], domain[a:b])

    # The steps. `rest` is what follows the letter.

    def branch(self, rest):
        """d x v: opens the branch where x is v. The rest, x != v, is what remains."""
        x, v = exactly(rest, 2)
        self.demand_open()
        self.demand_variable(x)
        demand(v in self.box[x], f"variable {x} has no value {v}")
        self.open.append(Branch(len(self.trail), x, v, self.count))
        self.hidden += not self.model.shown[x]
        self.set_domain(x, (v,))

    def take_values(self, rest):
        """p k x v...: takes values from x. No solution has them."""
        numbers = numbers_of(rest)
        demand(len(numbers) > 2, "expected a constraint, a variable and values")
        self.remove_values(numbers[0], numbers[1], numbers[2:])

    def take_all_but(self, rest):
        """k k x a b: takes all values but a..b from x. No solution has them."""
        self.remove_all_but(*exactly(rest, 4))

    def take_group(self, rest):
        """g k x n v... x n v...: several of these in this order; with n = 0, two values a and b as for `k`."""
        numbers = numbers_of(rest)
        demand(len(numbers) > 3, "expected a constraint, and variables with values")
        k, at = numbers[0], 1
        while at < len(numbers):
            demand(at + 1 < len(numbers) and numbers[at + 1] >= 0, "expected a number of values")
            x, n = numbers[at : at + 2]
            values = numbers[at + 2 : at + 2 + (n or 2)]
            demand(len(values) == (n or 2), "values are missing")
            if n == 0:
                self.remove_all_but(k, x, *values)
            else:
                self.remove_values(k, x, values)
            at += 2 + len(values)

    def spread(self, rest):
        """a k x: takes the only value of x from the others of an all-different constraint. No solution has it twice."""
        k, x = exactly(rest, 2)
        self.demand_open()
        self.demand_variable(x)
        constraint = self.constraint(k)
        demand(isinstance(constraint, AllDifferent), f"constraint {k} is not all-different")
        demand(x in constraint.variables, f"constraint {k} is not about variable {x}")
        demand(len(self.box[x]) == 1, f"variable {x} has more than one value")
        (value,) = self.box[x]
        for other in constraint.variables:
            if other != x and other in self.part.has_variable and value in self.box[other]:
                self.set_domain(other, tuple(v for v in self.box[other] if v != value))

    def fail(self, rest):
        """f k: constraint k cannot hold, so the box has no solution."""
        (k,) = exactly(rest, 1)
        self.demand_open()
        demand(not self.constraint(k).can_hold(self.box), f"constraint {k} can hold")
        self.closed = True

    def solution(self, rest):
        """s v...: a solution. A count: the box has one assignment of the shown variables, which is now counted.

        Branches on shown variables have no assignment of them in common, so none is counted twice. An optimum: it is
        the best from now on, and only better solutions have to lie in the box.
        """
        values = numbers_of(rest)
        variables = self.part.variables
        self.demand_open()
        self.demand_counting()
        demand(len(values) == len(variables), f"expected {len(variables)} values")
        point = [domain[0] for domain in self.box]  # of other parts, which no constraint of this part looks at
        for x, v in zip(variables, values):
            demand(v in self.box[x], f"variable {x} has no value {v}")
            point[x] = v
        self.demand_solution(point)
        if self.kind == "optimum":
            value = self.model.value(point)
            demand(self.model.better(value, self.best), f"{value} is not better than {self.best}")
            self.set_best(value)
            self.closed = not self.bound.can_hold(self.box)
            return
        self.demand_shown_branches()
        demand(all(len(self.box[x]) == 1 for x in variables if self.model.shown[x]), "a shown variable is not fixed")
        self.counted(1)

    def demand_solution(self, point):
        for k in self.part.constraints:
            demand(self.model.constraints[k].holds(point), f"constraint {k} does not hold")

    def counted(self, number):
        self.count += number
        self.closed = True

    def remember(self, numbers):
        """Lemmas, listed solutions and problems stay in memory."""
        self.kept += numbers
        demand(self.kept <= MOST_KEPT, f"more than {MOST_KEPT} numbers in lemmas, lists and problems")

    def set_best(self, value):
        """From now on the objective has to be better than this value: this is the bound."""
        sense, terms = self.model.objective
        self.best, self.bound = value, Linear(terms, "<" if sense == "minimize" else ">", value)

    def all_points(self, rest):
        """c: the whole box is solutions, and all assignments of the shown variables are counted."""
        exactly(rest, 0)
        self.demand_open()
        self.demand_counting()
        self.demand_shown_branches()
        demand(self.kind == "count", "'c' is of counts alone")
        number = 1
        for x in self.part.variables:
            number *= len(self.box[x]) if self.model.shown[x] else 1
        for k in self.part.constraints:
            demand(self.certain(k), f"constraint {k} need not hold")
        self.counted(number)

    def certain(self, k):
        return self.model.constraints[k].left(k, self.box, Names()) == ALWAYS

    def back(self, rest):
        """u: closes the branch, in which nothing is left. What remains of it becomes the box."""
        exactly(rest, 0)
        demand(self.open and isinstance(self.open[-1], Branch), "no branch is open")
        demand(self.closed, "the branch is not closed")
        self.count_problems()
        branch = self.open.pop()
        self.restore(branch.mark)
        self.closed = False
        self.hidden -= not self.model.shown[branch.variable]
        self.set_domain(branch.variable, tuple(v for v in self.box[branch.variable] if v != branch.value))

    def to_root(self, rest):
        """r: drops all open branches. The box is as it was at the root, and nothing of it was counted since."""
        exactly(rest, 0)
        demand(self.open and all(isinstance(frame, Branch) for frame in self.open), "expected open branches alone")
        demand(self.count == self.open[0].count, "a solution was counted below an open branch")
        self.restore(self.open[0].mark)
        self.open, self.closed, self.hidden = [], False, 0
        self.noted.clear()

    def split(self, rest):
        """m p...: splits the box into parts, of each variable its number. Its solutions are the combinations of theirs.

        This is so because each constraint either holds in the whole box, or is of one part alone.
        """
        numbers = numbers_of(rest)
        self.demand_open()
        self.demand_counting()
        self.demand_shown_branches()
        demand(self.kind == "count", "'m' is of counts alone")
        right = len(numbers) == len(self.box) and all(-1 <= number < len(numbers) for number in numbers)
        demand(right, "expected a number for each variable, below theirs, or -1")
        part_of = {x: number for x, number in enumerate(numbers) if number >= 0}
        for x, domain in enumerate(self.box):
            is_open = x in self.part.has_variable and len(domain) > 1
            demand((x in part_of) == is_open, f"variable {x} is fixed, but in a part, or is in no part")
        variables = [[] for _ in range(max(part_of.values(), default=0) + 1)]
        for x, number in part_of.items():
            variables[number].append(x)
        constraints = [[] for _ in variables]
        for k in self.part.constraints:
            of = {part_of[x] for x in self.model.constraints[k].variables if x in part_of}
            if len(of) == 1:
                constraints[of.pop()].append(k)
            else:
                demand(self.certain(k), f"constraint {k} is of two parts, or does not hold")
        parts = [Part(*both) for both in zip(variables, constraints)]
        self.open.append(Split(len(self.trail), parts, self.part, self.count))
        self.part, self.count = parts[0], 0

    def part_end(self, rest):
        """n: the end of a part. After the last one, or one without solutions, all combinations are counted."""
        exactly(rest, 0)
        demand(self.open and isinstance(self.open[-1], Split), "no part is open, or a branch of it is")
        demand(self.closed, "the part is not closed")
        self.count_problems()
        split = self.open[-1]
        split.product *= self.count
        split.now += 1
        self.restore(split.mark)
        if split.now < len(split.parts) and split.product > 0:
            self.part, self.count, self.closed = split.parts[split.now], 0, False
            return
        self.open.pop()
        self.part, self.count = split.outside, split.count
        self.counted(split.product)

    def hold(self, rest):
        """h: notes the problem that is left. When its branch or part is closed, its solutions have been counted."""
        exactly(rest, 0)
        problem = self.problem([])
        self.remember(8 + places(self.count))
        self.noted.append((len(self.problems), len(self.open), self.count))
        self.problems.append([problem, None])

    def count_problems(self):
        """The innermost branch, or part, is closed: what was counted since a problem was noted in it is its count.

        All steps keep the invariant, count each solution once, and nothing is left. Within a part only constraints of
        the part are named, so that it is the count of the part.
        """
        while self.noted and self.noted[-1][1] == len(self.open):
            number, _, before = self.noted.pop()
            self.problems[number][1] = self.count - before
            self.remember(places(self.count - before))

    def before(self, rest):
        """b N [k y1...yk maps]: what is left is problem N under other names, and is counted as often.

        Names that keep variables and values apart map the solutions of one problem to those of the other.
        """
        number, *names = numbers_of(rest) or [-1]
        self.demand_open()
        demand(0 <= number < len(self.problems), f"there is no problem {number}")
        text, count = self.problems[number]
        demand(count is not None, f"problem {number} is not counted yet")
        if count:
            self.demand_shown_branches()
        demand(self.problem(names) == text, f"it is another problem than {number}")
        if count:
            self.counted(count)
        self.closed = True

    def problem(self, names):
        """The digest of what is left in the box, or in the open part of it."""
        self.demand_open()
        self.demand_counting()
        demand(self.kind == "count", "problems are of counts alone")
        opened = [x for x in self.part.variables if len(self.box[x]) > 1]
        names = Names.read(names, opened, self.box)
        domains = [(self.model.shown[x], sorted(names.value(x, v) for v in self.box[x])) for x in names.order]
        left = {self.model.constraints[k].left(k, self.box, names) for k in self.part.constraints}
        text = repr((domains, sorted(map(repr, left - {ALWAYS}))))
        return hashlib.sha256(text.encode()).digest()

    def thin(self, rest):
        """t k...: each constraint takes the values with which it cannot hold. No solution has them."""
        for k in numbers_of(rest):
            self.demand_open()
            demand(0 <= k < len(self.model.constraints), f"there is no constraint {k}")
            constraint = self.constraint(k)
            for x in [x for x in constraint.variables if len(self.box[x]) > 1]:
                left = tuple(v for v in self.box[x] if not self.closed and not self.fails(constraint, x, (v,)))
                self.set_domain(x, left)

    def join(self, rest):
        """j NAME: a certificate of this box in a file of its own, which counts all of it."""
        name = rest[1:]
        self.demand_open()
        self.demand_counting()
        self.demand_shown_branches()
        demand(self.part is self.whole, "'j' within a part")
        demand(self.may_join, "a part names no parts itself")
        plain = rest[:1] == " " and name not in ("", "..") and not set(name) & set("/\\\0")
        demand(plain, "a part is a file in the same folder")
        try:
            shown = Checker(self.model, os.path.join(os.path.dirname(self.name), name), may_join=False).check()
        except (Refused, OSError) as why:
            raise Refused(f"{name}: {why}") from None
        demand(shown.box == self.box, f"{name} is about another part")
        demand(shown.kind == self.kind, f"{name} proves another kind of claim: {shown.kind}, not {self.kind}")
        if self.kind == "count":
            self.counted(shown.found)
            return
        if self.model.better(shown.found, self.best):
            self.set_best(shown.found)
        self.closed = True

    def lemma(self, rest):
        """l a...: begins to show that the atoms cannot hold together, in the box with the atoms."""
        atoms = atoms_of(rest, self.model)
        demand(not self.open, "a branch, a lemma or a part is open")
        self.demand_open()
        self.remember(3 * len(atoms))
        self.open.append(Lemma(len(self.trail), atoms))
        for atom in atoms:
            self.set_domain(atom.variable, atom.cut(self.box[atom.variable]))

    def lemma_end(self, rest):
        """e: the lemma follows from the model, the bound and the list, and is a constraint from now on."""
        exactly(rest, 0)
        demand(self.open and isinstance(self.open[-1], Lemma), "no lemma is open, or a branch of it is")
        demand(self.closed, "the lemma's box is not closed")
        lemma = self.open.pop()
        self.restore(lemma.mark)
        self.closed = not lemma.atoms  # without atoms, the box has no solution
        self.lemmas.append(Clause([atom.opposite() for atom in lemma.atoms]))

    def listed_solution(self, rest):
        """w v...: counts a solution of the box. The lemma excludes nothing but its shown part."""
        values = numbers_of(rest)
        self.demand_open()
        demand(self.kind == "count", "'w' is of counts alone")
        demand(not self.open, "a branch, a lemma or a part is open")
        demand(self.count == len(self.listed), "solutions were counted without a list before")
        demand(len(values) == len(self.box), f"expected {len(self.box)} values")
        for x, v in enumerate(values):
            demand(v in self.box[x], f"variable {x} has no value {v}")
        self.demand_solution(values)
        shown = tuple((x, v) for x, v in enumerate(values) if self.model.shown[x])
        demand(shown not in self.listed, "its shown part is in the list")
        self.remember(4 * len(shown))
        self.listed.add(shown)
        self.count += 1
        self.lemmas.append(Clause([Atom(x, "!=", v) for x, v in shown]))
        self.closed = not shown  # without shown variables, there is no other solution

    def end(self, rest):
        """q [CLAIM]: the end. No solution is left."""
        demand(self.closed and not self.open, "the end, but the box, a branch, a lemma or a part is open")
        found = claim_of(Shown(None, self.kind, self.found(), None))
        demand(rest in ("", " " + found), f"the end is {'q' + rest!r}, but the steps show {found}")
        return True


STEPS = {
    "d": Checker.branch,
    "p": Checker.take_values,
    "k": Checker.take_all_but,
    "g": Checker.take_group,
    "a": Checker.spread,
    "f": Checker.fail,
    "s": Checker.solution,
    "c": Checker.all_points,
    "u": Checker.back,
    "r": Checker.to_root,
    "m": Checker.split,
    "n": Checker.part_end,
    "h": Checker.hold,
    "b": Checker.before,
    "t": Checker.thin,
    "j": Checker.join,
    "l": Checker.lemma,
    "e": Checker.lemma_end,
    "w": Checker.listed_solution,
    "q": Checker.end,
}


def check(model, name):
    """What the certificate in the file `name` shows of the model; raises `Refused` where it is wrong, or OSError."""
    return Checker(model, name).check()


# the command line ----------------------------------------------------------------------------------------------


def claim_of(shown):
    return "none" if shown.found is None else str(shown.found)


def expected_of(text, model):
    """The test of what is shown that the option --expect stands for."""
    claim, _, atoms = text.partition(" where")
    box = box_of(atoms_of(atoms, model), model)
    if claim == "unsatisfiable":
        return lambda shown: shown.found == (0 if shown.kind == "count" else None) and shown.box == box
    known = re.fullmatch(r"count [0-9]+|optimum (-?[0-9]+|none)", claim)
    demand(known, "expected 'count N', 'optimum V', 'optimum none' or 'unsatisfiable'")
    return lambda shown: f"{shown.kind} {claim_of(shown)}" == claim and shown.box == box


def main():
    parser = argparse.ArgumentParser(
        description="Checks a certificate in text against the model that it is about. It prints what the certificate "
        "shows, or the line that it refuses.",
        epilog="Exit codes: 0 accepted; 1 refused, or another claim than the expected one; 2 a wrong command or model; "
        "3 accepted, but it is about a part of the model and --expect does not say so.",
    )
    parser.add_argument(
        "--expect",
        metavar="CLAIM",
        help="accept this claim alone: 'count 24', 'optimum 7', 'optimum none' (no solution), or 'unsatisfiable' (of "
        "either kind); with 'where' and atoms as in the certificate's first line, of that part of the model alone",
    )
    parser.add_argument("model", metavar="MODEL.json", help="the model, as in docs/reference/model-json.md")
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the certificate; gzip may have compressed it")
    given = parser.parse_args()
    try:
        with open(given.model, encoding="utf-8") as file:
            model = Model(file.read())
    except (Refused, OSError, UnicodeDecodeError) as why:
        print(f"{given.model}: {why}", file=sys.stderr)
        return 2
    is_expected = None
    if given.expect is not None:
        try:
            is_expected = expected_of(given.expect, model)
        except Refused as why:
            parser.error(f"--expect {given.expect!r}: {why}")
    try:
        shown = check(model, given.certificate)
    except (Refused, OSError) as why:
        print(f"refused: {why}")
        return 1
    part = "" if shown.part is None else f" in the part where {shown.part}"
    if is_expected is not None and not is_expected(shown):
        print(f"refused: it shows something else than {given.expect!r}: {claim_of(shown)}{part}")
        return 1
    print(f"certified: {claim_of(shown)}{part}")
    return 3 if part and is_expected is None else 0


if __name__ == "__main__":
    sys.exit(main())
