"""Global and logical constraints of CP-SAT."""

from ortools_constraints import AT_ROOT, OPERATORS, under
from protocol import Refused, items, number, numbers, rows, transitions


def logic(name, direct, opposite):
    """Registers a constraint on literals: how it is stated, and how its opposite is."""
    def root(model, literal, *arguments):
        under(direct(model, *arguments), literal)

    def truth(model, *arguments):
        literal = model.new_bool()
        under(direct(model, *arguments), literal)
        under(opposite(model, *arguments), literal.negated())
        return literal

    AT_ROOT[name], OPERATORS[name] = root, truth


def literals(model, xs):
    return [model.truth(x) for x in items(xs)]


def negated(model, xs):
    return [literal.negated() for literal in literals(model, xs)]


logic("and", lambda model, xs: model.cp.add_bool_and(literals(model, xs)),
      lambda model, xs: model.cp.add_bool_or(negated(model, xs)))
logic("or", lambda model, xs: model.cp.add_bool_or(literals(model, xs)),
      lambda model, xs: model.cp.add_bool_and(negated(model, xs)))
logic("xor", lambda model, xs: model.cp.add_bool_xor(literals(model, xs)),
      lambda model, xs: model.cp.add_bool_xor([*literals(model, xs), model.true]))
logic("clause",
      lambda model, xs, ys: model.cp.add_bool_or(literals(model, xs) + negated(model, ys)),
      lambda model, xs, ys: model.cp.add_bool_and(negated(model, xs) + literals(model, ys)))
logic("iff", lambda model, x, y: model.cp.add(model.truth(x) == model.truth(y)),
      lambda model, x, y: model.cp.add(model.truth(x) != model.truth(y)))
logic("bool_lt", lambda model, x, y: model.cp.add(model.truth(x) < model.truth(y)),
      lambda model, x, y: model.cp.add(model.truth(x) >= model.truth(y)))


@OPERATORS("not")
def not_(model, x):
    return model.truth(x).negated()


@OPERATORS("implies")
def implies(model, x, y):
    return OPERATORS["or"](model, ["list", ["not", x], y])


@AT_ROOT("implies")
def implies_at_root(model, literal, x, y):
    """A constraint under the enforcement literal, where the library has it so."""
    if isinstance(y, list) and y[0] in AT_ROOT and literal is None:
        AT_ROOT[y[0]](model, model.truth(x), *y[1:])
    else:
        under(model.cp.add_bool_or(model.truth(x).negated(), model.truth(y)), literal)


@OPERATORS("in")
def in_(model, x, values):
    from ortools.sat.python import cp_model

    term, _, _ = model.term(x)
    inside = cp_model.Domain.from_values(numbers(values))
    literal = model.new_bool()
    for domain, chosen in ((inside, literal), (inside.complement(), literal.negated())):
        under(model.cp.add_linear_expression_in_domain(term, domain), chosen)
    return literal


def terms(model, xs):
    return [model.expr(x) for x in items(xs)]


def at_root(name):
    """Registers a constraint that has no truth value of its own."""
    def register(function):
        def root(model, literal, *arguments):
            under(function(model, *arguments), literal)

        def alone(_model, *_arguments):
            raise Refused(f"'{name}' has no truth value here")

        AT_ROOT[name] = root
        OPERATORS.setdefault(name, alone)
        return function

    return register


@at_root("all_different")
def all_different(model, xs):
    return model.cp.add_all_different(terms(model, xs))


@at_root("table")
def table(model, tuples, xs):
    return model.cp.add_allowed_assignments(terms(model, xs), rows(tuples))


@at_root("regular")
def regular(model, _states, _symbols, next_states, start, ends, xs):
    arcs = list(transitions(rows(next_states)))
    return model.cp.add_automaton(terms(model, xs), number(start), numbers(ends), arcs)


@at_root("inverse")
def inverse(model, first, xs, second, ys):
    if number(first) != 0 or number(second) != 0:
        raise Refused("the library numbers the items of an inverse from 0")
    return model.cp.add_inverse(terms(model, xs), terms(model, ys))


def arcs_of(model, base, xs, loops):
    """A literal for each arc of a circuit; items of another value than a node are excluded."""
    nodes = range(number(base), number(base) + len(items(xs)))
    arcs = []
    for tail, x in zip(nodes, items(xs)):
        if uses_no_variable(x) and x not in nodes:
            raise Refused("a constant is no node")
        for head in nodes:
            if loops or tail != head:
                arcs.append((tail - nodes[0], head - nodes[0], model.truth(["eq", x, head])))
    return arcs


def uses_no_variable(expression):
    return isinstance(expression, int)


@at_root("circuit")
def circuit(model, base, xs):
    if len(items(xs)) == 1:
        raise Refused("solvers take a circuit of one node in two ways")
    return model.cp.add_circuit(arcs_of(model, base, xs, False))


@at_root("subcircuit")
def subcircuit(model, base, xs):
    return model.cp.add_circuit(arcs_of(model, base, xs, True))


def intervals(model, starts, lengths):
    made = []
    for start, length in zip(items(starts), items(lengths)):
        begin, size = model.term(start), model.term(length)
        if size[1] < 0:
            raise Refused("a length may be negative")
        end = model.new_int(begin[1] + size[1], begin[2] + size[2])
        made.append(model.cp.new_interval_var(begin[0], size[0], end, f"i{len(made)}"))
    return made


@at_root("cumulative")
def cumulative(model, starts, lengths, demands, capacity):
    tasks = intervals(model, starts, lengths)
    return model.cp.add_cumulative(tasks, terms(model, demands), model.expr(capacity))


@at_root("disjunctive_strict")
def disjunctive_strict(model, starts, lengths):
    return model.cp.add_no_overlap(intervals(model, starts, lengths))


@at_root("diffn")
def diffn(model, xs, ys, widths, heights):
    across, down = intervals(model, xs, widths), intervals(model, ys, heights)
    return model.cp.add_no_overlap_2d(across, down)
