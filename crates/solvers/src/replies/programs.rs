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

const fn known(program: &'static str, spec: &'static str) -> KnownSolver {
    KnownSolver { spec, program }
}

/// Solvers that are known to work as external programs, installed or not.
pub const KNOWN: [KnownSolver; 12] = [
    known("cadical", "dimacs:cadical -q"),
    known("kissat", "dimacs:kissat -q"),
    known("cryptominisat5", "dimacs:cryptominisat5 --verb 0"),
    known("glucose", "dimacs:glucose -model {cnf}"),
    known("minisat", "dimacs:minisat {cnf} {out}"),
    known("picosat", "dimacs:picosat"),
    known("clasp", "dimacs:clasp"),
    known("z3", "smtlib:z3 -in"),
    known("cvc5", "smtlib:cvc5 --lang smt2"),
    known("yices-smt2", "smtlib:yices-smt2"),
    known("fzn-gecode", "fzn:fzn-gecode"),
    known("minizinc", "mzn:gecode"),
];

impl KnownSolver {
    /// Returns the path of the installed program.
    #[must_use]
    pub fn place(&self) -> Option<PathBuf> {
        process::find(self.program)
    }
}
