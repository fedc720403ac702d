"""Constraints of CP-SAT: each under enforcement literals, or at the root."""

from protocol import (Operators, Refused, is_number, items, number, numbers, rows, transitions,
                      uses)

OPERATORS = Operators()
# Constraints without a truth value: functions of a model, an enforcement literal or None, and
# arguments. In other places than the root they appear under `implies`.
AT_ROOT = Operators()


def under(constraint, literal):
    """Enforces a constraint only if a literal holds."""
    if literal is not None:
        constraint.only_enforce_if(literal)


def term_of(corners, make):
    """A term with the bounds of its corners."""
    return make, min(corners), max(corners)


def linear(model, coefficients, terms):
    """A weighted sum with its bounds."""
    low = sum(c * (l if c >= 0 else h) for c, (_, l, h) in zip(coefficients, terms))
    high = sum(c * (h if c >= 0 else l) for c, (_, l, h) in zip(coefficients, terms))
    return sum(c * term for c, (term, _, _) in zip(coefficients, terms)), low, high


@OPERATORS("neg")
def neg(model, x):
    return linear(model, [-1], [model.term(x)])


@OPERATORS("add")
def add(model, x, y):
    return linear(model, [1, 1], [model.term(x), model.term(y)])


@OPERATORS("sub")
def sub(model, x, y):
    return linear(model, [1, -1], [model.term(x), model.term(y)])


@OPERATORS("sum")
def sum_(model, xs):
    terms = [model.term(x) for x in items(xs)]
    return linear(model, [1] * len(terms), terms)


@OPERATORS("bool2int")
def bool2int(model, x):
    return model.truth(x) + 0, 0, 1


@OPERATORS("abs")
def abs_(model, x):
    term, low, high = model.term(x)
    result = model.new_int(0, max(abs(low), abs(high)))
    model.cp.add_abs_equality(result, term)
    return result, 0, max(abs(low), abs(high))


@OPERATORS("dist")
def dist(model, x, y):
    return abs_(model, ["sub", x, y])


def product(model, terms):
    bounds = (1, 1)
    for _, low, high in terms:
        corners = [a * b for a in bounds for b in (low, high)]
        bounds = min(corners), max(corners)
    result = model.new_int(*bounds)
    model.cp.add_multiplication_equality(result, [term for term, _, _ in terms])
    return result, *bounds


@OPERATORS("mul")
def mul(model, x, y):
    return product(model, [model.term(x), model.term(y)])


@OPERATORS("sqr")
def sqr(model, x):
    return mul(model, x, x)


@OPERATORS("product")
def product_(model, xs):
    return product(model, [model.term(x) for x in items(xs)])


@OPERATORS("div")
def div(model, x, y):
    term, low, high = model.term(x)
    most = max(abs(low), abs(high))
    result = model.new_int(-most, most)
    model.cp.add_division_equality(result, term, model.expr(y))
    return result, -most, most


@OPERATORS("mod")
def mod(model, x, y):
    term, low, high = model.term(x)
    most = max(abs(low), abs(high))
    result = model.new_int(-most, most)
    model.cp.add_modulo_equality(result, term, model.expr(y))
    return result, -most, most


def extremum(model, xs, name):
    terms = [model.term(x) for x in items(xs)]
    if not terms:
        raise Refused("an extremum of nothing")
    low, high = min(term[1] for term in terms), max(term[2] for term in terms)
    result = model.new_int(low, high)
    getattr(model.cp, name)(result, [term for term, _, _ in terms])
    return result, low, high


@OPERATORS("maximum")
def maximum(model, xs):
    return extremum(model, xs, "add_max_equality")


@OPERATORS("minimum")
def minimum(model, xs):
    return extremum(model, xs, "add_min_equality")


@OPERATORS("if")
def if_(model, condition, x, y):
    if uses(["list", x, y], ("div", "mod", "element", "minimum", "maximum")):
        raise Refused("a branch of a condition may be undefined")
    literal = model.truth(condition)
    (yes, *one), (no, *other) = model.term(x), model.term(y)
    result = model.new_int(min(one + other), max(one + other))
    model.cp.add(result == yes).only_enforce_if(literal)
    model.cp.add(result == no).only_enforce_if(literal.negated())
    return result, min(one + other), max(one + other)


@OPERATORS("element")
def element(model, base, xs, index):
    terms = [model.term(x) for x in items(xs)]
    if not terms:
        raise Refused("an element of nothing")
    low, high = min(term[1] for term in terms), max(term[2] for term in terms)
    result = model.new_int(low, high)
    place = model.expr(["sub", index, number(base)])
    model.cp.add_element(place, [term for term, _, _ in terms], result)
    return result, low, high


def comparison(name, compare, opposite):
    """Registers a comparison, at the root and with a truth value."""
    def root(model, literal, x, y):
        under(model.cp.add(compare(model.expr(x), model.expr(y))), literal)

    def truth(model, x, y):
        left, right, literal = model.expr(x), model.expr(y), model.new_bool()
        for holds, chosen in ((compare(left, right), literal),
                              (opposite(left, right), literal.negated())):
            # Constants compare to a plain truth value.
            model.cp.add(holds).only_enforce_if(chosen)
        return literal

    AT_ROOT[name] = root
    OPERATORS[name] = truth


comparison("eq", lambda x, y: x == y, lambda x, y: x != y)
comparison("ne", lambda x, y: x != y, lambda x, y: x == y)
comparison("lt", lambda x, y: x < y, lambda x, y: x >= y)
comparison("le", lambda x, y: x <= y, lambda x, y: x > y)
comparison("gt", lambda x, y: x > y, lambda x, y: x <= y)
comparison("ge", lambda x, y: x >= y, lambda x, y: x < y)


def linear_constraint(name, word, is_bool):
    def arguments(coefficients, xs, total):
        wrapped = [["bool2int", x] for x in items(xs)] if is_bool else items(xs)
        return coefficients, wrapped, total

    def compared(model, coefficients, terms, total):
        left = linear(model, numbers(coefficients), [model.term(x) for x in terms])[0]
        return left, model.expr(total)

    def root(model, literal, *given):
        left, right = compared(model, *arguments(*given))
        holds = {"eq": left == right, "ne": left != right, "le": left <= right}[word]
        under(model.cp.add(holds), literal)

    def truth(model, *given):
        left, right = compared(model, *arguments(*given))
        literal = model.new_bool()
        holds = {"eq": left == right, "ne": left != right, "le": left <= right}[word]
        fails = {"eq": left != right, "ne": left == right, "le": left > right}[word]
        model.cp.add(holds).only_enforce_if(literal)
        model.cp.add(fails).only_enforce_if(literal.negated())
        return literal

    AT_ROOT[name], OPERATORS[name] = root, truth


for given_name, given_word, given_sort in (
        ("lin_eq", "eq", False), ("lin_ne", "ne", False), ("lin_le", "le", False),
        ("bool_lin_eq", "eq", True), ("bool_lin_le", "le", True)):
    linear_constraint(given_name, given_word, given_sort)
