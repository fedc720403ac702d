//! The parity of a number of bools.

use parallax_model::{Domain, Relation, Term as Part};

use super::arguments::Arguments;
use super::{Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::List;
use crate::draft::value;
use crate::error::{ArgumentError, PostError};

/// The number of true bools is odd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parity {
    bools: List,
}

impl Parity {
    /// Reads the bools.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(Parity { bools: arguments.bools()? })
    }
}

impl Rule for Parity {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        values.list(self.bools).filter(|&own| own == 1).count() % 2 == 1
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let terms = draft.document.list(self.bools);
        let flags =
            terms.iter().map(|term| draft.flag(term)).collect::<Result<Vec<_>, PostError>>()?;
        Ok(Truth::Bool(draft.terms.odd(&flags)))
    }

    /// Posts that the sum of the bools is `2 * half + 1`.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let terms = draft.document.list(self.bools).iter().map(|term| (1, term));
        let (mut parts, constant) = draft.merged(terms)?;
        let most = parts.iter().fold(constant, |sum, own| sum.saturating_add(own.coefficient));
        let half = draft.hidden(Domain::range(0, value(most / 2)?))?;
        parts.push(Part { coefficient: -2, variable: half });
        let truth = draft.related(parts, Relation::Eq, 1 - constant)?;
        draft.require(truth)
    }
}
