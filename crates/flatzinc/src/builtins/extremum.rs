//! The greatest and the least of some terms.

use crate::bounds::EmptyBoundsError;
use parallax_model::{ComparisonOperator, Extremum as Kind};

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::ModelTerm;
use crate::error::{ArgumentError, FlatzincPostError};
use crate::truth::TruthLiteral;

/// The terms of an extremum.
#[derive(Clone, Copy, Debug)]
enum ExtremumTerms {
    Pair(FlatzincTerm, FlatzincTerm),
    List(ElementRange),
}

/// `result` is the greatest or the least of the terms; false without terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtremumBuiltin {
    max: bool,
    over: ExtremumTerms,
    result: FlatzincTerm,
}

impl ExtremumBuiltin {
    /// Reads the terms and the result, which comes first if the terms are an array.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let max = matches!(name, "int_max" | "array_int_maximum");
        if name.starts_with("int") {
            let over = ExtremumTerms::Pair(arguments.read_int()?, arguments.read_int()?);
            return Ok(ExtremumBuiltin { max, over, result: arguments.read_int()? });
        }
        let result = arguments.read_int()?;
        Ok(ExtremumBuiltin { max, over: ExtremumTerms::List(arguments.read_ints()?), result })
    }

    fn model_terms(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Vec<ModelTerm>, FlatzincPostError> {
        match self.over {
            ExtremumTerms::Pair(a, b) => Ok(vec![draft.model_term(a)?, draft.model_term(b)?]),
            ExtremumTerms::List(list) => draft.model_terms(list),
        }
    }
}

impl BuiltinRule for ExtremumBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let all: Vec<i64> = match self.over {
            ExtremumTerms::Pair(a, b) => vec![values.term_value(a), values.term_value(b)],
            ExtremumTerms::List(list) => values.list_values(list).collect(),
        };
        let extremum = if self.max { all.iter().max() } else { all.iter().min() };
        extremum == Some(&values.term_value(self.result))
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let items = self.model_terms(draft)?;
        let parts: Vec<_> = items.into_iter().map(|item| draft.int_of(item)).collect();
        let result = draft.int_operand(self.result)?;
        let extremum =
            if self.max { draft.terms.add_max(&parts) } else { draft.terms.add_min(&parts) };
        Ok(match extremum {
            Some(own) => ConstraintTruth::Bool(draft.terms.add_comparison(
                own,
                ComparisonOperator::Eq,
                result,
            )),
            None => ConstraintTruth::from_literal(TruthLiteral::Known(false)),
        })
    }

    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let mut items = self.model_terms(draft)?;
        if items.is_empty() {
            return draft.post_clause(Vec::new());
        }
        // Of several constants, only the best one matters.
        let numbers = items.iter().filter_map(|item| match item {
            ModelTerm::Number(number) => Some(*number),
            ModelTerm::Variable(_) => None,
        });
        let number = if self.max { numbers.max() } else { numbers.min() };
        items.retain(|item| matches!(item, ModelTerm::Variable(_)));
        items.extend(number.map(ModelTerm::Number));
        let result = draft.term_variable(self.result)?;
        let scope = items
            .into_iter()
            .map(|item| draft.of_item(item))
            .collect::<Result<_, FlatzincPostError>>()?;
        draft.post_constraint(Kind { result, scope, max: self.max }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let terms = match self.over {
            ExtremumTerms::Pair(a, b) => vec![a, b],
            ExtremumTerms::List(list) => bounds.list_terms(list),
        };
        let spans = || terms.iter().map(|&term| bounds.term_span(term));
        let end = |own: Option<i64>| own.unwrap_or_default().into();
        let (low, high): (i128, i128) = if self.max {
            (end(spans().map(|own| own.low).max()), end(spans().map(|own| own.high).max()))
        } else {
            (end(spans().map(|own| own.low).min()), end(spans().map(|own| own.high).min()))
        };
        if terms.is_empty() {
            return Err(crate::bounds::EmptyBoundsError);
        }
        bounds.narrow_within(self.result, low, high)?;
        let result = bounds.term_span(self.result);
        // No term is beyond the extremum, whichever term attains it.
        for &term in &terms {
            if self.max {
                bounds.narrow_within(term, i128::MIN, result.high.into())?;
            } else {
                bounds.narrow_within(term, result.low.into(), i128::MAX)?;
            }
        }
        Ok(())
    }
}
