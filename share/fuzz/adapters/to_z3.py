"""Adapter for Z3's Python API: integers, truth values and pseudo-Boolean constraints.

Z3's `/` and `%` are another division (towards the sign of the divisor's floor, and total), so
`div` and `mod` are spelled for operands that cannot be negative only; a divisor that may be 0
has an arbitrary result in SMT-LIB, so it is excluded where it appears (strict semantics).
"""

import functools
import itertools
import operator

import z3

from protocol import (Operators, Refused, best, core_of, found, is_number, items, number, numbers,
                      rows, satisfiable, serve, unsatisfiable, uses)

OPERATORS = Operators()


class Model:
    """A case in Z3."""

    def __init__(self, case):
        self.variables, self.facts = {}, []
        self.low = {}
        for name, values, is_bool in case.variables:
            made = z3.Bool(name) if is_bool else z3.Int(name)
            self.variables[name] = made
            as_value = (lambda value: z3.BoolVal(value == 1)) if is_bool else z3.IntVal
            self.facts.append(z3.Or([made == as_value(value) for value in values]))
            self.low[name] = min(values)
        self.switches = []
        for place, constraint in enumerate(case.constraints):
            if case.assume:
                self.switch(place, constraint)
            else:
                self.facts.append(self.expr(constraint))

    def switch(self, place, constraint):
        """States a constraint, and what its terms need to be defined, under an assumption."""
        before = len(self.facts)
        expr = self.expr(constraint)
        own = self.facts[before:]
        del self.facts[before:]
        switch = z3.Bool(f"a{place}")
        self.facts.append(z3.Implies(switch, z3.And([*own, expr])))
        self.switches.append(switch)

    def expr(self, expression):
        if isinstance(expression, bool):
            return z3.BoolVal(expression)
        if is_number(expression):
            return z3.IntVal(expression)
        if isinstance(expression, str):
            return self.variables[expression]
        return OPERATORS.apply(self, expression)

    def exprs(self, expression):
        return [self.expr(item) for item in items(expression)]

    def natural(self, expression):
        """An expression that cannot be negative, as far as its leaves show."""
        is_leaf = is_number(expression) or isinstance(expression, str)
        if not is_leaf or (self.low.get(expression, 0) if isinstance(expression, str)
                           else expression) < 0:
            raise Refused("Z3 divides negative numbers otherwise")
        return self.expr(expression)


simple, on_list = OPERATORS.simple, OPERATORS.on_list


simple("neg", lambda x: -x)
simple("abs", z3.Abs)
simple("sqr", lambda x: x * x)
simple("add", operator.add)
simple("sub", operator.sub)
simple("mul", operator.mul)
simple("dist", lambda x, y: z3.Abs(x - y))
simple("bool2int", lambda x: z3.If(x, 1, 0))
on_list("sum", lambda xs: z3.Sum(xs) if xs else z3.IntVal(0))
on_list("product", lambda xs: z3.Product(xs) if xs else z3.IntVal(1))
OPERATORS.comparisons()
simple("not", z3.Not)
on_list("and", z3.And)
on_list("or", z3.Or)
on_list("xor", lambda xs: functools.reduce(z3.Xor, xs, z3.BoolVal(False)))
simple("iff", operator.eq)
simple("implies", z3.Implies)
simple("bool_lt", lambda x, y: z3.And(z3.Not(x), y))
on_list("all_different", lambda xs: z3.Distinct(xs) if xs else z3.BoolVal(True))


@OPERATORS("if")
def if_(model, condition, x, y):
    # What makes a term undefined is excluded wherever the term is, also in the branch not taken.
    if uses(["list", x, y], ("div", "mod", "euclid_div", "euclid_mod", "element")):
        raise Refused("a branch of a condition may be undefined")
    return z3.If(model.expr(condition), model.expr(x), model.expr(y))


def division(name, divide):
    @OPERATORS(name)
    def register(model, x, y):
        left, right = model.natural(x), model.natural(y)
        model.facts.append(right != 0)
        return divide(left, right)


division("div", operator.truediv)
division("mod", operator.mod)


@OPERATORS("pow")
def power(model, x, y):
    if not is_number(y) or y < 0:
        raise Refused("Z3's powers are real numbers for other exponents")
    result = model.expr(x) ** y
    return result if result.is_int() else z3.ToInt(result)


def extremum(name, better):
    @OPERATORS(name)
    def register(model, xs):
        made = model.exprs(xs)
        if not made:
            raise Refused("an extremum of nothing")
        return functools.reduce(lambda a, b: z3.If(better(a, b), a, b), made)


extremum("minimum", operator.le)
extremum("maximum", operator.ge)


@OPERATORS("in")
def in_(model, x, values):
    term = model.expr(x)
    return z3.Or([term == value for value in numbers(values)])


@OPERATORS("clause")
def clause(model, xs, ys):
    return z3.Or(model.exprs(xs) + [z3.Not(y) for y in model.exprs(ys)])


def total(terms):
    return z3.Sum(terms) if terms else z3.IntVal(0)


for word, compare in (("lin_eq", operator.eq), ("lin_ne", operator.ne), ("lin_le", operator.le)):
    OPERATORS.linear(word, compare, total)
OPERATORS["scalar_product"] = lambda model, xs, ys: total(
    [x * y for x, y in zip(model.exprs(xs), model.exprs(ys))])


def euclidean(name, divide):
    """The language's own division; a divisor that may be 0 is excluded."""
    @OPERATORS(name)
    def register(model, x, y):
        left, right = model.expr(x), model.expr(y)
        model.facts.append(right != 0)
        return divide(left, right)


euclidean("euclid_div", operator.truediv)
euclidean("euclid_mod", operator.mod)


def pseudo_boolean(name, state):
    @OPERATORS(name)
    def register(model, coefficients, xs, total):
        pairs = list(zip(model.exprs(xs), numbers(coefficients)))
        return state(pairs, number(total))


pseudo_boolean("bool_lin_eq", z3.PbEq)
pseudo_boolean("bool_lin_le", z3.PbLe)


@OPERATORS("count")
def count(model, xs, value):
    wanted = model.expr(value)
    return z3.Sum([z3.IntVal(0)] + [z3.If(x == wanted, 1, 0) for x in model.exprs(xs)])


@OPERATORS("element")
def element(model, base, xs, index):
    place, array = model.expr(index), z3.K(z3.IntSort(), z3.IntVal(0))
    for at, x in enumerate(model.exprs(xs), number(base)):
        array = z3.Store(array, at, x)
    model.facts.append(z3.And(place >= number(base), place < number(base) + len(items(xs))))
    return z3.Select(array, place)


@OPERATORS("table")
def table(model, tuples, xs):
    made = model.exprs(xs)
    return z3.Or([z3.And([x == v for x, v in zip(made, row)]) for row in rows(tuples)])


def differs(variable, value):
    return variable != (z3.BoolVal(value == 1) if z3.is_bool(variable) else value)


def value_of(model, variable):
    value = model.eval(variable, model_completion=True)
    return int(z3.is_true(value)) if z3.is_bool(value) else value.as_long()


def answer(case):
    model = Model(case)
    variables = [model.variables[name] for name, _, _ in case.variables]
    if case.objective is not None:
        return optimum(case, model, variables)
    solver = z3.Solver()
    solver.set("timeout", 30000)
    solver.add(model.facts)
    if case.assume:
        return under_assumptions(solver, model, variables)

    def solutions():
        while (status := solver.check()) == z3.sat:
            here = [value_of(solver.model(), variable) for variable in variables]
            yield here
            solver.add(z3.Or([differs(variable, value)
                              for variable, value in zip(variables, here)]))
        if status != z3.unsat:
            raise Refused(solver.reason_unknown())

    return found(itertools.chain(solutions()), case.limit)


def under_assumptions(solver, model, variables):
    status = solver.check(*model.switches)
    if status == z3.sat:
        return satisfiable(value_of(solver.model(), variable) for variable in variables)
    if status != z3.unsat:
        raise Refused(solver.reason_unknown())
    names = [str(switch) for switch in model.switches]
    # What is no switch is passed on, so that it shows.
    return core_of(names.index(str(own)) if str(own) in names else len(names)
                   for own in solver.unsat_core())


def optimum(case, model, variables):
    expression, is_largest = case.goal()
    goal, solver = model.expr(expression), z3.Optimize()
    solver.set("timeout", 30000)
    solver.add(model.facts)
    handle = (solver.maximize if is_largest else solver.minimize)(goal)
    status = solver.check()
    if status == z3.unsat:
        return unsatisfiable()
    if status != z3.sat:
        raise Refused(solver.reason_unknown())
    return best(handle.value().as_long(),
                [value_of(solver.model(), variable) for variable in variables])


if __name__ == "__main__":
    serve("z3", z3.get_version_string(), OPERATORS, answer, "strict", assumes=True)
