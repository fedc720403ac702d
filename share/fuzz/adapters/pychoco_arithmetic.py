"""Arithmetic, comparisons and logic of Choco: functions of a model and arguments."""

from protocol import Operators, Refused, items, number, numbers, uses

OPERATORS = Operators()


def corners(model, x, y, combine):
    """The range of a monotone operation on two variables."""
    values = [combine(a, b) for a in model.bounds(x) for b in model.bounds(y)]
    return min(values), max(values)


def result(model, low, high, state):
    """A new variable in a range, with a constraint on it."""
    made = model.new_int(low, high)
    state(made).post()
    return made


@OPERATORS("neg")
def neg(model, x):
    return model.choco.int_minus_view(model.term(x))


@OPERATORS("abs")
def abs_(model, x):
    term = model.term(x)
    most = max(map(abs, model.bounds(term)))
    return result(model, 0, most, lambda made: model.choco.absolute(made, term))


@OPERATORS("sqr")
def sqr(model, x):
    term = model.term(x)
    most = max(map(abs, model.bounds(term)))
    return result(model, 0, most**2, lambda made: model.choco.square(made, term))


def arithmetic(name, sign, combine):
    @OPERATORS(name)
    def register(model, x, y):
        left, right = model.term(x), model.term(y)
        low, high = corners(model, left, right, combine)
        return result(model, low, high,
                      lambda made: model.choco.arithm(left, sign, right, "=", made))


arithmetic("add", "+", lambda a, b: a + b)
arithmetic("sub", "-", lambda a, b: a - b)


@OPERATORS("mul")
def mul(model, x, y):
    left, right = model.term(x), model.term(y)
    low, high = corners(model, left, right, lambda a, b: a * b)
    return result(model, low, high, lambda made: model.choco.times(left, right, made))


@OPERATORS("div")
def div(model, x, y):
    left, right = model.term(x), model.term(y)
    most = max(map(abs, model.bounds(left)))
    return result(model, -most, most, lambda made: model.choco.div(left, right, made))


@OPERATORS("mod")
def mod(model, x, y):
    left, right = model.term(x), y if isinstance(y, int) else model.term(y)
    most = max(map(abs, model.bounds(left)))
    return result(model, -most, most, lambda made: model.choco.mod(left, right, made))


@OPERATORS("pow")
def power(model, x, y):
    left, exponent = model.term(x), number(y)
    if exponent < 0:
        raise Refused("the library takes exponents from 0")
    most = max(map(abs, model.bounds(left)), default=0) ** exponent
    return result(model, -most, max(most, 1), lambda made: model.choco.pow(left, exponent, made))


@OPERATORS("dist")
def dist(model, x, y):
    left, right = model.term(x), model.term(y)
    most = max(map(abs, corners(model, left, right, lambda a, b: a - b)))
    return result(model, 0, most, lambda made: model.choco.distance(left, right, "=", made))


def terms(model, xs):
    return [model.term(x) for x in items(xs)]


def some(model, xs):
    """The terms of a list that must not be empty."""
    made = terms(model, xs)
    if not made:
        raise Refused("a list is empty")
    return made


def extremum(name, pick):
    @OPERATORS(name)
    def register(model, xs):
        made = some(model, xs)
        low, high = min(x.get_lb() for x in made), max(x.get_ub() for x in made)
        return result(model, low, high, lambda out: getattr(model.choco, pick)(out, made))


extremum("maximum", "max")
extremum("minimum", "min")


@OPERATORS("sum")
def sum_(model, xs):
    made = some(model, xs)
    low, high = sum(x.get_lb() for x in made), sum(x.get_ub() for x in made)
    return result(model, low, high, lambda out: model.choco.sum(made, "=", out))


@OPERATORS("bool2int")
def bool2int(model, x):
    return model.truth(x)


@OPERATORS("if")
def if_(model, condition, x, y):
    if uses(["list", x, y], ("div", "mod", "element")):
        raise Refused("a branch of a condition may be undefined")
    yes, no, chosen = model.term(x), model.term(y), model.truth(condition)
    low = min(yes.get_lb(), no.get_lb())
    made = model.new_int(low, max(yes.get_ub(), no.get_ub()))
    model.choco.if_then_else(chosen, model.choco.arithm(made, "=", yes),
                             model.choco.arithm(made, "=", no))
    return made


def comparison(name, sign):
    @OPERATORS(name)
    def register(model, x, y):
        return model.choco.arithm(model.term(x), sign, y if isinstance(y, int) else model.term(y))


for word, symbol in (("eq", "="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"),
                     ("ge", ">=")):
    comparison(word, symbol)


def linear(name, sign, is_bool):
    @OPERATORS(name)
    def register(model, coefficients, xs, total):
        made = [model.truth(x) if is_bool else model.term(x) for x in items(xs)]
        if not made:
            raise Refused("a list is empty")
        right = total if isinstance(total, int) else model.term(total)
        return model.choco.scalar(made, numbers(coefficients), sign, right)


for word, symbol, bools in (("lin_eq", "=", False), ("lin_ne", "!=", False),
                            ("lin_le", "<=", False), ("bool_lin_eq", "=", True),
                            ("bool_lin_le", "<=", True)):
    linear(word, symbol, bools)


@OPERATORS("in")
def in_(model, x, values):
    return model.choco.member(model.term(x), numbers(values))


@OPERATORS("not")
def not_(model, x):
    return model.choco.not_(model.constraint(x))


def truths(model, xs):
    made = [model.truth(x) for x in items(xs)]
    if not made:
        raise Refused("a list is empty")
    return made


@OPERATORS("and")
def and_(model, xs):
    return model.choco.and_(truths(model, xs))


@OPERATORS("or")
def or_(model, xs):
    return model.choco.or_(truths(model, xs))


@OPERATORS("iff")
def iff(model, x, y):
    return model.choco.arithm(model.truth(x), "=", model.truth(y))


@OPERATORS("implies")
def implies(model, x, y):
    return model.choco.arithm(model.truth(x), "<=", model.truth(y))


@OPERATORS("bool_lt")
def bool_lt(model, x, y):
    return model.choco.arithm(model.truth(x), "<", model.truth(y))
