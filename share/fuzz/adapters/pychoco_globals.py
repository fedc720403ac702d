"""Global constraints of Choco."""

from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

from protocol import Refused, items, number, numbers, rows, transitions
from pychoco_arithmetic import OPERATORS, result, some, terms


def plain(name, method, *more):
    """Registers a constraint on one list."""
    @OPERATORS(name)
    def register(model, xs):
        return getattr(model.choco, method)(some(model, xs), *more)


plain("all_different", "all_different")
plain("all_equal", "all_equal")
plain("increasing", "increasing", 0)
plain("strictly_increasing", "increasing", 1)
plain("decreasing", "decreasing", 0)
plain("strictly_decreasing", "decreasing", 1)


@OPERATORS("all_different_except")
def all_different_except(model, xs, values):
    if numbers(values) != [0]:
        raise Refused("the library excepts 0 alone")
    return model.choco.all_different_except_0(some(model, xs))


@OPERATORS("element")
def element(model, base, xs, index):
    made = some(model, xs)
    low, high = min(x.get_lb() for x in made), max(x.get_ub() for x in made)
    place = model.term(index)
    table = items(xs) if all(isinstance(x, int) for x in items(xs)) else made
    return result(model, low, high,
                  lambda out: model.choco.element(out, table, place, number(base)))


@OPERATORS("count")
def count(model, xs, value):
    made = some(model, xs)
    wanted = value if isinstance(value, int) else model.term(value)
    return result(model, 0, len(made), lambda out: model.choco.count(wanted, made, out))


@OPERATORS("among")
def among(model, xs, values):
    made = some(model, xs)
    return result(model, 0, len(made), lambda out: model.choco.among(out, made, numbers(values)))


@OPERATORS("nvalue")
def nvalue(model, xs):
    made = some(model, xs)
    return result(model, 0, len(made), lambda out: model.choco.n_values(made, out))


def cardinality(name, is_closed):
    @OPERATORS(name)
    def register(model, xs, cover, counts):
        return model.choco.global_cardinality(some(model, xs), numbers(cover),
                                              terms(model, counts), is_closed)


cardinality("global_cardinality", False)
cardinality("global_cardinality_closed", True)


@OPERATORS("bin_packing_load")
def bin_packing_load(model, base, loads, bins, weights):
    return model.choco.bin_packing(some(model, bins), numbers(weights), some(model, loads),
                                   number(base))


@OPERATORS("knapsack")
def knapsack(model, weights, profits, amounts, weight, profit):
    return model.choco.knapsack(some(model, amounts), model.term(weight), model.term(profit),
                                numbers(weights), numbers(profits))


@OPERATORS("circuit")
def circuit(model, base, xs):
    return model.choco.circuit(some(model, xs), number(base))


@OPERATORS("subcircuit")
def subcircuit(model, base, xs):
    # Its negation is not the negation of the case: the length is a variable of ours.
    if not model.is_at_root(["subcircuit", base, xs]):
        raise Refused("the library has no truth value without the length")
    made = some(model, xs)
    return model.choco.sub_circuit(made, number(base), model.new_int(0, len(made)))


@OPERATORS("inverse")
def inverse(model, first, xs, second, ys):
    # Choco takes an offset for the values of each list.
    return model.choco.inverse_channeling(some(model, xs), some(model, ys), number(second),
                                          number(first))


def lexicographic(name, method):
    @OPERATORS(name)
    def register(model, xs, ys):
        if len(items(xs)) != len(items(ys)):
            raise Refused("the lists differ in length")
        return getattr(model.choco, method)(some(model, xs), some(model, ys))


lexicographic("lex_less", "lex_less")
lexicographic("lex_lesseq", "lex_less_eq")


@OPERATORS("value_precede_chain")
def value_precede_chain(model, chain, xs):
    return model.choco.int_value_precede_chain(some(model, xs), numbers(chain))


@OPERATORS("cumulative")
def cumulative(model, starts, lengths, demands, capacity):
    tasks = []
    for start_term, length_term in zip(items(starts), items(lengths)):
        start, length = model.term(start_term), model.term(length_term)
        end = model.term(["add", start_term, length_term])
        tasks.append(model.choco.task(start, length, end))
    return model.choco.cumulative(tasks, terms(model, demands), model.term(capacity))


@OPERATORS("diffn")
def diffn(model, xs, ys, widths, heights):
    return model.choco.diff_n(some(model, xs), terms(model, ys), terms(model, widths),
                              terms(model, heights))


@OPERATORS("table")
def table(model, tuples, xs):
    return model.choco.table(some(model, xs), rows(tuples))


@OPERATORS("regular")
def regular(model, states, _symbols, next_states, start, ends, xs):
    automaton = FiniteAutomaton()
    for _ in range(number(states)):
        automaton.add_state()
    for state, symbol, to in transitions(rows(next_states)):
        automaton.add_transition(state - 1, to - 1, symbol)
    automaton.set_initial_state(number(start) - 1)
    if numbers(ends):
        automaton.set_final(*(end - 1 for end in numbers(ends)))
    return model.choco.regular(some(model, xs), automaton)

