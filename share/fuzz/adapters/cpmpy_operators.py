"""Operators of CPMpy: functions of a model and arguments."""

import functools
import operator

import cpmpy as cp

from protocol import Operators, Refused, is_number, items, number, numbers, rows, transitions, uses

OPERATORS = Operators()


simple, on_list = OPERATORS.simple, OPERATORS.on_list


def of_expressions(function):
    """A function of expressions: the library overloads no operator of two plain integers."""
    def apply(*arguments):
        if all(isinstance(argument, int) for argument in arguments):
            raise Refused("a term is constant")
        return function(*arguments)

    return apply


simple("neg", lambda x: -x)
simple("abs", of_expressions(cp.Abs))
simple("sqr", lambda x: x * x)
simple("add", operator.add)
simple("sub", operator.sub)
simple("mul", operator.mul)
simple("dist", of_expressions(lambda x, y: cp.Abs(x - y)))
simple("div", of_expressions(operator.floordiv))
simple("mod", of_expressions(operator.mod))
on_list("minimum", cp.Minimum)
on_list("maximum", cp.Maximum)
on_list("sum", cp.sum)
on_list("product", lambda xs: functools.reduce(operator.mul, xs, 1))
simple("bool2int", lambda x: x + 0)
OPERATORS.comparisons()
simple("not", lambda x: cp.BoolVal(not x) if isinstance(x, bool) else ~x)
on_list("and", cp.all)
on_list("or", cp.any)
simple("iff", lambda x, y: x == y)
simple("implies", lambda x, y: cp.BoolVal(x).implies(y) if isinstance(x, bool) else x.implies(y))
simple("bool_lt", lambda x, y: x < y)


@OPERATORS("pow")
def power(model, x, y):
    if number(y) < 0:
        raise Refused("the library takes exponents from 0")
    return of_expressions(lambda term: term ** number(y))(model.expr(x))


@OPERATORS("if")
def if_(model, condition, x, y):
    if uses(["list", x, y], ("div", "mod", "pow", "element", "minimum", "maximum")):
        raise Refused("a branch of a condition may be undefined")
    chosen = model.expr(condition)
    if isinstance(chosen, bool):
        return model.expr(x if chosen else y)
    return chosen * model.expr(x) + (~chosen) * model.expr(y)


@OPERATORS("xor")
def xor(model, xs):
    if not items(xs):
        raise Refused("the library has no exclusive or of nothing")
    return cp.Xor(model.exprs(xs))


@OPERATORS("clause")
def clause(model, xs, ys):
    return cp.any(model.exprs(xs) + [model.expr(["not", y]) for y in items(ys)])


@OPERATORS("in")
def in_(model, x, values):
    return of_expressions(lambda term: cp.InDomain(term, numbers(values)))(model.expr(x))


for word in ("lin_eq", "bool_lin_eq"):
    OPERATORS.linear(word, operator.eq, cp.sum)
for word in ("lin_le", "bool_lin_le"):
    OPERATORS.linear(word, operator.le, cp.sum)
OPERATORS.linear("lin_ne", operator.ne, cp.sum)

on_list("all_different", cp.AllDifferent)
on_list("all_equal", cp.AllEqual)
on_list("increasing", cp.Increasing)
on_list("strictly_increasing", cp.IncreasingStrict)
on_list("decreasing", cp.Decreasing)
on_list("strictly_decreasing", cp.DecreasingStrict)
on_list("nvalue", cp.NValue)


@OPERATORS("all_different_except")
def all_different_except(model, xs, values):
    return cp.AllDifferentExceptN(model.exprs(xs), numbers(values))


@OPERATORS("element", "element_bool")
def element(model, base, xs, index):
    if is_number(index):
        raise Refused("a constant index is one of Python")
    return cp.Element(model.exprs(xs), model.expr(["sub", index, number(base)]))


@OPERATORS("count")
def count(model, xs, value):
    return cp.Count(model.exprs(xs), model.expr(value))


@OPERATORS("among")
def among(model, xs, values):
    return cp.Among(model.exprs(xs), numbers(values))


@OPERATORS("nvalue_except")
def nvalue_except(model, xs, values):
    if len(numbers(values)) != 1:
        raise Refused("the library excepts one value")
    return cp.NValueExcept(model.exprs(xs), numbers(values)[0])


@OPERATORS("element_matrix")
def element_matrix(model, base, grid, row, column):
    first = number(base)
    lines = [model.exprs(line) for line in items(grid)]
    if not lines or not lines[0]:
        raise Refused("an empty matrix")
    if is_number(row) or is_number(column):
        raise Refused("a constant index is one of Python")
    return cp.cpm_array(lines)[model.expr(["sub", row, first]), model.expr(["sub", column, first])]


@OPERATORS("lex_chain_less")
def lex_chain_less(model, grid):
    return cp.LexChainLess([model.exprs(line) for line in items(grid)])


@OPERATORS("lex_chain_lesseq")
def lex_chain_lesseq(model, grid):
    return cp.LexChainLessEq([model.exprs(line) for line in items(grid)])


@OPERATORS("table_short")
def table_short(model, star, tuples, xs):
    if not rows(tuples):
        raise Refused("a table without rows")
    lines = [["*" if value == star else value for value in row] for row in rows(tuples)]
    return cp.ShortTable(model.exprs(xs), lines)


@OPERATORS("scalar_product")
def scalar_product(model, xs, ys):
    return cp.sum([x * y for x, y in zip(model.exprs(xs), model.exprs(ys))])


def cardinality(name, closed):
    @OPERATORS(name)
    def register(model, xs, cover, counts):
        return cp.GlobalCardinalityCount(model.exprs(xs), numbers(cover), model.exprs(counts),
                                         closed=closed)


cardinality("global_cardinality", False)
cardinality("global_cardinality_closed", True)


@OPERATORS("circuit")
def circuit(model, base, xs):
    if len(items(xs)) == 1:
        raise Refused("solvers take a circuit of one node in two ways")
    if number(base) != 0:
        raise Refused("the library numbers nodes from 0")
    return cp.Circuit(model.exprs(xs))


@OPERATORS("inverse")
def inverse(model, first, xs, second, ys):
    if number(first) != 0 or number(second) != 0:
        raise Refused("the library numbers items from 0")
    return cp.Inverse(model.exprs(xs), model.exprs(ys))


@OPERATORS("cumulative")
def cumulative(model, starts, lengths, demands, capacity):
    return cp.Cumulative(model.exprs(starts), model.exprs(lengths), None, model.exprs(demands),
                         model.expr(capacity))


@OPERATORS("disjunctive")
def disjunctive(model, starts, lengths):
    return cp.NoOverlap(model.exprs(starts), model.exprs(lengths))


@OPERATORS("lex_less")
def lex_less(model, xs, ys):
    return cp.LexLess(model.exprs(xs), model.exprs(ys))


@OPERATORS("lex_lesseq")
def lex_lesseq(model, xs, ys):
    return cp.LexLessEq(model.exprs(xs), model.exprs(ys))


@OPERATORS("value_precede_chain")
def value_precede_chain(model, chain, xs):
    return cp.Precedence(model.exprs(xs), numbers(chain))


@OPERATORS("table")
def table(model, tuples, xs):
    return cp.Table(model.exprs(xs), rows(tuples))


@OPERATORS("regular")
def regular(model, _states, _symbols, next_states, start, ends, xs):
    return cp.Regular(model.exprs(xs), list(transitions(rows(next_states))), number(start),
                      numbers(ends))
