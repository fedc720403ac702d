//! Features of a model that are cheap to compute: kinds and sizes, before and after propagation.

use std::collections::BTreeMap;

use parallax_model::{Constraint, ConstraintArity, Kind, Model, VarId};
use parallax_search::SearchState;
use serde::Serialize;

/// Features of a model, by which [`auto`](super) chooses an engine. Computing them takes time
/// linear in the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ModelFeatures {
    /// Whether the model has an objective.
    pub objective: bool,
    /// Number of variables.
    pub variables: u64,
    /// Number of constraints of each kind.
    pub kinds: BTreeMap<&'static str, u64>,
    /// Number of variables in all constraints; a variable counts each time that it is named.
    pub places: u64,
    /// Number of entries in tables.
    pub numbers: u64,
    /// Number of variables that remain open at the root, after propagation by native search.
    pub open: u64,
    /// Number of values of the open variables together.
    pub values: u64,
    /// Maximum number of values of an open variable.
    pub widest: u64,
    /// Number of open variables in a permutation: an all-different of as many variables as values.
    pub permuted: u64,
    /// Number of open variables with two values.
    pub booleans: u64,
    /// Maximum number of open variables in a sum.
    pub longest: u64,
    /// Approximate number of literals of the direct encoding.
    pub literals: u64,
}

impl ModelFeatures {
    /// Computes the features of a model, with the root domains of `search` if it is given.
    #[must_use]
    pub fn from_model(model: &Model, search: Option<&SearchState>) -> Self {
        let size =
            |v: VarId| search.map_or_else(|| model.domain(v).len(), |search| search.domain_size(v));
        let mut features = ModelFeatures {
            objective: model.objective().is_some(),
            variables: model.variables().len() as u64,
            ..ModelFeatures::default()
        };
        for index in 0..model.variables().len() {
            features.add_variable(size(VarId::new(index)));
        }
        let mut permuted = vec![false; model.variables().len()];
        for posted in model.constraints() {
            features.add_constraint(&posted.constraint, model, &size, &mut permuted);
        }
        let open = |&index: &usize| permuted[index] && size(VarId::new(index)) > 1;
        features.permuted = (0..permuted.len()).filter(open).count() as u64;
        features
    }

    /// Returns the number of constraints of a kind.
    #[must_use]
    pub fn constraint_count(&self, kind: &str) -> u64 {
        self.kinds.get(kind).copied().unwrap_or(0)
    }

    fn add_variable(&mut self, size: u64) {
        if size <= 1 {
            return;
        }
        self.open += 1;
        self.values = self.values.saturating_add(size);
        self.widest = self.widest.max(size);
        self.booleans += u64::from(size == 2);
        // At least one value and at most one of them; an at-most-one of n literals takes about 3n.
        self.literals = self.literals.saturating_add(size.saturating_mul(3));
    }

    fn add_constraint(
        &mut self,
        constraint: &Constraint,
        model: &Model,
        size: &dyn Fn(VarId) -> u64,
        permuted: &mut [bool],
    ) {
        *self.kinds.entry(constraint.kind().name()).or_default() += 1;
        let (mut named, mut open, mut values, mut widest) = (0u64, 0u64, 0u64, 1u64);
        constraint.each_variable(&mut |v| {
            let domain_size = size(v);
            named += 1;
            if domain_size > 1 {
                open += 1;
                values = values.saturating_add(domain_size);
                widest = widest.max(domain_size);
            }
        });
        self.places += named;
        let literals = match constraint {
            Constraint::AllDifferent(different) => {
                if is_permutation(&different.scope, model) {
                    different.scope.iter().for_each(|v| permuted[v.index()] = true);
                }
                values.saturating_mul(3)
            }
            Constraint::Table(table) => {
                let numbers = (table.tuples.len() as u64).saturating_mul(table.scope.len() as u64);
                self.numbers = self.numbers.saturating_add(numbers);
                numbers
            }
            Constraint::Linear(linear) => {
                self.longest = self.longest.max(open);
                // As if by partial sums: at each open variable, each of up to `span` sums meets
                // each of its values.
                let span = linear.terms.iter().fold(0u64, |sum, term| {
                    let step = term.coefficient.unsigned_abs();
                    sum.saturating_add(step.saturating_mul(size(term.variable).saturating_sub(1)))
                });
                open.saturating_mul(span).saturating_mul(widest)
            }
            Constraint::Reify(_) => values.saturating_mul(2),
            // Every pair of values of a few variables.
            _ if constraint.kind().arity() != ConstraintArity::Any => widest.saturating_mul(values),
            Constraint::Implies(implies) => match &*implies.then {
                Constraint::Linear(_) | Constraint::Compare(_) => widest.saturating_mul(values),
                _ => values.saturating_mul(2),
            },
            // The plain form compares every pair, or every variable with every value.
            Constraint::Global(_) => values.saturating_mul(named),
            _ => values.saturating_mul(2),
        };
        self.literals = self.literals.saturating_add(literals);
    }
}

/// Whether the number of values of these variables together equals the number of variables.
fn is_permutation(scope: &[VarId], model: &Model) -> bool {
    let Some((&first, rest)) = scope.split_first() else { return false };
    // The bounds decide: `n` different values within `n` consecutive ones take all of them.
    let min = rest.iter().chain([&first]).filter_map(|&v| model.domain(v).min()).min();
    let max = rest.iter().chain([&first]).filter_map(|&v| model.domain(v).max()).max();
    let (Some(min), Some(max)) = (min, max) else { return false };
    (i64::from(max) - i64::from(min)).unsigned_abs() < scope.len() as u64
}
