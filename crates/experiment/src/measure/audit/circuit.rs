//! Gates in a SAT solver: the literal of each gate is true exactly when its gate is (Tseitin
//! 1968).

use std::sync::Arc;

use parallax_model::engine_api::Control;
use parallax_solvers::{SatAnswer, SatKind, SatSolver, SolverError};
use rustsat::types::{Lit, Var};

use super::AuditGap;

/// Maximum number of gates of a circuit, at three literals each.
const MAX_GATES: usize = 500_000;

/// A circuit inside a solver.
pub(super) struct TseitinCircuit {
    solver: Box<dyn SatSolver>,
    variables: u32,
    truth: Lit,
    literals: usize,
    broken: Option<Arc<SolverError>>,
}

impl TseitinCircuit {
    pub(super) fn new() -> Result<Self, SolverError> {
        let truth = Var::new(0).pos_lit();
        let solver = SatKind::Batsat.create_solver(0)?;
        let mut circuit = TseitinCircuit { solver, variables: 0, truth, literals: 0, broken: None };
        let truth = circuit.fresh_literal();
        circuit.add_clause(&[truth]);
        Ok(circuit)
    }

    /// Makes a free literal.
    pub(super) fn fresh_literal(&mut self) -> Lit {
        let lit = Var::new(self.variables).pos_lit();
        self.variables += 1;
        self.solver.reserve_variables(self.variables);
        lit
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.literals += clause.len();
        // Gates are built in many places that cannot fail, so the first error waits for the next
        // question.
        if let Err(why) = self.solver.add_clause(clause) {
            self.broken.get_or_insert(Arc::new(why));
        }
    }

    /// Whether the circuit has become too large to continue.
    pub(super) fn is_full(&self) -> bool {
        self.literals > 3 * MAX_GATES
    }

    pub(super) fn constant_literal(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    /// Makes a gate that is true exactly when all of these are.
    pub(super) fn and_gate(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        // Constant inputs are folded, and equal ones joined, so that trivial gates cost no
        // variable.
        let mut lits: Vec<Lit> = lits.into_iter().filter(|&lit| lit != self.truth).collect();
        lits.sort_unstable();
        lits.dedup();
        // Literals of one variable are neighbours in the order, so opposed inputs follow each
        // other.
        let opposed = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposed || lits.contains(&!self.truth) {
            return self.constant_literal(false);
        }
        match lits[..] {
            [] => self.constant_literal(true),
            [only] => only,
            _ => {
                let gate = self.fresh_literal();
                // Both directions of the equivalence are needed: the gate also occurs negated.
                let mut back = vec![gate];
                for lit in lits {
                    self.add_clause(&[!gate, lit]);
                    back.push(!lit);
                }
                self.add_clause(&back);
                gate
            }
        }
    }

    /// Makes a gate that is true exactly when at least one of these is.
    pub(super) fn or_gate(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<Lit> = lits.into_iter().map(|lit| !lit).collect();
        !self.and_gate(negated)
    }

    pub(super) fn is_satisfiable(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<bool, AuditGap> {
        if let Some(why) = &self.broken {
            return Err(AuditGap::Solver(why.clone()));
        }
        match self.solver.solve_clauses(assumptions, control)? {
            SatAnswer::Satisfiable => Ok(true),
            SatAnswer::Unsatisfiable => Ok(false),
            SatAnswer::Stopped(stop) => Err(stop.into()),
        }
    }

    /// Whether a literal is true in the last model found.
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.solver.is_true(lit)
    }
}
