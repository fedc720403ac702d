"""Adapter for CP-SAT, the solver of OR-Tools.

A constraint with an undefined term does not hold, wherever the term is: strict semantics. CP-SAT
calls a model invalid whose divisors may be 0, which is a refusal.
"""

import importlib.metadata
import itertools

from ortools.sat.python import cp_model

import ortools_constraints
import ortools_globals  # noqa: F401, registers its constraints
from protocol import (Refused, best, core_of, found, is_number, satisfiable, serve, unsatisfiable,
                      uses)

OPERATORS = ortools_constraints.OPERATORS
WIDEST = 2**62
PARTIAL = ("div", "mod", "element", "minimum", "maximum")


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps the different solutions, up to a limit."""

    def __init__(self, variables, limit):
        super().__init__()
        self.variables = variables
        self.limit = limit
        self.solutions = {}

    def on_solution_callback(self):
        self.solutions[tuple(self.value(variable) for variable in self.variables)] = True
        if len(self.solutions) > self.limit:
            self.stop_search()


class Model:
    """A case in CP-SAT. Terms carry their bounds, so that helpers restrict nothing."""

    def __init__(self, case):
        self.cp = cp_model.CpModel()
        self.true = self.cp.new_constant(1)
        self.variables, self.bounds, self.is_bool = {}, {}, {}
        for name, values, is_bool in case.variables:
            domain = cp_model.Domain.from_values(values)
            if is_bool and len(values) == 2:
                variable = self.cp.new_bool_var(name)
            else:
                variable = self.cp.new_int_var_from_domain(domain, name)
            self.variables[name] = variable
            self.bounds[name] = (min(values), max(values))
            self.is_bool[name] = is_bool
        self.switches = []
        for constraint in case.constraints:
            switch = None
            if case.assume:
                if uses(constraint, PARTIAL):
                    raise Refused("what an undefined term excludes is under no assumption")
                switch = self.new_bool()
                self.switches.append(switch)
            self.post(constraint, switch)
        self.cp.add_assumptions(self.switches)

    def post(self, expression, switch):
        """States that a truth value holds, by the library's own constraint if it has one; if there
        is a switch, only if it is on."""
        if isinstance(expression, list) and expression[0] in ortools_constraints.AT_ROOT:
            ortools_constraints.AT_ROOT[expression[0]](self, switch, *expression[1:])
        else:
            ortools_constraints.under(self.cp.add_bool_or(self.truth(expression)), switch)

    def truth(self, expression):
        """A literal for a truth value."""
        if isinstance(expression, bool):
            return self.true if expression else self.true.negated()
        if isinstance(expression, str):
            variable = self.variables[expression]
            if self.bounds[expression] != (0, 1):
                return self.equals(variable, 1)
            return variable
        return OPERATORS.apply(self, expression)

    def term(self, expression):
        """A linear expression and its bounds."""
        if is_number(expression):
            return expression, expression, expression
        if isinstance(expression, str):
            return self.variables[expression], *self.bounds[expression]
        if isinstance(expression, bool):
            return int(expression), int(expression), int(expression)
        term, low, high = OPERATORS.apply(self, expression)
        if low < -WIDEST or high > WIDEST:
            raise Refused("a term exceeds 63 bits")
        return term, low, high

    def expr(self, expression):
        return self.term(expression)[0]

    def new_int(self, low, high):
        if low < -WIDEST or high > WIDEST:
            raise Refused("a term exceeds 63 bits")
        return self.cp.new_int_var(low, high, "")

    def new_bool(self):
        return self.cp.new_bool_var("")

    def equals(self, term, value):
        literal = self.new_bool()
        self.cp.add(term == value).only_enforce_if(literal)
        self.cp.add(term != value).only_enforce_if(literal.negated())
        return literal


def answer(case):
    model = Model(case)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 60
    variables = [model.variables[name] for name, _, _ in case.variables]
    if case.objective is not None:
        expression, is_largest = case.goal()
        goal = model.expr(expression)
        (model.cp.maximize if is_largest else model.cp.minimize)(goal)
    invalid = model.cp.validate()
    if invalid:
        raise Refused(invalid.strip()[:300])
    if case.assume:
        return under_assumptions(solver, model, variables)
    if case.objective is not None:
        status = solver.solve(model.cp)
        if status == cp_model.OPTIMAL:
            solution = [solver.value(variable) for variable in variables]
            return best(round(solver.objective_value), solution)
        solutions = {}
    else:
        collector = Collector(variables, case.limit)
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(model.cp, collector)
        solutions = collector.solutions
    if status == cp_model.INFEASIBLE:
        return unsatisfiable()
    if status == cp_model.MODEL_INVALID:
        raise Refused("the model is invalid")
    if solutions and (status == cp_model.OPTIMAL or len(solutions) > case.limit):
        return found(itertools.chain(solutions), case.limit)
    return {"status": "unknown", "message": solver.status_name(status)}


def under_assumptions(solver, model, variables):
    status = solver.solve(model.cp)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return satisfiable(solver.value(variable) for variable in variables)
    if status == cp_model.MODEL_INVALID:
        raise Refused("the model is invalid")
    if status != cp_model.INFEASIBLE:
        return {"status": "unknown", "message": solver.status_name(status)}
    indices = [switch.index for switch in model.switches]
    # What is no switch is passed on, so that it shows.
    return core_of(indices.index(own) if own in indices else len(indices)
                   for own in solver.sufficient_assumptions_for_infeasibility())


if __name__ == "__main__":
    serve("ortools", importlib.metadata.version("ortools"), OPERATORS, answer, "strict",
          refusals=(NotImplementedError, OverflowError, TypeError, ValueError), assumes=True)
