//! Orders within an array: increasing values, and a value before another one.

use crate::bounds::EmptyBoundsError;
use parallax_model::ComparisonOperator;

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::ElementRange;
use crate::draft::ModelTerm;
use crate::error::{ArgumentError, FlatzincPostError};

/// Each term is at most, or less than, the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IncreasingBuiltin {
    terms: ElementRange,
    strict: bool,
}

impl IncreasingBuiltin {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(IncreasingBuiltin {
            terms: arguments.read_eithers()?,
            strict: name.contains("strictly"),
        })
    }

    fn neighbour_relation(&self) -> ComparisonOperator {
        if self.strict { ComparisonOperator::Lt } else { ComparisonOperator::Le }
    }
}

impl BuiltinRule for IncreasingBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let all: Vec<i64> = values.list_values(self.terms).collect();
        all.windows(2).all(|pair| if self.strict { pair[0] < pair[1] } else { pair[0] <= pair[1] })
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let (parts, relation) = (draft.int_operands(self.terms)?, self.neighbour_relation());
        let pairs =
            parts.windows(2).map(|pair| draft.terms.add_comparison(pair[0], relation, pair[1]));
        let pairs: Vec<_> = pairs.collect();
        Ok(ConstraintTruth::Bool(draft.terms.add_and(&pairs)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let terms: Vec<_> = draft.document.list_terms(self.terms).iter().collect();
        for pair in terms.windows(2) {
            let truth = draft.compare_terms(pair[0], self.neighbour_relation(), pair[1])?;
            draft.require_truth(truth)?;
        }
        Ok(())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        for pair in bounds.list_terms(self.terms).windows(2) {
            bounds.narrow_sum(&[(1, pair[0]), (-1, pair[1])], self.neighbour_relation(), 0)?;
        }
        Ok(())
    }
}

/// A term with the value `later` has one with the value `earlier` before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrecedeBuiltin {
    earlier: i64,
    later: i64,
    terms: ElementRange,
}

impl PrecedeBuiltin {
    /// Reads both values and the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let (earlier, later) = (arguments.read_number()?, arguments.read_number()?);
        Ok(PrecedeBuiltin { earlier, later, terms: arguments.read_ints()? })
    }
}

impl BuiltinRule for PrecedeBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let place = |value: i64| values.list_values(self.terms).position(|found| found == value);
        match (place(self.earlier), place(self.later)) {
            (_, None) => true,
            (Some(earlier), Some(later)) => earlier < later,
            (None, Some(_)) => false,
        }
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let items: Vec<ModelTerm> = draft.model_terms(self.terms)?;
        let mut seen = draft.terms.add_truth(false);
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            let is_later = draft.equals_value(item, self.later);
            let other = draft.terms.add_not(is_later);
            // Posted before the term counts as `earlier`: if both values are equal, no term
            // precedes itself.
            all.push(draft.terms.add_or(&[other, seen]));
            let is_earlier = draft.equals_value(item, self.earlier);
            seen = draft.terms.add_or(&[seen, is_earlier]);
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_and(&all)))
    }
}
