//! All values different, or all equal.

use crate::bounds::EmptyBoundsError;
use parallax_model::{
    AllDifferent as Kind, ComparisonOperator, Constraint, GlobalCardinality, ValueOccurrence,
};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::ElementRange;
use crate::error::{ArgumentError, FlatzincPostError};

/// No two terms are equal, unless both are the exception.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllDifferentBuiltin {
    terms: ElementRange,
    /// Whether any number of terms may be 0.
    except_0: bool,
}

impl AllDifferentBuiltin {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(AllDifferentBuiltin {
            terms: arguments.read_ints()?,
            except_0: name.ends_with("except_0"),
        })
    }
}

impl BuiltinRule for AllDifferentBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let mut all: Vec<i64> = values.list_values(self.terms).collect();
        all.retain(|&value| !self.except_0 || value != 0);
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let parts = draft.int_operands(self.terms)?;
        if !self.except_0 {
            return Ok(ConstraintTruth::Bool(draft.terms.add_distinct(&parts)));
        }
        draft.spend_pieces(parts.len().saturating_mul(parts.len()))?;
        let zero = draft.terms.add_number(0);
        let mut pairs = Vec::new();
        for (place, &left) in parts.iter().enumerate() {
            let is_zero = draft.terms.add_comparison(left, ComparisonOperator::Eq, zero);
            for &right in &parts[..place] {
                let differ = draft.terms.add_comparison(left, ComparisonOperator::Ne, right);
                // One side suffices: if only `right` is 0, the two differ anyway.
                pairs.push(draft.terms.add_or(&[is_zero, differ]));
            }
        }
        Ok(ConstraintTruth::Bool(draft.terms.add_and(&pairs)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        if !self.except_0 {
            let scope = draft.list_variables(self.terms)?;
            return draft.post_constraint(Constraint::AllDifferent(Kind { scope }));
        }
        let items = draft.model_terms(self.terms)?;
        let Some(values) = draft.union_domain(&items)? else {
            let truth = self.build_truth(draft)?;
            return draft.require_truth(truth);
        };
        let scope = draft.list_variables(self.terms)?;
        // Every value but 0 occurs at most once.
        let values = values.into_iter().filter(|&value| value != 0);
        let occurrences = values.map(|value| ValueOccurrence { value, min: 0, max: 1 }).collect();
        draft.post_constraint(GlobalCardinality { scope, occurrences, closed: false }.into())
    }
}

/// All terms are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllEqualBuiltin {
    terms: ElementRange,
}

impl AllEqualBuiltin {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(AllEqualBuiltin { terms: arguments.read_eithers()? })
    }
}

impl BuiltinRule for AllEqualBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let all: Vec<i64> = values.list_values(self.terms).collect();
        all.iter().all(|value| value == &all[0])
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let parts = draft.int_operands(self.terms)?;
        Ok(ConstraintTruth::Bool(draft.terms.all_equal(&parts)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let terms: Vec<_> = draft.document.list_terms(self.terms).iter().collect();
        for pair in terms.windows(2) {
            let truth = draft.compare_terms(pair[0], ComparisonOperator::Eq, pair[1])?;
            draft.require_truth(truth)?;
        }
        Ok(())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        for pair in bounds.list_terms(self.terms).windows(2) {
            bounds.narrow_sum(&[(1, pair[0]), (-1, pair[1])], ComparisonOperator::Eq, 0)?;
        }
        Ok(())
    }
}
