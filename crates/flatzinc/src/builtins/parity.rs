//! The parity of a number of bools.

use parallax_model::{ComparisonOperator, Domain, LinearTerm as Part};

use super::arguments::ArgumentCursor;
use super::{BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::ElementRange;
use crate::draft::model_value;
use crate::error::{ArgumentError, FlatzincPostError};

/// The number of true bools is odd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParityBuiltin {
    bools: ElementRange,
}

impl ParityBuiltin {
    /// Reads the bools.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(ParityBuiltin { bools: arguments.read_bools()? })
    }
}

impl BuiltinRule for ParityBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        values.list_values(self.bools).filter(|&value| value == 1).count() % 2 == 1
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let terms = draft.document.list_terms(self.bools);
        let flags = terms
            .iter()
            .map(|term| draft.bool_operand(term))
            .collect::<Result<Vec<_>, FlatzincPostError>>()?;
        Ok(ConstraintTruth::Bool(draft.terms.add_parity(&flags)))
    }

    /// Posts that the sum of the bools is `2 * half + 1`.
    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let terms = draft.document.list_terms(self.bools).iter().map(|term| (1, term));
        let (mut parts, constant) = draft.merge_sum(terms)?;
        let max_sum = parts.iter().fold(constant, |sum, part| sum.saturating_add(part.coefficient));
        // The sum determines the hidden half, so it does not multiply the solutions.
        let half = draft.new_hidden(Domain::from_range(0, model_value(max_sum / 2)?))?;
        parts.push(Part { coefficient: -2, variable: half });
        let truth = draft.compare_sum(parts, ComparisonOperator::Eq, 1 - constant)?;
        draft.require_truth(truth)
    }
}
