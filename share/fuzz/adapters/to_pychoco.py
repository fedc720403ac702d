"""Adapter for Choco, reached through pychoco.

Every constraint of Choco has a truth value (`reify`), so all operators nest. Helpers of partial
terms are stated at the root: an undefined term makes its constraint false (strict semantics).
"""

import importlib.metadata

from pychoco import Model as Choco

import pychoco_arithmetic  # noqa: F401, registers its operators
import pychoco_globals  # noqa: F401
from pychoco_arithmetic import OPERATORS
from protocol import Refused, best, found, is_number, serve

# Choco's own limit on bounds of variables.
WIDEST = 21474836
# Domains up to this size are enumerated, larger ones bounded.
ENUMERATED = 2000


class Model:
    """A case in Choco. Terms are variables; constraints are made when they are stated."""

    def __init__(self, case):
        self.choco = Choco()
        self.variables = {}
        self.case = case
        for name, values, is_bool in case.variables:
            if is_bool:
                fixed = bool(values[0]) if len(values) == 1 else None
                self.variables[name] = self.choco.boolvar(fixed, name)
            else:
                self.check(min(values), max(values))
                self.variables[name] = self.choco.intvar(values, name=name)
        for constraint in case.constraints:
            self.constraint(constraint).post()

    def is_at_root(self, expression):
        return expression in self.case.constraints

    @staticmethod
    def check(low, high):
        if low < -WIDEST or high > WIDEST:
            raise Refused("a bound exceeds the library's limit")

    def new_int(self, low, high):
        self.check(low, high)
        return self.choco.intvar(low, high, bounded_domain=high - low > ENUMERATED)

    def constraint(self, expression):
        """The constraint that a truth value holds."""
        if isinstance(expression, (bool, str)):
            return self.choco.arithm(self.truth(expression), "=", 1)
        made = OPERATORS.apply(self, expression)
        return made if hasattr(made, "post") else self.choco.arithm(made, "=", 1)

    def truth(self, expression):
        """A Boolean variable for a truth value."""
        if isinstance(expression, bool):
            return self.choco.boolvar(expression)
        if isinstance(expression, str):
            return self.variables[expression]
        made = OPERATORS.apply(self, expression)
        return made.reify() if hasattr(made, "post") else made

    def term(self, expression):
        """A variable for an integer."""
        if is_number(expression):
            self.check(expression, expression)
            return self.choco.intvar(expression, expression)
        if isinstance(expression, str):
            return self.variables[expression]
        return OPERATORS.apply(self, expression)

    def bounds(self, variable):
        return variable.get_lb(), variable.get_ub()


def answer(case):
    model = Model(case)
    names = [name for name, _, _ in case.variables]
    values = lambda solution: [int(solution.get_int_val(model.variables[n])) for n in names]
    goal = None
    if case.objective is not None:
        expression, is_largest = case.goal()
        goal = model.term(expression)
    solver = model.choco.get_solver()
    if goal is not None:
        solution = solver.find_optimal_solution(goal, maximize=is_largest)
        if solution is None:
            return {"status": "unsat", "solutions": [], "complete": True}
        return best(int(solution.get_int_val(goal)), values(solution))
    # Helpers are determined by the variables, so solutions do not repeat; if some do, it shows.
    solutions = solver.find_all_solutions(solution_limit=case.limit + 1)
    return found(map(values, solutions), case.limit)


if __name__ == "__main__":
    serve("pychoco", importlib.metadata.version("pychoco"), OPERATORS, answer, "strict",
          refusals=(TypeError, OverflowError))
