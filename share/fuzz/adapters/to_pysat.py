"""Adapter for PySAT: formulas by `pysat.formula`, cardinalities by `pysat.card`, weighted sums by
`pysat.pb` (which needs pindakaas).

The first argument names the encoding of cardinalities (default seqcounter; `native` takes a solver
with cardinalities of its own), the second the solver.
"""

import importlib.metadata
import sys

from pysat.card import CardEnc, EncType, NoSuchEncodingError
from pysat.formula import (PYSAT_FALSE, PYSAT_TRUE, And, Atom, Equals, Formula, FormulaError,
                           Implies, Neg, Or, XOr)
from pysat.solvers import Solver

from protocol import (Operators, Refused, core_of, found, is_number, items, number, numbers,
                      satisfiable, serve)

try:
    from pysat.pb import PBEnc
except (ImportError, AssertionError):
    # The module fails to load without pindakaas.
    PBEnc = None

OPERATORS = Operators()
AT_ROOT = {}


def at_root(constraint):
    """Whether a constraint is an encoding, which stands at the root only."""
    return isinstance(constraint, list) and constraint[0] in AT_ROOT


class Model:
    """A case as clauses."""

    def __init__(self, case, encoding):
        Formula.cleanup()
        self.encoding = getattr(EncType, encoding)
        self.atoms, self.clauses, self.cards = {}, [], []
        for name, values, is_bool in case.variables:
            if not is_bool:
                raise Refused("PySAT has no integers")
            self.atoms[name] = Atom(name)
            self.atoms[name].clausify()
        self.literals = {name: Formula.literals([atom])[0] for name, atom in self.atoms.items()}
        for name, values, _ in case.variables:
            if len(values) == 1:
                self.clauses.append([self.literals[name] * (1 if values[0] else -1)])
        self.switches = [Atom(f"a{place}") for place in range(len(case.constraints))]
        if case.assume:
            for switch in self.switches:
                switch.clausify()
        # Encodings take numbers that the formulas do not know of: they come last.
        constraints = sorted(enumerate(case.constraints), key=lambda one: at_root(one[1]))
        for place, constraint in constraints:
            if case.assume:
                self.switch(self.switches[place], constraint)
            elif at_root(constraint):
                AT_ROOT[constraint[0]](self, *constraint[1:])
            else:
                self.clauses += [list(clause) for clause in self.formula(constraint)]

    def switch(self, switch, constraint):
        """States a constraint under an assumption."""
        literal = Formula.literals([switch])[0]
        if at_root(constraint):
            clauses, cards = len(self.clauses), len(self.cards)
            AT_ROOT[constraint[0]](self, *constraint[1:])
            if len(self.cards) > cards:
                raise Refused("a cardinality of the solver has no assumption")
            self.clauses[clauses:] = [[-literal, *own] for own in self.clauses[clauses:]]
        else:
            self.clauses += [list(own) for own in Implies(switch, self.formula(constraint))]
        self.literals[str(switch.object)] = literal

    def formula(self, expression):
        if isinstance(expression, bool):
            return PYSAT_TRUE if expression else PYSAT_FALSE
        if isinstance(expression, str):
            return self.atoms[expression]
        return OPERATORS.apply(self, expression)

    def formulas(self, xs):
        return [self.formula(x) for x in items(xs)]

    def top(self):
        used = [abs(literal) for clause in self.clauses for literal in clause]
        return max([Formula.export_vpool().top, *used, *self.literals.values()])


def on_list(name, connective, nothing):
    @OPERATORS(name)
    def register(model, xs):
        made = model.formulas(xs)
        return connective(*made) if made else nothing


on_list("and", And, PYSAT_TRUE)
on_list("or", Or, PYSAT_FALSE)
on_list("xor", XOr, PYSAT_FALSE)


@OPERATORS("not")
def not_(model, x):
    return Neg(model.formula(x))


@OPERATORS("iff")
def iff(model, x, y):
    return Equals(model.formula(x), model.formula(y))


@OPERATORS("implies")
def implies(model, x, y):
    return Implies(model.formula(x), model.formula(y))


@OPERATORS("clause")
def clause(model, xs, ys):
    made = model.formulas(xs) + [Neg(y) for y in model.formulas(ys)]
    return Or(*made) if made else PYSAT_FALSE


def sums(name, cardinality, weighted):
    def root(model, coefficients, xs, total):
        if not all(isinstance(x, str) for x in items(xs)) or not is_number(total):
            raise Refused("an argument is no variable")
        literals = [model.literals[x] for x in items(xs)]
        weights, bound, top = numbers(coefficients), number(total), model.top()
        if all(abs(weight) == 1 for weight in weights):
            # -x is the literal of the negation, less 1.
            signed = [weight * literal for weight, literal in zip(weights, literals)]
            shifted = bound + weights.count(-1)
            made = cardinality(lits=signed, bound=shifted, top_id=top, encoding=model.encoding)
        elif weighted is None:
            raise Refused("weighted sums need pindakaas")
        else:
            made = weighted(lits=literals, weights=weights, bound=bound, top_id=top)
        model.clauses += made.clauses
        model.cards += getattr(made, "atmosts", [])

    def alone(_model, *_arguments):
        raise Refused("an encoding has no truth value")

    AT_ROOT[name] = root
    OPERATORS[name] = alone


sums("bool_lin_le", CardEnc.atmost, PBEnc and PBEnc.leq)
sums("bool_lin_eq", CardEnc.equals, PBEnc and PBEnc.equals)


def answer(case, encoding, solver):
    if case.objective is not None:
        raise Refused("the adapter does not optimise")
    model = Model(case, encoding)
    literals = [model.literals[name] for name, _, _ in case.variables]
    if case.assume:
        return under_assumptions(case, model, literals, solver)

    def solutions():
        with Solver(name=solver, bootstrap_with=model.clauses) as engine:
            for literals_of, bound in model.cards:
                engine.add_atmost(literals_of, bound)
            while engine.solve():
                holding = set(engine.get_model())
                yield [int(literal in holding) for literal in literals]
                engine.add_clause([-l if l in holding else l for l in literals])

    return found(solutions(), case.limit)


def under_assumptions(case, model, literals, solver):
    switches = [model.literals[f"a{place}"] for place in range(len(case.constraints))]
    with Solver(name=solver, bootstrap_with=model.clauses) as engine:
        if engine.solve(assumptions=switches):
            holding = set(engine.get_model())
            return satisfiable(int(literal in holding) for literal in literals)
        # Where no assumption is needed, some solvers return nothing.
        core = engine.get_core() or []
    # What is no switch is passed on, so that it shows.
    return core_of(switches.index(own) if own in switches else len(switches) for own in core)


def main():
    encoding = sys.argv[1] if len(sys.argv) > 1 else "seqcounter"
    fallback = "minicard" if encoding == "native" else "cadical195"
    solver = sys.argv[2] if len(sys.argv) > 2 else fallback
    serve(f"pysat-{encoding}", importlib.metadata.version("python-sat"), OPERATORS,
          lambda case: answer(case, encoding, solver),
          refusals=(ImportError, NameError, NoSuchEncodingError, NotImplementedError,
                    FormulaError, ValueError), assumes=True)


if __name__ == "__main__":
    main()
