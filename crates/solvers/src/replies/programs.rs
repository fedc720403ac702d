//! Solvers that are known to work as external programs.

use std::path::PathBuf;

use crate::process;

/// A solver that is known to work as an external program.
#[derive(Clone, Copy, Debug)]
pub struct KnownSolver {
    /// Its engine spec.
    pub spec: &'static str,
    /// Its program.
    pub program: &'static str,
}

const fn known_solver(program: &'static str, spec: &'static str) -> KnownSolver {
    KnownSolver { spec, program }
}

/// Solvers that are known to work as external programs, installed or not.
pub const KNOWN_SOLVERS: [KnownSolver; 12] = [
    known_solver("cadical", "dimacs:cadical -q"),
    known_solver("kissat", "dimacs:kissat -q"),
    known_solver("cryptominisat5", "dimacs:cryptominisat5 --verb 0"),
    known_solver("glucose", "dimacs:glucose -model {cnf}"),
    known_solver("minisat", "dimacs:minisat {cnf} {out}"),
    known_solver("picosat", "dimacs:picosat"),
    known_solver("clasp", "dimacs:clasp"),
    known_solver("z3", "smtlib:z3 -in"),
    known_solver("cvc5", "smtlib:cvc5 --lang smt2"),
    known_solver("yices-smt2", "smtlib:yices-smt2"),
    known_solver("fzn-gecode", "fzn:fzn-gecode"),
    known_solver("minizinc", "mzn:gecode"),
];

impl KnownSolver {
    /// Returns the path of the installed program.
    #[must_use]
    pub fn find_program(&self) -> Option<PathBuf> {
        process::find_program(self.program)
    }
}
