//! Equivalence by a solver, if there are too many assignments to enumerate.
//!
//! The clauses imply the constraint if they contradict the negation of its circuit. They
//! exclude nothing else if no assignment under which the circuit is true violates a clause. If
//! clauses share auxiliary literals, there must be values of these for every such assignment;
//! counterexamples decide that (Janota, Klieber, Marques-Silva and Clarke 2012).

use std::collections::BTreeMap;

use parallax_model::engine_api::Control;
use parallax_model::{Constraint, Value, VarId};
use parallax_solvers::SatAnswer;
use rustsat::types::{Lit, Var};

use super::circuit::TseitinCircuit;
use super::constraint_circuits::ValueLiterals;
use super::constraint_clauses::{CompactSolver, ConstraintClauses};
use super::{AuditGap, AuditStatus, matching};

/// Maximum number of counterexamples for one part of a group, before the part remains undecided.
const MAX_ROUNDS: usize = 300;

/// Maximum number of pairs of values of one variable, summed over the variables of a group.
const MAX_PAIRS: u64 = 1 << 25;

/// Checks a group against the circuit of its constraint.
pub(super) fn check_equivalence(group: &ConstraintClauses<'_>, control: &Control) -> AuditStatus {
    match EquivalenceCheck::new(group).and_then(|mut check| check.find_difference(control)) {
        Ok(None) => AuditStatus::Equivalent,
        Ok(Some(wrong)) => AuditStatus::Wrong(wrong),
        Err(why) => AuditStatus::Unchecked(why),
    }
}

struct EquivalenceCheck<'g, 'a> {
    group: &'g ConstraintClauses<'a>,
    circuit: TseitinCircuit,
    values: ValueLiterals<'a>,
    /// The truth value of the constraint.
    truth: Lit,
    /// The group's variables in the circuit.
    lits: BTreeMap<usize, Lit>,
}

impl<'g, 'a> EquivalenceCheck<'g, 'a> {
    fn new(group: &'g ConstraintClauses<'a>) -> Result<Self, AuditGap> {
        let mut circuit = TseitinCircuit::new()?;
        // Tested before the squares are summed, so that they fit 64 bits.
        let wide = |&v: &VarId| group.model.domain(v).len() > 4096;
        if group.scope.iter().any(wide) {
            return Err(AuditGap::LargeDomain);
        }
        // Any two values of a variable exclude each other.
        let pairs = |&v: &VarId| group.model.domain(v).len().pow(2);
        if group.scope.iter().map(pairs).sum::<u64>() > MAX_PAIRS {
            return Err(AuditGap::LargeDomains);
        }
        let values = ValueLiterals::new(group.model, &group.scope, &mut circuit);
        let truth = values.constraint_gate(&mut circuit, group.constraint);
        let mut lits = BTreeMap::new();
        for (&variable, statement) in &group.inputs {
            let says = |value| statement.is_true_for(group.model, value);
            lits.insert(variable, values.test_gate(&mut circuit, statement.variable, says));
        }
        if circuit.is_full() {
            return Err(AuditGap::LargeCircuit);
        }
        Ok(EquivalenceCheck { group, circuit, values, truth, lits })
    }

    fn circuit_literal(&self, lit: Lit) -> Lit {
        let mine = self.lits[&lit.vidx()];
        if lit.is_neg() { !mine } else { mine }
    }

    /// Returns an example of a difference, if there is one.
    fn find_difference(&mut self, control: &Control) -> Result<Option<String>, AuditGap> {
        // A clause without auxiliary literals can be tested alone. Clauses that share some must be
        // satisfied together, by one choice of the auxiliary values.
        let (plain, parts) = split_clauses(self.group);
        let excluded = match self.group.constraint {
            // The scope of the group has each variable once, so equal lengths mean that the
            // constraint repeats none. A repeated variable contradicts itself, which no matching
            // shows.
            Constraint::AllDifferent(k) if k.scope.len() == self.group.scope.len() => {
                excludes_by_matching(self.group, &plain)
            }
            _ => self.find_excluded(&plain, control)?,
        };
        if let Some(wrong) = excluded {
            return Ok(Some(wrong));
        }
        let mut open = None;
        for part in &parts {
            match self.excludes_by_auxiliaries(part, control) {
                Ok(None) => {}
                Ok(wrong) => return Ok(wrong),
                Err(why) => open = Some(why),
            }
        }
        // An undecided part does not hide a difference in the other direction.
        match (self.find_unimplied(control)?, open) {
            (None, Some(why)) => Err(why),
            (wrong, _) => Ok(wrong),
        }
    }

    fn describe_example(&self, what: &str) -> String {
        let words = self.group.description(|v| self.values.model_value(&self.circuit, v));
        format!("its clauses {what} {words}")
    }

    /// Returns an assignment that the constraint allows and these clauses, which have no auxiliary
    /// literals, forbid.
    fn find_excluded(
        &mut self,
        clauses: &[&[Lit]],
        control: &Control,
    ) -> Result<Option<String>, AuditGap> {
        let broken: Vec<Lit> = clauses.iter().map(|clause| self.broken_literal(clause)).collect();
        let any = self.circuit.or_gate(broken);
        let truth = self.truth;
        let found = self.circuit.is_satisfiable(&[truth, any], control)?;
        Ok(found.then(|| self.describe_example("forbid")))
    }

    /// Returns a literal that is true if no input literal of the clause is.
    fn broken_literal(&mut self, clause: &[Lit]) -> Lit {
        let inputs = clause.iter().filter(|&&lit| !self.group.is_auxiliary(lit));
        let negated: Vec<Lit> = inputs.map(|&lit| !self.circuit_literal(lit)).collect();
        self.circuit.and_gate(negated)
    }

    /// Returns such an assignment for clauses that share auxiliary literals: one for which no
    /// auxiliary values satisfy the clauses.
    fn excludes_by_auxiliaries(
        &mut self,
        part: &[&[Lit]],
        control: &Control,
    ) -> Result<Option<String>, AuditGap> {
        let mut small = CompactSolver::from_clauses(part.iter().copied())?;
        let mut inputs: Vec<usize> = part
            .iter()
            .flat_map(|clause| clause.iter())
            .filter(|&&lit| !self.group.is_auxiliary(lit))
            .map(|lit| lit.vidx())
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        // `uncovered` stays satisfiable as long as some assignment of the inputs is not covered by
        // any auxiliary values found so far. Each round finds such an assignment, asks for values
        // that cover it, and rules out all inputs that these values also cover.
        let uncovered = self.circuit.fresh_literal();
        let broken: Vec<Lit> = part.iter().map(|clause| self.broken_literal(clause)).collect();
        for _ in 0..MAX_ROUNDS {
            let truth = self.truth;
            if !self.circuit.is_satisfiable(&[truth, uncovered], control)? {
                return Ok(None);
            }
            let fixed: Vec<Lit> = inputs
                .iter()
                .map(|&variable| {
                    let is_true = self.circuit.is_true(self.lits[&variable]);
                    small.map_literal(Var::new(variable as u32).lit(!is_true))
                })
                .collect();
            match small.solver.solve_clauses(&fixed, control)? {
                SatAnswer::Stopped(stop) => return Err(stop.into()),
                SatAnswer::Unsatisfiable => return Ok(Some(self.describe_example("forbid"))),
                SatAnswer::Satisfiable => {}
            }
            // These auxiliary values satisfy some clauses by themselves. An assignment remains
            // uncovered only if it breaks one of the other clauses.
            let mut clause = vec![!uncovered];
            for (&left, &broken) in part.iter().zip(&broken) {
                let auxiliary = left.iter().filter(|&&lit| self.group.is_auxiliary(lit));
                let places: Vec<Lit> = auxiliary.map(|&lit| small.map_literal(lit)).collect();
                if !places.into_iter().any(|lit| small.solver.is_true(lit)) {
                    clause.push(broken);
                }
            }
            self.circuit.add_clause(&clause);
            if self.circuit.is_full() {
                break;
            }
        }
        Err(AuditGap::AuxiliaryValues)
    }

    /// Returns an assignment that the clauses allow and the constraint does not.
    fn find_unimplied(&mut self, control: &Control) -> Result<Option<String>, AuditGap> {
        // The clauses are added for good, which would falsify the other tests. So this one comes
        // last.
        for &variable in &self.group.auxiliaries {
            let fresh = self.circuit.fresh_literal();
            self.lits.insert(variable, fresh);
        }
        for clause in &self.group.clauses {
            let clause: Vec<Lit> = clause.iter().map(|&lit| self.circuit_literal(lit)).collect();
            self.circuit.add_clause(&clause);
        }
        let truth = self.truth;
        let found = self.circuit.is_satisfiable(&[!truth], control)?;
        Ok(found.then(|| self.describe_example("allow")))
    }
}

/// Returns such an assignment for all-different, by a matching: a false clause means a smaller
/// domain for each variable that it mentions.
fn excludes_by_matching(group: &ConstraintClauses<'_>, clauses: &[&[Lit]]) -> Option<String> {
    clauses.iter().find_map(|clause| {
        let allowed = |v: VarId, value: Value| {
            clause.iter().all(|lit| {
                let statement = group.inputs[&lit.vidx()];
                statement.variable != v || statement.is_true_for(group.model, value) != lit.is_pos()
            })
        };
        let domain =
            |&v: &VarId| group.model.domain(v).iter().filter(|&value| allowed(v, value)).collect();
        // The clause is false if each of its variables has a value that makes its literals false.
        // If all variables can then still differ, the clause forbids a solution.
        let domains: Vec<Vec<Value>> = group.scope.iter().map(domain).collect();
        let values = matching::all_different(&domains)?;
        let words = group.description(|v| {
            let position = group.scope.iter().position(|&other| other == v)?;
            values.get(position).copied()
        });
        Some(format!("its clauses forbid {words}"))
    })
}

/// Returns the clauses without auxiliary literals, and the others in parts that share none.
fn split_clauses<'a>(group: &ConstraintClauses<'a>) -> (Vec<&'a [Lit]>, Vec<Vec<&'a [Lit]>>) {
    let mut roots: BTreeMap<usize, usize> = group.auxiliaries.iter().map(|&v| (v, v)).collect();
    let root = |roots: &mut BTreeMap<usize, usize>, mut v: usize| {
        while roots[&v] != v {
            // Path halving keeps the paths short.
            let above = roots[&roots[&v]];
            roots.insert(v, above);
            v = above;
        }
        v
    };
    let auxiliaries = |clause: &[Lit]| -> Vec<usize> {
        clause.iter().filter(|&&lit| group.is_auxiliary(lit)).map(|lit| lit.vidx()).collect()
    };
    for clause in &group.clauses {
        for pair in auxiliaries(clause).windows(2) {
            let (a, b) = (root(&mut roots, pair[0]), root(&mut roots, pair[1]));
            roots.insert(a, b);
        }
    }
    let mut plain = Vec::new();
    let mut parts: BTreeMap<usize, Vec<&[Lit]>> = BTreeMap::new();
    for &clause in &group.clauses {
        match auxiliaries(clause).first() {
            None => plain.push(clause),
            Some(&v) => parts.entry(root(&mut roots, v)).or_default().push(clause),
        }
    }
    (plain, parts.into_values().collect())
}
