"""Adapter for clingo: a case becomes an answer set program.

Each variable has one atom `v(N,VALUE)`. Arithmetic is left to clingo: a comparison is a rule
whose body binds the variables. A rule with an undefined term has no instance, so the comparison is
false (relational semantics).
"""

import clingo

from protocol import (Operators, Refused, best, core_of, found, is_number, items, number, numbers,
                      rows, satisfiable, serve, unsatisfiable, uses)

OPERATORS = Operators()
LARGEST = 2**31 - 1
PARTIAL = ("div", "mod", "pow", "element", "minimum", "maximum")


def check(value):
    """A constant that clingo reads as it stands; it drops the bits beyond 32."""
    if abs(value) > LARGEST:
        raise Refused("a constant exceeds 32 bits")
    return value



class Model:
    """A program under construction."""

    def __init__(self, case):
        self.rules, self.names = [], {}
        self.is_bool, self.fresh = {}, 0
        for place, (name, values, is_bool) in enumerate(case.variables):
            self.names[name], self.is_bool[name] = place, is_bool
            for value in values:
                check(value)
            choices = ";".join(f"v({place},{value})" for value in values)
            self.rules.append(f"1 {{ {choices} }} 1.")
        for at, constraint in enumerate(case.constraints):
            atom = self.truth(constraint)
            if case.assume:
                self.rules += [f"{{ a({at}) }}.", f":- a({at}), not {atom}."]
            else:
                self.rules.append(f":- not {atom}.")

    def name(self, letter):
        self.fresh += 1
        return f"{letter}{self.fresh}"

    def truth(self, expression):
        """An atom that is derived exactly if a truth value holds."""
        if isinstance(expression, bool):
            return self.rule(["#true"] if expression else ["#false"])
        if isinstance(expression, str):
            return f"v({self.names[expression]},1)"
        return OPERATORS.apply(self, expression)

    def rule(self, *bodies):
        """A new atom with rules that derive it."""
        atom = self.name("t")
        self.rules += [f"{atom} :- {', '.join(body)}." for body in bodies]
        self.rules.append(f"#defined {atom}/0.")
        return atom

    def term(self, expression):
        """A term, and the atoms that bind its variables."""
        if is_number(expression):
            return f"({check(expression)})", []
        if isinstance(expression, str):
            place = self.names[expression]
            return f"X{place}", [f"v({place},X{place})"]
        return OPERATORS.apply(self, expression)

    def value(self, *bodies):
        """A term for a new integer that the bodies define for the variable `R`."""
        predicate = self.name("i")
        self.rules += [f"{predicate}(R) :- {', '.join(body)}." for body in bodies]
        self.rules.append(f"#defined {predicate}/1.")
        bound = predicate.upper()
        return bound, [f"{predicate}({bound})"]

    def elements(self, xs):
        """The elements of an aggregate over a list: values and their places."""
        made = []
        if uses(xs, PARTIAL):
            raise Refused("an aggregate drops an undefined element")
        for place, x in enumerate(items(xs)):
            term, body = self.term(x)
            made.append((term, place, body))
        return made


def unary(name, form):
    @OPERATORS(name)
    def register(model, x):
        term, body = model.term(x)
        return form.format(term), body


def binary(name, form):
    @OPERATORS(name)
    def register(model, x, y):
        (left, one), (right, other) = model.term(x), model.term(y)
        return form.format(left, right), one + other


unary("neg", "(-{0})")
unary("abs", "|{0}|")
unary("sqr", "({0}*{0})")
for word, sign in (("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/"), ("mod", "\\"),
                   ("pow", "**")):
    binary(word, "({0}" + sign + "{1})")
binary("dist", "|{0}-{1}|")


def comparison(name, sign):
    @OPERATORS(name)
    def register(model, x, y):
        (left, one), (right, other) = model.term(x), model.term(y)
        return model.rule([*one, *other, f"{left} {sign} {right}"])


for word, sign in (("eq", "="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
    comparison(word, sign)


def aggregate(name, function):
    @OPERATORS(name)
    def register(model, xs):
        if not items(xs) and function != "#sum":
            raise Refused("an extremum of nothing is a symbol")
        inner = ";".join(f"{term},{place} : {', '.join(body) or '#true'}"
                         for term, place, body in model.elements(xs))
        return model.value([f"R = {function} {{ {inner} }}"])


aggregate("sum", "#sum")
aggregate("minimum", "#min")
aggregate("maximum", "#max")


@OPERATORS("nvalue")
def nvalue(model, xs):
    inner = ";".join(f"{term} : {', '.join(body) or '#true'}"
                     for term, _, body in model.elements(xs))
    return model.value([f"R = #count {{ {inner} }}"])


@OPERATORS("count")
def count(model, xs, value):
    if uses(["list", value], PARTIAL):
        raise Refused("an aggregate drops an undefined value")
    wanted, binding = model.term(value)
    inner = ";".join(f"{place} : {', '.join([*body, f'{term} = {wanted}'])}"
                     for term, place, body in model.elements(xs))
    return model.value([*binding, f"R = #count {{ {inner} }}"])


@OPERATORS("bool2int")
def bool2int(model, x):
    atom = model.truth(x)
    return model.value([atom, "R = 1"], [f"not {atom}", "R = 0"])


@OPERATORS("if")
def if_(model, condition, x, y):
    atom, (yes, one), (no, other) = model.truth(condition), model.term(x), model.term(y)
    return model.value([atom, *one, f"R = {yes}"], [f"not {atom}", *other, f"R = {no}"])


@OPERATORS("element")
def element(model, base, xs, index):
    place, binding = model.term(index)
    bodies = [[*binding, f"{place} = {at}", *body, f"R = {term}"]
              for at, (term, _, body) in enumerate(model.elements(xs), number(base))]
    return model.value(*bodies)


@OPERATORS("not")
def not_(model, x):
    return model.rule([f"not {model.truth(x)}"])


@OPERATORS("and")
def and_(model, xs):
    return model.rule([model.truth(x) for x in items(xs)] or ["#true"])


@OPERATORS("or")
def or_(model, xs):
    return model.rule(*([model.truth(x)] for x in items(xs)))


@OPERATORS("xor")
def xor(model, xs):
    inner = ";".join(f"{place} : {model.truth(x)}" for place, x in enumerate(items(xs)))
    return model.rule([f"N = #count {{ {inner} }}", "N \\ 2 = 1"])


@OPERATORS("clause")
def clause(model, xs, ys):
    return model.rule(*([model.truth(x)] for x in items(xs)),
                      *([f"not {model.truth(y)}"] for y in items(ys)))


@OPERATORS("iff")
def iff(model, x, y):
    one, other = model.truth(x), model.truth(y)
    return model.rule([one, other], [f"not {one}", f"not {other}"])


@OPERATORS("implies")
def implies(model, x, y):
    return model.rule([f"not {model.truth(x)}"], [model.truth(y)])


@OPERATORS("bool_lt")
def bool_lt(model, x, y):
    return model.rule([f"not {model.truth(x)}", model.truth(y)])


@OPERATORS("in")
def in_(model, x, values):
    term, body = model.term(x)
    return model.rule(*([*body, f"{term} = {value}"] for value in numbers(values)))


def linear(name, sign, is_bool):
    @OPERATORS(name)
    def register(model, coefficients, xs, total):
        inner = []
        if uses(xs, ("div", "mod", "pow", "element", "minimum", "maximum")):
            raise Refused("an aggregate drops an undefined element")
        for place, (c, x) in enumerate(zip(numbers(coefficients), items(xs))):
            term, body = ("1", [model.truth(x)]) if is_bool else model.term(x)
            inner.append(f"({check(c)})*{term},{place} : {', '.join(body) or '#true'}")
        right, binding = model.term(total)
        return model.rule([*binding, f"#sum {{ {';'.join(inner)} }} {sign} {right}"])


for word, sign, bools in (("lin_eq", "=", False), ("lin_ne", "!=", False), ("lin_le", "<=", False),
                          ("bool_lin_eq", "=", True), ("bool_lin_le", "<=", True)):
    linear(word, sign, bools)


@OPERATORS("all_different")
def all_different(model, xs):
    return OPERATORS["eq"](model, ["nvalue", xs], len(items(xs)))


@OPERATORS("table")
def table(model, tuples, xs):
    made = model.elements(xs)
    bodies = []
    for row in rows(tuples):
        bodies.append([part for (term, _, body), value in zip(made, row)
                       for part in [*body, f"{term} = {value}"]] or ["#true"])
    return model.rule(*bodies)


def solution_of(case, model):
    values = {symbol.arguments[0].number: symbol.arguments[1].number
              for symbol in model.symbols(shown=True)}
    return tuple(values[place] for place in range(len(case.variables)))


def under_assumptions(case, control):
    switches = [clingo.Function("a", [clingo.Number(at)]) for at in range(len(case.constraints))]
    atoms = [control.symbolic_atoms[switch] for switch in switches]
    if None in atoms:
        raise Refused("an assumption is decided before the search")
    literals = [atom.literal for atom in atoms]
    found_one, cores = [], []
    result = control.solve(assumptions=[(switch, True) for switch in switches],
                           on_model=lambda model: found_one.append(solution_of(case, model)),
                           on_core=lambda core: cores.append(list(core)))
    if result.satisfiable:
        return satisfiable(found_one[-1])
    if not cores:
        return unsatisfiable()
    # What is no switch is passed on, so that it shows.
    return core_of(literals.index(own) if own in literals else len(literals) for own in cores[-1])


def answer(case):
    model = Model(case)
    if case.objective is not None:
        expression, is_largest = case.goal()
        term, body = model.term(expression)
        way = "#maximize" if is_largest else "#minimize"
        model.rules.append(f"{way} {{ {term} : {', '.join(body) or '#true'} }}.")
    models = "1" if case.assume else "0"
    control = clingo.Control(["--warn=none", models], logger=lambda code, text: None)
    control.add("base", [], "\n".join([*model.rules, "#show v/2."]))
    control.ground([("base", [])])
    if case.assume:
        return under_assumptions(case, control)
    solutions, costs = {}, []
    with control.solve(yield_=True) as handle:
        for one in handle:
            solutions[solution_of(case, one)] = True
            costs = one.cost
            if case.objective is None and len(solutions) > case.limit:
                break
    if case.objective is None or not solutions:
        return found(iter(solutions), case.limit)
    return best(-costs[0] if is_largest else costs[0], list(solutions)[-1])


if __name__ == "__main__":
    serve("clingo", clingo.__version__, OPERATORS, answer, "relational", refusals=(RuntimeError,),
          assumes=True)
