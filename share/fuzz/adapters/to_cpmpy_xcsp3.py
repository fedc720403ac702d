"""CPMpy's front end for XCSP3, as a process that stays: `python3 to_cpmpy_xcsp3.py [SOLVER] --all`.

Reads the path of a file from each line of standard input, and prints the answer as a solver of the
competition does, then a line `%%%end`. Without `--all` it prints one solution. CPMpy reads the
files with the parser of pycsp3, which must be installed. Errors are printed as Python prints them.
"""

import os
import sys
import traceback
import warnings

# The parser of pycsp3 looks at the arguments of the program, and compiles a model at its end.
ARGUMENTS = [word for word in sys.argv[1:] if not word.startswith("-")]
ALL = "--all" in sys.argv
sys.argv = [sys.argv[0], "-nocompile"]
warnings.simplefilter("ignore")
# Libraries print to standard output, which is kept for the answers.
OUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)

# pylint: disable=wrong-import-position
import cpmpy as cp
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.variables import _ignore_strict_variable_name_check
from cpmpy.tools.xcsp3.parser import _parse_xcsp3
from cpmpy.tools.xcsp3.parser_callbacks import CallbacksCPMPy
from pycsp3.parser.xparser import CallbackerXCSP3

LIMIT = 5000


def load(path):
    """The model of a file, and its variables by name."""
    callbacks = CallbacksCPMPy()
    with _ignore_strict_variable_name_check():
        CallbackerXCSP3(_parse_xcsp3(path), callbacks).load_instance()
    variables = {str(variable): variable for variable in callbacks.cpm_variables.values()}
    return callbacks.cpm_model, variables


def instantiation(variables):
    names = " ".join(variables)
    values = " ".join(str(int(variable.value())) for variable in variables.values())
    return (f"v <instantiation> <list> {names} </list> <values> {values} </values> "
            "</instantiation>")


def answer(path, solver):
    """The lines of an answer."""
    model, variables = load(path)
    engine = cp.SolverLookup.get(solver, model)
    engine.user_vars.update(variables.values())
    engine.solver_vars(list(variables.values()))
    if model.has_objective():
        if not engine.solve(time_limit=30):
            return ["s UNSATISFIABLE"]
        return [f"o {int(engine.objective_value())}", "s OPTIMUM FOUND", instantiation(variables)]
    if not ALL:
        solved = engine.solve(time_limit=30)
        return ["s SATISFIABLE", instantiation(variables)] if solved else ["s UNSATISFIABLE"]
    lines = {}
    engine.solveAll(display=lambda: lines.update({instantiation(variables): None}),
                    time_limit=30, solution_limit=LIMIT)
    status = engine.status().exitstatus.name
    if status not in ("OPTIMAL", "UNSATISFIABLE", "FEASIBLE"):
        return ["s UNKNOWN"]
    # A list that ends at the limit is no claim about the others.
    claim = "s SATISFIABLE" if status == "OPTIMAL" else "s UNKNOWN"
    return [*lines, claim] if lines else ["s UNSATISFIABLE"]


def main():
    solver = ARGUMENTS[0] if ARGUMENTS else "ortools"
    for line in sys.stdin:
        try:
            lines = answer(line.strip(), solver)
        except (NotImplementedError, NotSupportedError):
            lines = ["s UNSUPPORTED"]
        except BaseException as why:  # pylint: disable=broad-except
            # The parser ends the process where it refuses a file. Words tell a refusal of what is
            # beyond the core of the format.
            is_refusal = any(words in str(why) for words in ("XCSP3-core", "Competition only"))
            lines = ["s UNSUPPORTED"] if is_refusal else traceback.format_exc().splitlines()
        OUT.write("\n".join([*lines, "%%%end", ""]))
        OUT.flush()


if __name__ == "__main__":
    main()
