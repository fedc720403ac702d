//! Numbers of occurrences, and of different values.

use crate::bounds::EmptyBoundsError;
use parallax_model::flatten::BoolExpression;
use parallax_model::{ComparisonOperator, Count as Kind, DistinctCount, Domain, Value};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm, IntSet};
use crate::draft::ModelTerm;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::int_set::make_set_domain;

/// The values that are counted.
#[derive(Clone, Copy, Debug)]
enum CountedValues {
    Equal(FlatzincTerm),
    In(IntSet),
}

/// `total` is the number of terms with a counted value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountBuiltin {
    terms: ElementRange,
    counted: CountedValues,
    total: FlatzincTerm,
}

impl CountBuiltin {
    /// Reads terms, value and total, or the total, terms and set.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        if name == "parallax_among" {
            let (total, terms) = (arguments.read_int()?, arguments.read_ints()?);
            return Ok(CountBuiltin {
                terms,
                counted: CountedValues::In(arguments.read_set()?),
                total,
            });
        }
        let (terms, value) = (arguments.read_ints()?, arguments.read_int()?);
        Ok(CountBuiltin {
            terms,
            counted: CountedValues::Equal(value),
            total: arguments.read_int()?,
        })
    }

    /// Returns the values of models that are counted; `None` for a variable.
    fn counted_domain(
        &self,
        draft: &FlatzincModelDraft<'_>,
    ) -> Result<Option<Domain>, FlatzincPostError> {
        Ok(match self.counted {
            CountedValues::In(set) => Some(make_set_domain(draft.set_ranges(set))),
            CountedValues::Equal(value) => match draft.model_term(value)? {
                ModelTerm::Number(number) => {
                    Some(Domain::from_values(Value::try_from(number).ok()))
                }
                ModelTerm::Variable(_) => None,
            },
        })
    }

    /// Returns whether each term is counted, as an expression.
    fn counted_terms(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Vec<BoolExpression>, FlatzincPostError> {
        let terms = draft.int_operands(self.terms)?;
        let values = self.counted_domain(draft)?;
        let other = match self.counted {
            CountedValues::Equal(value) => Some(draft.int_operand(value)?),
            CountedValues::In(_) => None,
        };
        Ok(terms
            .into_iter()
            .map(|term| match (&values, other) {
                (_, Some(other)) => draft.terms.add_comparison(term, ComparisonOperator::Eq, other),
                (values, None) => draft
                    .terms
                    .add_member(term, values.clone().unwrap_or_else(|| Domain::from_values([]))),
            })
            .collect())
    }
}

impl BuiltinRule for CountBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let is_counted = |value: &i64| match self.counted {
            CountedValues::Equal(term) => values.term_value(term) == *value,
            CountedValues::In(set) => {
                values.set_ranges(set).iter().any(|&(low, high)| low <= *value && *value <= high)
            }
        };
        let count = values.list_values(self.terms).filter(is_counted).count();
        count as i128 == i128::from(values.term_value(self.total))
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let parts = self.counted_terms(draft)?;
        let ones: Vec<_> = parts.into_iter().map(|part| draft.terms.number_of(part)).collect();
        let (sum, total) = (draft.terms.add_sum(&ones), draft.int_operand(self.total)?);
        Ok(ConstraintTruth::Bool(draft.terms.add_comparison(sum, ComparisonOperator::Eq, total)))
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let items = draft.model_terms(self.terms)?;
        let (Some(values), Some(all)) = (self.counted_domain(draft)?, draft.union_domain(&items)?)
        else {
            let truth = self.build_truth(draft)?;
            return draft.require_truth(truth);
        };
        // Only values that some term can have: the counted set may be far larger.
        let values = all.into_iter().filter(|&value| values.contains(value)).collect();
        let (scope, total) = (draft.list_variables(self.terms)?, draft.term_variable(self.total)?);
        draft.post_constraint(Kind { scope, values, total }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let term_count = bounds.list_terms(self.terms).len();
        bounds.narrow_within(self.total, 0, term_count as i128)
    }
}

/// `total` is the number of different values of the terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistinctBuiltin {
    terms: ElementRange,
    total: FlatzincTerm,
}

impl DistinctBuiltin {
    /// Reads the total and the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let total = arguments.read_int()?;
        Ok(DistinctBuiltin { terms: arguments.read_ints()?, total })
    }
}

impl BuiltinRule for DistinctBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let all: std::collections::BTreeSet<i64> = values.list_values(self.terms).collect();
        all.len() as i128 == i128::from(values.term_value(self.total))
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        // Constants in the list become hidden variables, as the constraint of models needs.
        let (scope, except) = (draft.list_variables(self.terms)?, Vec::new());
        if scope.is_empty() {
            let truth =
                draft.compare_terms(self.total, ComparisonOperator::Eq, FlatzincTerm::Value(0))?;
            return draft.require_truth(truth);
        }
        let total = draft.term_variable(self.total)?;
        let kind = DistinctCount { scope, except, total };
        draft.post_constraint(kind.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let term_count = bounds.list_terms(self.terms).len();
        bounds.narrow_within(self.total, i128::from(term_count > 0), term_count as i128)
    }
}
