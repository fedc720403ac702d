//! Sums of products with constants: `int_lin_eq` and its kin.

use crate::bounds::EmptyBoundsError;
use parallax_model::ComparisonOperator;

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincDocument, FlatzincTerm};
use crate::error::{ArgumentError, FlatzincPostError};

/// `sum of coefficient * term, relation, bound`. Terms may repeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinearBuiltin {
    coefficients: ElementRange,
    terms: ElementRange,
    pub(crate) relation: ComparisonOperator,
    bound: FlatzincTerm,
}

impl LinearBuiltin {
    /// Reads coefficients, terms and the bound, which may be a variable if the terms are bools.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        // All names of these constraints end with their relation.
        let relation = match name.get(name.len() - 2..) {
            Some("eq") => ComparisonOperator::Eq,
            Some("ne") => ComparisonOperator::Ne,
            Some("le") => ComparisonOperator::Le,
            Some("lt") => ComparisonOperator::Lt,
            Some("ge") => ComparisonOperator::Ge,
            _ => ComparisonOperator::Gt,
        };
        let coefficients = arguments.read_numbers()?;
        let is_bool = name.starts_with("bool");
        let terms = if is_bool { arguments.read_bools()? } else { arguments.read_ints()? };
        arguments.same_length(coefficients, terms)?;
        let bound = if is_bool {
            arguments.read_int()?
        } else {
            FlatzincTerm::Value(arguments.read_number()?)
        };
        Ok(LinearBuiltin { coefficients, terms, relation, bound })
    }

    /// Returns the coefficients and terms of `sum - bound`.
    pub(crate) fn sum_parts<'d>(
        &self,
        document: &'d FlatzincDocument,
    ) -> impl Iterator<Item = (i64, FlatzincTerm)> + use<'d> {
        let coefficients = document.list_terms(self.coefficients).iter().map(|term| match term {
            FlatzincTerm::Value(value) => value,
            FlatzincTerm::Var(_) => 0,
        });
        let terms = document.list_terms(self.terms).iter();
        coefficients.zip(terms).chain([(-1, self.bound)])
    }
}

impl BuiltinRule for LinearBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let mut sum = -i128::from(values.term_value(self.bound));
        for (factor, value) in
            values.list_values(self.coefficients).zip(values.list_values(self.terms))
        {
            sum += i128::from(factor) * i128::from(value);
        }
        match self.relation {
            ComparisonOperator::Eq => sum == 0,
            ComparisonOperator::Ne => sum != 0,
            ComparisonOperator::Le => sum <= 0,
            ComparisonOperator::Lt => sum < 0,
            ComparisonOperator::Ge => sum >= 0,
            ComparisonOperator::Gt => sum > 0,
        }
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        draft.compare_term_sum(self.sum_parts(draft.document), self.relation, 0)
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        // Only charges the work: the terms themselves come with their coefficients below.
        bounds.list_terms(self.terms);
        let parts: Vec<(i64, FlatzincTerm)> = self.sum_parts(bounds.document()).collect();
        bounds.narrow_sum(&parts, self.relation, 0)
    }
}
