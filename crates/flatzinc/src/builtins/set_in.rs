//! Membership in a constant set.

use crate::bounds::EmptyBoundsError;
use parallax_model::{AtomicConstraint, ComparisonOperator, Domain};

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{FlatzincTerm, IntSet};
use crate::draft::ModelTerm;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::int_set::{make_set_domain as values_of, set_contains};
use crate::truth::TruthLiteral;

/// The term has a value in the set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetInBuiltin {
    pub(crate) term: FlatzincTerm,
    pub(crate) set: IntSet,
}

impl SetInBuiltin {
    /// Reads the term and the set.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(SetInBuiltin { term: arguments.read_int()?, set: arguments.read_set()? })
    }
}

impl BuiltinRule for SetInBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let value = values.term_value(self.term);
        values.set_ranges(self.set).iter().any(|&(low, high)| low <= value && value <= high)
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let set = draft.set_ranges(self.set);
        let variable = match draft.model_term(self.term)? {
            ModelTerm::Number(number) => {
                return Ok(ConstraintTruth::Known(set_contains(set, number)));
            }
            ModelTerm::Variable(variable) => variable,
        };
        let (domain, values) = (draft.model.domain(variable), values_of(set));
        draft.spend_pieces(domain.intervals().count() + values.intervals().count())?;
        let domain = draft.model.domain(variable);
        let kept = intersect_domains(domain, &values);
        if kept == *domain {
            return Ok(ConstraintTruth::Known(true));
        }
        let (Some(low), Some(high)) = (kept.min(), kept.max()) else {
            return Ok(ConstraintTruth::Known(false));
        };
        // Bounds alone describe a set that has every value of the domain between its ends.
        if intersect_domains(domain, &Domain::from_range(low, high)) != kept {
            let term = draft.int_operand(self.term)?;
            return Ok(ConstraintTruth::Bool(draft.terms.add_member(term, kept)));
        }
        let atom =
            |relation, value| TruthLiteral::Atom(AtomicConstraint::new(variable, relation, value));
        let mut literals = Vec::with_capacity(2);
        if low == high {
            literals.push(atom(ComparisonOperator::Eq, low));
        } else {
            if domain.min() < Some(low) {
                literals.push(atom(ComparisonOperator::Ge, low));
            }
            if domain.max() > Some(high) {
                literals.push(atom(ComparisonOperator::Le, high));
            }
        }
        Ok(ConstraintTruth::from_all(literals))
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        bounds.within_set(self.term, bounds.set_ranges(self.set))
    }
}

/// Returns the values in both domains.
fn intersect_domains(a: &Domain, b: &Domain) -> Domain {
    let (mut kept, mut left, mut right) = (Vec::new(), a.intervals(), b.intervals());
    let (mut one, mut other) = (left.next(), right.next());
    while let (Some((low, high)), Some((from, to))) = (one, other) {
        // Intervals without a common value give an empty one, which `from_intervals` drops.
        kept.push((low.max(from), high.min(to)));
        if high < to {
            one = left.next();
        } else {
            other = right.next();
        }
    }
    Domain::from_intervals(kept)
}
