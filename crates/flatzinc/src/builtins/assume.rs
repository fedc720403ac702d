//! Assumptions and parts: bools that hold, and that a core of an unsatisfiable model names.

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::bounds::Empty;
use crate::document::{List, Term};
use crate::error::{ArgumentError, PostError};

/// Each of these bools is true (`experimental/assume.mzn`, MiniZinc 2.10). As a constraint it is
/// their conjunction. Each bool is a part of its own in explanations, and the other constraints
/// are facts there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assume {
    /// The bools.
    pub(crate) bools: List,
}

impl Assume {
    /// Reads the bools.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(Assume { bools: arguments.bools()? })
    }
}

impl Rule for Assume {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        values.list(self.bools).all(|own| own == 1)
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        Ok(Truth::all(draft.literals(self.bools, true)?))
    }

    /// Posts each bool under its own label.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let document = draft.document;
        for term in document.list(self.bools).iter() {
            draft.label = document.assumption_label(term);
            let literal = draft.literal(term, true)?;
            draft.require(Truth::all(vec![literal]))?;
        }
        Ok(())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        if !bounds.assumes {
            return Ok(());
        }
        bounds.list(self.bools).into_iter().try_for_each(|term| bounds.within(term, 1, 1))
    }
}

/// The bool that switches a part of an explanation on. The annotation of the constraint names the
/// part; the other constraints are facts in explanations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    bool: Term,
}

impl Part {
    /// Reads the bool.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(Part { bool: arguments.bool()? })
    }
}

impl Rule for Part {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        values.term(self.bool) == 1
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        Ok(Truth::all(vec![draft.literal(self.bool, true)?]))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.label = draft.document.part_label(draft.entry as usize);
        let truth = self.truth(draft)?;
        draft.require(truth)
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        if bounds.assumes { bounds.within(self.bool, 1, 1) } else { Ok(()) }
    }
}
