//! Conjunctions, disjunctions and clauses of bools.

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::bounds::EmptyBoundsError;
use crate::document::{ElementRange, FlatzincTerm};
use crate::error::{ArgumentError, FlatzincPostError};

/// The bools of a junction.
#[derive(Clone, Copy, Debug)]
enum JunctionTerms {
    Pair(FlatzincTerm, FlatzincTerm),
    List(ElementRange),
}

/// All bools are true, or one is. `builtin_entry.rs` reads the bool that states whether it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JunctionBuiltin {
    all: bool,
    over: JunctionTerms,
}

impl JunctionBuiltin {
    /// Reads the bools.
    pub(super) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let over = if name.starts_with("array") {
            JunctionTerms::List(arguments.read_bools()?)
        } else {
            JunctionTerms::Pair(arguments.read_bool()?, arguments.read_bool()?)
        };
        Ok(JunctionBuiltin { all: name.ends_with("and"), over })
    }
}

impl BuiltinRule for JunctionBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let bools: Vec<i64> = match self.over {
            JunctionTerms::Pair(a, b) => vec![values.term_value(a), values.term_value(b)],
            JunctionTerms::List(list) => values.list_values(list).collect(),
        };
        if self.all { bools.iter().all(|&value| value == 1) } else { bools.contains(&1) }
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let literals = match self.over {
            JunctionTerms::Pair(a, b) => {
                vec![draft.bool_literal(a, true)?, draft.bool_literal(b, true)?]
            }
            JunctionTerms::List(list) => draft.bool_literals(list, true)?,
        };
        Ok(if self.all {
            ConstraintTruth::from_all(literals)
        } else {
            ConstraintTruth::from_any(literals)
        })
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let terms = match self.over {
            JunctionTerms::Pair(a, b) => vec![a, b],
            JunctionTerms::List(list) => bounds.list_terms(list),
        };
        if self.all {
            return terms.iter().try_for_each(|&term| bounds.narrow_within(term, 1, 1));
        }
        tighten_last(bounds, terms.into_iter().map(|term| (term, 1)))
    }
}

/// One of the first bools is true, or one of the second ones false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseBuiltin {
    positive: ElementRange,
    negative: ElementRange,
}

impl ClauseBuiltin {
    /// Reads both lists.
    pub(super) fn read(_: &str, arguments: &mut ArgumentCursor<'_>) -> Result<Self, ArgumentError> {
        Ok(ClauseBuiltin { positive: arguments.read_bools()?, negative: arguments.read_bools()? })
    }
}

impl BuiltinRule for ClauseBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        values.list_values(self.positive).any(|value| value == 1)
            || values.list_values(self.negative).any(|value| value == 0)
    }

    fn build_truth(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        let mut literals = draft.bool_literals(self.positive, true)?;
        literals.extend(draft.bool_literals(self.negative, false)?);
        Ok(ConstraintTruth::from_any(literals))
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let (positive, negative) =
            (bounds.list_terms(self.positive), bounds.list_terms(self.negative));
        let positive = positive.into_iter().map(|term| (term, 1));
        tighten_last(bounds, positive.chain(negative.into_iter().map(|term| (term, 0))))
    }
}

/// Gives the only bool that may still have its value this value: one of them has it.
fn tighten_last(
    bounds: &mut BoundsStore<'_>,
    literals: impl Iterator<Item = (FlatzincTerm, i64)>,
) -> Result<(), EmptyBoundsError> {
    let mut open = None;
    for (term, value) in literals {
        let span = bounds.term_span(term);
        if span.low == span.high {
            if span.low == value {
                return Ok(());
            }
        } else if open.replace((term, value)).is_some_and(|other| other != (term, value)) {
            // Two different literals are open, so none is forced. A repeated one counts once.
            return Ok(());
        }
    }
    // Without an open literal, all are false.
    let (term, value) = open.ok_or(crate::bounds::EmptyBoundsError)?;
    bounds.narrow_within(term, value.into(), value.into())
}
