//! Conjunctions, disjunctions and clauses of bools.

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::bounds::Empty;
use crate::document::{List, Term};
use crate::error::{ArgumentError, PostError};

/// The bools of a junction.
#[derive(Clone, Copy, Debug)]
enum Over {
    Pair(Term, Term),
    List(List),
}

/// All bools are true, or one is. `builtins/mod.rs` reads the bool that says whether it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Junction {
    all: bool,
    over: Over,
}

impl Junction {
    /// Reads the bools.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let over = if name.starts_with("array") {
            Over::List(arguments.bools()?)
        } else {
            Over::Pair(arguments.bool()?, arguments.bool()?)
        };
        Ok(Junction { all: name.ends_with("and"), over })
    }
}

impl Rule for Junction {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let bools: Vec<i64> = match self.over {
            Over::Pair(a, b) => vec![values.term(a), values.term(b)],
            Over::List(list) => values.list(list).collect(),
        };
        if self.all { bools.iter().all(|&own| own == 1) } else { bools.contains(&1) }
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let literals = match self.over {
            Over::Pair(a, b) => vec![draft.literal(a, true)?, draft.literal(b, true)?],
            Over::List(list) => draft.literals(list, true)?,
        };
        Ok(if self.all { Truth::all(literals) } else { Truth::any(literals) })
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let terms = match self.over {
            Over::Pair(a, b) => vec![a, b],
            Over::List(list) => bounds.list(list),
        };
        if self.all {
            return terms.iter().try_for_each(|&term| bounds.within(term, 1, 1));
        }
        tighten_last(bounds, terms.into_iter().map(|term| (term, 1)))
    }
}

/// One of the first bools is true, or one of the second ones false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    positive: List,
    negative: List,
}

impl Clause {
    /// Reads both lists.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(Clause { positive: arguments.bools()?, negative: arguments.bools()? })
    }
}

impl Rule for Clause {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        values.list(self.positive).any(|own| own == 1)
            || values.list(self.negative).any(|own| own == 0)
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let mut literals = draft.literals(self.positive, true)?;
        literals.extend(draft.literals(self.negative, false)?);
        Ok(Truth::any(literals))
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let (positive, negative) = (bounds.list(self.positive), bounds.list(self.negative));
        let positive = positive.into_iter().map(|term| (term, 1));
        tighten_last(bounds, positive.chain(negative.into_iter().map(|term| (term, 0))))
    }
}

/// Gives the only bool that may still have its value this value: one of them has it.
fn tighten_last(
    bounds: &mut Bounds<'_>,
    literals: impl Iterator<Item = (Term, i64)>,
) -> Result<(), Empty> {
    let mut open = None;
    for (term, value) in literals {
        let span = bounds.span(term);
        if span.low == span.high {
            if span.low == value {
                return Ok(());
            }
        } else if open.replace((term, value)).is_some_and(|other| other != (term, value)) {
            return Ok(());
        }
    }
    let (term, value) = open.ok_or(crate::bounds::Empty)?;
    bounds.within(term, value.into(), value.into())
}
