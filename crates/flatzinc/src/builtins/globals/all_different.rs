//! All values different, or all equal.

use crate::bounds::Empty;
use parallax_model::{AllDifferent as Kind, Constraint, GlobalCardinality, Occurrence, Relation};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::List;
use crate::error::{ArgumentError, PostError};

/// No two terms are equal, unless both are the exception.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllDifferent {
    terms: List,
    /// Whether any number of terms may be 0.
    except_0: bool,
}

impl AllDifferent {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(AllDifferent { terms: arguments.ints()?, except_0: name.ends_with("except_0") })
    }
}

impl Rule for AllDifferent {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let mut all: Vec<i64> = values.list(self.terms).collect();
        all.retain(|&value| !self.except_0 || value != 0);
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let parts = draft.ints(self.terms)?;
        if !self.except_0 {
            return Ok(Truth::Bool(draft.terms.distinct(&parts)));
        }
        draft.spend(parts.len().saturating_mul(parts.len()))?;
        let zero = draft.terms.number(0);
        let mut pairs = Vec::new();
        for (place, &left) in parts.iter().enumerate() {
            let is_zero = draft.terms.compare(left, Relation::Eq, zero);
            for &right in &parts[..place] {
                let differ = draft.terms.compare(left, Relation::Ne, right);
                pairs.push(draft.terms.or(&[is_zero, differ]));
            }
        }
        Ok(Truth::Bool(draft.terms.and(&pairs)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        if !self.except_0 {
            let scope = draft.variables(self.terms)?;
            return draft.post(Constraint::AllDifferent(Kind { scope }));
        }
        let items = draft.items(self.terms)?;
        let Some(values) = draft.union(&items)? else {
            let truth = self.truth(draft)?;
            return draft.require(truth);
        };
        let scope = draft.variables(self.terms)?;
        let values = values.into_iter().filter(|&value| value != 0);
        let occurrences = values.map(|value| Occurrence { value, min: 0, max: 1 }).collect();
        draft.post(GlobalCardinality { scope, occurrences, closed: false }.into())
    }
}

/// All terms are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllEqual {
    terms: List,
}

impl AllEqual {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(AllEqual { terms: arguments.eithers()? })
    }
}

impl Rule for AllEqual {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let all: Vec<i64> = values.list(self.terms).collect();
        all.iter().all(|value| value == &all[0])
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let parts = draft.ints(self.terms)?;
        Ok(Truth::Bool(draft.terms.all_equal(&parts)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let terms: Vec<_> = draft.document.list(self.terms).iter().collect();
        for pair in terms.windows(2) {
            let truth = draft.comparison(pair[0], Relation::Eq, pair[1])?;
            draft.require(truth)?;
        }
        Ok(())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        for pair in bounds.list(self.terms).windows(2) {
            bounds.related(&[(1, pair[0]), (-1, pair[1])], Relation::Eq, 0)?;
        }
        Ok(())
    }
}
