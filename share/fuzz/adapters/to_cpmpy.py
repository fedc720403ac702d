"""Adapter for CPMpy; the argument names its solver (default ortools).

CPMpy's own expressions and global constraints nest freely. An undefined term makes the nearest
truth value around it false (relational semantics), as CPMpy documents.
"""

import importlib.metadata
import sys

import cpmpy as cp
from cpmpy.exceptions import NotSupportedError

import cpmpy_operators
from protocol import (Refused, best, core_of, found, is_number, items, satisfiable, serve,
                      unsatisfiable)

OPERATORS = cpmpy_operators.OPERATORS


class Model:
    """A case in CPMpy."""

    def __init__(self, case):
        self.cp = cp.Model()
        self.variables = {}
        for name, values, is_bool in case.variables:
            if is_bool:
                self.variables[name] = cp.boolvar(name=name)
                if len(values) == 1:
                    self.cp += self.variables[name] == bool(values[0])
                continue
            self.variables[name] = cp.intvar(min(values), max(values), name=name)
            if len(values) < max(values) - min(values) + 1:
                self.cp += self.domain(self.variables[name], values)
        self.switches = []
        for place, constraint in enumerate(case.constraints):
            expr = self.expr(constraint)
            if case.assume:
                self.switches.append(cp.boolvar(name=f"a{place}"))
                expr = self.switches[-1].implies(expr)
            self.cp += expr

    @staticmethod
    def domain(variable, values):
        # The library may list the values between, of which there must not be many.
        if max(values) - min(values) > 1000:
            return cp.any([variable == value for value in values])
        return cp.InDomain(variable, values)

    def expr(self, expression):
        if isinstance(expression, bool) or is_number(expression):
            return expression
        if isinstance(expression, str):
            return self.variables[expression]
        return OPERATORS.apply(self, expression)

    def exprs(self, expression):
        return [self.expr(item) for item in items(expression)]


def values(variables):
    return [int(variable.value()) for variable in variables]


def answer(case, solver):
    model = Model(case)
    variables = list(model.variables.values())
    if case.objective is not None:
        expression, is_largest = case.goal()
        goal = model.expr(expression)
        (model.cp.maximize if is_largest else model.cp.minimize)(goal)
    engine = cp.SolverLookup.get(solver, model.cp)
    # A variable that no constraint mentions has a value only if the engine knows it.
    engine.user_vars.update(variables)
    engine.solver_vars(variables)
    if case.assume:
        return under_assumptions(engine, model, variables)
    if case.objective is not None:
        if not engine.solve(time_limit=60):
            return unsatisfiable()
        return best(int(engine.objective_value()), values(variables))

    if not variables:
        # The library counts the solution of no variables, and does not call for it.
        return found(iter([()]), 1) if engine.solve(time_limit=60) else unsatisfiable()
    solutions = {}

    def keep():
        # Without a value, the variable is free: the engine was not given it.
        if any(variable.value() is None for variable in variables):
            raise Refused("a variable has no value")
        # The library may list a solution once for each value of its own helpers.
        solutions[tuple(values(variables))] = True

    engine.solveAll(display=keep, time_limit=60)
    status = engine.status().exitstatus.name
    if status not in ("UNSATISFIABLE", "OPTIMAL"):
        raise Refused(f"the solver ended with {status}")
    return found(iter(solutions), case.limit)


def under_assumptions(engine, model, variables):
    if engine.solve(assumptions=model.switches, time_limit=60):
        return satisfiable(values(variables))
    status = engine.status().exitstatus.name
    if status != "UNSATISFIABLE":
        raise Refused(f"the solver ended with {status}")
    names = [switch.name for switch in model.switches]
    # What is no switch is passed on, so that it shows.
    return core_of(names.index(own.name) if own.name in names else len(names)
                   for own in engine.get_core())


def refusing(case, solver):
    """The answer; some refusals are known by their words only."""
    try:
        return answer(case, solver)
    except Exception as why:
        if any(words in str(why) for words in ("model invalid", " must ", "only accepts")):
            raise Refused(str(why)[:300]) from why
        raise


def main():
    solver = sys.argv[1] if len(sys.argv) > 1 else "ortools"
    name = f"cpmpy-{solver}"
    version = importlib.metadata.version("cpmpy")
    serve(name, version, OPERATORS, lambda case: refusing(case, solver), "relational",
          refusals=(NotImplementedError, NotSupportedError, ImportError), assumes=True)


if __name__ == "__main__":
    main()
