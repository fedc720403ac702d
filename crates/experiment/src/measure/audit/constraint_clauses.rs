//! The clauses of one constraint, with the variables they mention.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{Constraint, Model, Value, VarId};
use parallax_solvers::{SatKind, SatSolver, SolverError};
use parallax_translate::VariableMeaning;
use rustsat::types::{Lit, Var};

use super::AuditGap;
use super::clauses::GroupedClauses;

/// One constraint with its clauses.
pub(super) struct ConstraintClauses<'a> {
    pub model: &'a Model,
    pub constraint: &'a Constraint,
    pub scope: Vec<VarId>,
    pub clauses: Vec<&'a [Lit]>,
    /// The variables about the scope, with their statements.
    pub inputs: BTreeMap<usize, &'a VariableMeaning>,
    /// The auxiliary variables.
    pub auxiliaries: BTreeSet<usize>,
}

impl<'a> ConstraintClauses<'a> {
    /// Collects the input of the checks; the error is the reason why the group cannot be checked
    /// without other groups.
    pub(super) fn for_constraint(
        model: &'a Model,
        constraint: &'a Constraint,
        index: usize,
        all: &'a GroupedClauses,
    ) -> Result<Self, AuditGap> {
        let scope = constraint.scope();
        let known: BTreeSet<VarId> = scope.iter().copied().collect();
        let (mut inputs, mut auxiliaries) = (BTreeMap::new(), BTreeSet::new());
        for variable in all.group_clauses(index).iter().flatten().map(|lit| lit.vidx()) {
            match &all.statements[variable] {
                Some(statement) if known.contains(&statement.variable) => {
                    inputs.insert(variable, statement);
                }
                Some(statement) => {
                    let variable = model.name_of(statement.variable).to_string();
                    return Err(AuditGap::OutsideScope { variable });
                }
                // Clauses of another group may restrict the auxiliary variable, so this group alone
                // does not show what it allows.
                None if !all.is_local(variable) => {
                    return Err(AuditGap::SharedAuxiliaries);
                }
                None => drop(auxiliaries.insert(variable)),
            }
        }
        let clauses = all.group_clauses(index).iter().map(|clause| &**clause).collect();
        Ok(ConstraintClauses { model, constraint, scope, clauses, inputs, auxiliaries })
    }

    /// Returns the scope's names with these values.
    pub(super) fn description(&self, value: impl Fn(VarId) -> Option<Value>) -> String {
        let named = |&v: &VarId| match value(v) {
            Some(value) => format!("{} = {value}", self.model.name_of(v)),
            None => format!("{} = ?", self.model.name_of(v)),
        };
        self.scope.iter().map(named).collect::<Vec<_>>().join(", ")
    }

    /// Whether a literal is auxiliary.
    pub(super) fn is_auxiliary(&self, lit: Lit) -> bool {
        self.auxiliaries.contains(&lit.vidx())
    }
}

/// Some clauses in their own solver, with densely numbered variables.
pub(super) struct CompactSolver {
    pub solver: Box<dyn SatSolver>,
    places: BTreeMap<usize, u32>,
}

impl CompactSolver {
    pub(super) fn from_clauses<'c>(
        clauses: impl IntoIterator<Item = &'c [Lit]>,
    ) -> Result<Self, SolverError> {
        let mut small =
            CompactSolver { solver: SatKind::Batsat.create_solver(0)?, places: BTreeMap::new() };
        for clause in clauses {
            small.add_clause(clause)?;
        }
        Ok(small)
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let clause: Vec<Lit> = clause.iter().map(|&lit| self.map_literal(lit)).collect();
        self.solver.add_clause(&clause)
    }

    /// Returns the corresponding literal of the solver.
    pub(super) fn map_literal(&mut self, lit: Lit) -> Lit {
        let next = self.places.len() as u32;
        let index = *self.places.entry(lit.vidx()).or_insert(next);
        // A new variable: places are numbered in the order of first occurrence.
        if index == next {
            self.solver.reserve_variables(next + 1);
        }
        Var::new(index).lit(lit.is_neg())
    }
}
