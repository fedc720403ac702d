//! Forward checking of any constraint by its meaning.

use parallax_model::{Constraint, Kind, Model, ModelAssignment, Value, VarId};

use super::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost,
};
use crate::levels::ConsistencyLevel;
use crate::store::{PropagationConflict, set_bits};

/// Acts when at most one variable of the scope is unfixed: that variable keeps the values with
/// which the constraint holds (Haralick and Elliott 1980). At [`ConsistencyLevel::None`] it waits
/// until all variables are fixed (back-checking). It is the plain version that other propagators
/// are compared with, and the only one for kinds that have no other.
#[derive(Clone)]
pub(super) struct ForwardCheckingPropagator {
    /// A model of the scope alone, in which the constraint is evaluated.
    local: Model,
    constraint: Constraint,
    scope: Vec<VarId>,
    values: Vec<Value>,
    /// The maximum number of unfixed variables at which it acts.
    acts_at: usize,
    /// Two places that were unfixed at the last call; only a guess after an undo.
    unfixed: [usize; 2],
}

impl ForwardCheckingPropagator {
    pub(super) fn new(constraint: &Constraint, level: ConsistencyLevel, model: &Model) -> Self {
        let scope = constraint.scope();
        let (local, constraint) = localise_constraint(constraint, &scope, model);
        let acts_at = usize::from(level != ConsistencyLevel::None);
        let values = vec![0; scope.len()];
        ForwardCheckingPropagator { values, local, constraint, scope, acts_at, unfixed: [0; 2] }
    }

    /// Whether, by the guess, too many variables are unfixed for it to act.
    #[inline]
    fn too_early(&self, store: &DomainStore) -> bool {
        let [first, second] = self.unfixed;
        let open = |place: usize| self.scope.get(place).is_some_and(|&v| !store.is_fixed(v));
        // The places are checked against the domains, so a guess that is stale after an undo does
        // no harm.
        open(first) && (self.acts_at == 0 || first != second && open(second))
    }

    fn constraint_holds(&self, store: &mut DomainStore) -> bool {
        store.count_checks(1);
        self.constraint.holds(ModelAssignment::new(&self.values, &self.local))
    }
}

/// Returns forward checking of a constraint.
pub(super) fn build_forward_checking(
    constraint: &Constraint,
    model: &Model,
) -> Box<dyn ConstraintPropagator> {
    debug_assert!(constraint.validate(model).is_ok(), "posted constraints are valid");
    Box::new(ForwardCheckingPropagator::new(constraint, ConsistencyLevel::Forward, model))
}

/// Returns the constraint over variables numbered by their place in its scope, in a model of
/// exactly those variables.
fn localise_constraint(
    constraint: &Constraint,
    scope: &[VarId],
    model: &Model,
) -> (Model, Constraint) {
    let mut local = Model::new("scope");
    for &v in scope {
        let variable = &model.variables()[v.index()];
        local
            .add_shown(variable.name.clone(), variable.domain.clone())
            .expect("a variable of a model fits a part of that model");
    }
    let mut numbers: Vec<(VarId, usize)> = scope.iter().copied().zip(0..).collect();
    numbers.sort_unstable();
    // Dimensions are renumbered in the order in which the constraint mentions them.
    let mut used = Vec::new();
    let Ok(constraint) = constraint.rename(
        &mut |v: &VarId| {
            let place =
                numbers.binary_search_by_key(v, |entry| entry.0).expect("a variable of the scope");
            Ok::<_, std::convert::Infallible>(VarId::new(numbers[place].1))
        },
        &mut |&d| {
            let found = used.iter().position(|&u| u == d);
            let place = found.unwrap_or_else(|| {
                used.push(d);
                used.len() - 1
            });
            Ok(parallax_model::DimensionId(place as u32))
        },
        &mut |_, &class| Ok(class),
    );
    for dimension in used {
        local
            .add_dimension(model.dimension(dimension).clone())
            .expect("a dimension of a model fits a part of that model");
    }
    (local, constraint)
}

impl ConstraintPropagator for ForwardCheckingPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope.iter().map(|&v| (v, DomainEvent::Fixed)).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if self.too_early(store) {
            return Ok(());
        }
        let mut open = None;
        for (i, &v) in self.scope.iter().enumerate() {
            match (store.fixed_value(v), open) {
                (Some(value), _) => self.values[i] = value,
                (None, None) if self.acts_at == 1 => open = Some(i),
                (None, _) => {
                    // Two unfixed variables found: as long as both remain so, later calls end
                    // without a scan.
                    self.unfixed = [i, open.unwrap_or(i)];
                    return Ok(());
                }
            }
        }
        let Some(open) = open else {
            return if self.constraint_holds(store) { Ok(()) } else { Err(PropagationConflict) };
        };
        let variable = self.scope[open];
        for w in 0..store.domain_words(variable).len() {
            let (mut kept, word) = (0, store.domain_words(variable)[w]);
            for bit in set_bits(word) {
                self.values[open] = store.word_start(variable, w) + bit as Value;
                store.spend_steps(1)?;
                if self.constraint_holds(store) {
                    kept |= 1 << bit;
                }
            }
            if word != 0 {
                store.keep_bits(variable, w, kept)?;
            }
        }
        Ok(())
    }

    /// Names the values of all other variables.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        // For its side effect: it adds the values that the claim excludes and that were gone
        // already.
        into.left_to_refute(claim, past);
        for &v in self.scope.iter().filter(|&&v| v != claim.variable) {
            into.add_domain(v, past);
        }
    }
}
