//! Assumptions and parts: bools that hold, and that a core of an unsatisfiable model names.

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::bounds::EmptyBoundsError;
use crate::document::{ElementRange, FlatzincTerm};
use crate::error::{ArgumentError, FlatzincPostError};

/// Each of these bools is true (`experimental/assume.mzn`, MiniZinc 2.10). As a constraint it is
/// their conjunction. Each bool is a part of its own in explanations, and the other constraints
/// are facts there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AssumeBuiltin {
    /// The bools.
    pub(crate) bools: ElementRange,
}

impl AssumeBuiltin {
    /// Reads the bools.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(AssumeBuiltin { bools: arguments.read_bools()? })
    }
}

impl BuiltinRule for AssumeBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        values.list_values(self.bools).all(|value| value == 1)
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Ok(ConstraintTruth::from_all(draft.bool_literals(self.bools, true)?))
    }

    /// Posts each bool under its own label.
    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let document = draft.document;
        for term in document.list_terms(self.bools).iter() {
            draft.label = document.assumption_label(term);
            let literal = draft.bool_literal(term, true)?;
            draft.require_truth(ConstraintTruth::from_all(vec![literal]))?;
        }
        Ok(())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        // A core leaves out assumptions, so the bounds of a model to explain must hold without
        // them.
        if !bounds.assumes {
            return Ok(());
        }
        bounds
            .list_terms(self.bools)
            .into_iter()
            .try_for_each(|term| bounds.narrow_within(term, 1, 1))
    }
}

/// The bool that switches a part of an explanation on. The annotation of the constraint names the
/// part; the other constraints are facts in explanations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartBuiltin {
    bool: FlatzincTerm,
}

impl PartBuiltin {
    /// Reads the bool.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(PartBuiltin { bool: arguments.read_bool()? })
    }
}

impl BuiltinRule for PartBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        values.term_value(self.bool) == 1
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Ok(ConstraintTruth::from_all(vec![draft.bool_literal(self.bool, true)?]))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        draft.label = draft.document.part_label(draft.entry as usize);
        let truth = self.build_truth(draft)?;
        draft.require_truth(truth)
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        if bounds.assumes { bounds.narrow_within(self.bool, 1, 1) } else { Ok(()) }
    }
}
