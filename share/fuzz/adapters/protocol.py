"""Shared part of the adapters: cases come in as lines of JSON, answers go out as lines of JSON.

The head of the crate `parallax-fuzz` defines both. An adapter names its operators by
`@operators("add")`, builds a model from each case, and calls `serve`.
"""

import itertools
import json
import operator
import os
import sys


class Refused(Exception):
    """The library does not take the case, and says why."""


class Case:
    """A question: variables as (name, values, whether it is Boolean), constraints as lists."""

    def __init__(self, question):
        self.id = question.get("id")
        self.variables = []
        for variable in question["variables"]:
            is_bool = bool(variable.get("bool"))
            values = variable.get("values") or ([0, 1] if is_bool else [])
            self.variables.append((variable["name"], values, is_bool))
        self.constraints = question["constraints"]
        self.objective = question.get("objective")
        self.limit = question.get("limit") or 1000
        # Whether each constraint is an assumption, and a core is asked for.
        self.assume = bool(question.get("assume"))

    def goal(self):
        """The expression of the objective and whether to maximise it."""
        if "maximize" in self.objective:
            return self.objective["maximize"], True
        return self.objective["minimize"], False


class Operators(dict):
    """The operators that an adapter spells, by name: functions of a model and arguments."""

    def __call__(self, *names):
        def register(function):
            for name in names:
                self[name] = function
            return function

        return register

    def simple(self, name, function):
        """Registers a function of expressions."""
        self[name] = lambda model, *arguments: function(*(model.expr(a) for a in arguments))

    def on_list(self, name, function):
        """Registers a function of one list of expressions."""
        self[name] = lambda model, xs: function(model.exprs(xs))

    def comparisons(self):
        """Registers the comparisons of the language itself, which libraries overload."""
        for word in ("eq", "ne", "lt", "le", "gt", "ge"):
            self.simple(word, getattr(operator, word))

    def linear(self, name, compare, total):
        """Registers a comparison of a weighted sum; `total` adds terms, perhaps none."""
        def register(model, coefficients, xs, bound):
            terms = [c * x for c, x in zip(numbers(coefficients), model.exprs(xs))]
            return compare(total(terms), model.expr(bound))

        self[name] = register

    def apply(self, model, expression):
        """Applies the operator of an expression to its arguments."""
        head = expression[0]
        if head not in self:
            raise Refused(f"the adapter does not spell '{head}'")
        return self[head](model, *expression[1:])


def items(expression):
    """The items of a list."""
    if not isinstance(expression, list) or not expression or expression[0] != "list":
        raise Refused("an argument is no list")
    return expression[1:]


def is_number(expression):
    return isinstance(expression, int) and not isinstance(expression, bool)


def number(expression):
    """A constant integer."""
    if not is_number(expression):
        raise Refused("an argument is not constant")
    return expression


def numbers(expression):
    """The items of a list of constant integers."""
    return [number(item) for item in items(expression)]


def rows(expression):
    """The rows of a list of lists of constant integers."""
    return [numbers(row) for row in items(expression)]


def parts(expression):
    """An expression and all its parts."""
    yield expression
    if isinstance(expression, list):
        for part in expression[1:]:
            yield from parts(part)


def uses(expression, names):
    """Whether an expression contains one of the operators."""
    return any(isinstance(part, list) and part[0] in names for part in parts(expression))


def transitions(next_states):
    """The transitions of an automaton, from its table of next states (0: none)."""
    for state, row in enumerate(next_states, 1):
        for symbol, to in enumerate(row, 1):
            if to > 0:
                yield state, symbol, to


def found(solutions, limit):
    """The answer with the solutions of an iterator, which is read up to the limit."""
    several = [list(solution) for solution in itertools.islice(solutions, limit + 1)]
    if not several:
        return {"status": "unsat", "solutions": [], "complete": True}
    return {"status": "sat", "solutions": several[:limit], "complete": len(several) <= limit}


def best(objective, solution):
    """The answer with an optimum."""
    return {"status": "optimal", "solutions": [list(solution)], "objective": objective}


def unsatisfiable():
    return {"status": "unsat", "solutions": [], "complete": True}


def satisfiable(solution):
    """The answer with one solution, perhaps of several."""
    return {"status": "sat", "solutions": [list(solution)], "complete": False}


def core_of(places):
    """The answer with a core: the places of constraints that cannot hold together."""
    return {**unsatisfiable(), "core": sorted(places)}


def answer_one(question, answer, refusals):
    """The answer to a question; `refusals` are the exceptions by which a library refuses."""
    try:
        return answer(Case(question))
    except Refused as why:
        return {"status": "refused", "message": str(why)}
    except refusals as why:
        return {"status": "refused", "message": f"{type(why).__name__}: {why}"[:500]}
    except RecursionError:
        return {"status": "refused", "message": "the expression is too deep"}
    except Exception as why:  # pylint: disable=broad-except
        return {"status": "crash", "message": f"{type(why).__name__}: {why}"[:500]}


def serve(name, version, operators, answer, semantics="relational", refusals=(), assumes=False):
    """Answers questions until standard input ends; `assumes` is whether it answers cores."""
    # Libraries print to standard output, which is kept for the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    hello = {
        "name": name,
        "version": version,
        "operators": sorted(operators),
        "semantics": semantics,
        "assumes": assumes,
    }
    for line in sys.stdin:
        if not line.strip():
            continue
        question = json.loads(line)
        if "hello" in question:
            answered = dict(hello)
        else:
            answered = {"id": question.get("id"), **answer_one(question, answer, refusals)}
        out.write(json.dumps(answered) + "\n")
        out.flush()
