//! The clauses of one constraint, with the variables they mention.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{Constraint, Model, Value, VarId};
use parallax_solvers::{SatKind, SatSolver, SolverError};
use parallax_translate::VariableMeaning;
use rustsat::types::{Lit, Var};

use super::AuditGap;
use super::clauses::Clauses;

/// One constraint with its clauses.
pub(super) struct Group<'a> {
    pub model: &'a Model,
    pub constraint: &'a Constraint,
    pub scope: Vec<VarId>,
    pub clauses: Vec<&'a [Lit]>,
    /// The variables about the scope, with their statements.
    pub inputs: BTreeMap<usize, &'a VariableMeaning>,
    /// The auxiliary variables.
    pub auxiliaries: BTreeSet<usize>,
}

impl<'a> Group<'a> {
    /// Collects what the checks need; the error is the reason why the group cannot be checked
    /// without other groups.
    pub(super) fn of(
        model: &'a Model,
        constraint: &'a Constraint,
        place: usize,
        all: &'a Clauses,
    ) -> Result<Self, AuditGap> {
        let scope = constraint.scope();
        let known: BTreeSet<VarId> = scope.iter().copied().collect();
        let (mut inputs, mut auxiliaries) = (BTreeMap::new(), BTreeSet::new());
        for variable in all.group(place).iter().flatten().map(|lit| lit.vidx()) {
            match &all.statements[variable] {
                Some(statement) if known.contains(&statement.variable) => {
                    inputs.insert(variable, statement);
                }
                Some(statement) => {
                    let variable = model.name_of(statement.variable).to_string();
                    return Err(AuditGap::OutsideScope { variable });
                }
                None if !all.is_local(variable) => {
                    return Err(AuditGap::SharedAuxiliaries);
                }
                None => drop(auxiliaries.insert(variable)),
            }
        }
        let clauses = all.group(place).iter().map(|clause| &**clause).collect();
        Ok(Group { model, constraint, scope, clauses, inputs, auxiliaries })
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

/// Some clauses in a solver of their own, with densely numbered variables.
pub(super) struct Small {
    pub solver: Box<dyn SatSolver>,
    places: BTreeMap<usize, u32>,
}

impl Small {
    pub(super) fn of<'c>(
        clauses: impl IntoIterator<Item = &'c [Lit]>,
    ) -> Result<Self, SolverError> {
        let mut small = Small { solver: SatKind::Batsat.create(0)?, places: BTreeMap::new() };
        for clause in clauses {
            small.add(clause)?;
        }
        Ok(small)
    }

    pub(super) fn add(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let clause: Vec<Lit> = clause.iter().map(|&lit| self.place(lit)).collect();
        self.solver.add_clause(&clause)
    }

    /// Returns the corresponding literal of the solver.
    pub(super) fn place(&mut self, lit: Lit) -> Lit {
        let next = self.places.len() as u32;
        let place = *self.places.entry(lit.vidx()).or_insert(next);
        if place == next {
            self.solver.reserve(next + 1);
        }
        Var::new(place).lit(lit.is_neg())
    }
}
