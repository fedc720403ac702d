//! Two arrays in lexicographic order.

use parallax_model::{ComparisonOperator, Lexicographic};

use super::{ArgumentCursor, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::ElementRange;
use crate::error::{ArgumentError, FlatzincPostError};

/// The left array comes before the right one; an array comes before those that it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LexBuiltin {
    left: ElementRange,
    right: ElementRange,
    /// Whether equal arrays are excluded.
    strict: bool,
}

impl LexBuiltin {
    /// Reads both arrays.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let strict = !name.contains("lesseq") && name != "array_int_lq";
        let (left, right) = if name.ends_with("bool") {
            (arguments.read_bools()?, arguments.read_bools()?)
        } else {
            (arguments.read_ints()?, arguments.read_ints()?)
        };
        Ok(LexBuiltin { left, right, strict })
    }

    /// Returns the number of places that both have, and whether arrays that agree there are
    /// excluded.
    fn common_length(&self, draft: &FlatzincModelDraft<'_>) -> (usize, bool) {
        let [left, right] =
            [self.left, self.right].map(|list| draft.document.list_terms(list).len());
        // If the common part agrees, the shorter array comes first, so a longer left array is
        // excluded in any case, and one of the same length if the order is strict.
        (left.min(right), if self.strict { left >= right } else { left > right })
    }
}

impl BuiltinRule for LexBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        match values.list_values(self.left).cmp(values.list_values(self.right)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => !self.strict,
            std::cmp::Ordering::Greater => false,
        }
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let (left, right) = (draft.int_operands(self.left)?, draft.int_operands(self.right)?);
        let (places, strict) = self.common_length(draft);
        // From the last place to the first: less here, or equal here and in order after it.
        let mut rest = draft.terms.add_truth(!strict);
        for place in (0..places).rev() {
            let (a, b) = (left[place], right[place]);
            let less = draft.terms.add_comparison(a, ComparisonOperator::Lt, b);
            let same = draft.terms.add_comparison(a, ComparisonOperator::Eq, b);
            let later = draft.terms.add_and(&[same, rest]);
            rest = draft.terms.add_or(&[less, later]);
        }
        Ok(ConstraintTruth::Bool(rest))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let (mut left, mut right) =
            (draft.list_variables(self.left)?, draft.list_variables(self.right)?);
        let (places, strict) = self.common_length(draft);
        // The constraint of models needs vectors of one length; `strict` has absorbed the
        // difference.
        left.truncate(places);
        right.truncate(places);
        if places == 0 {
            return if strict { draft.post_clause(Vec::new()) } else { Ok(()) };
        }
        draft.post_constraint(Lexicographic { left, right, strict }.into())
    }
}
