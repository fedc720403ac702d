//! Orders within an array: increasing values, and a value before another one.

use crate::bounds::Empty;
use parallax_model::Relation;

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::List;
use crate::draft::Item;
use crate::error::{ArgumentError, PostError};

/// Each term is at most, or less than, the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Increasing {
    terms: List,
    strict: bool,
}

impl Increasing {
    /// Reads the terms.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        Ok(Increasing { terms: arguments.eithers()?, strict: name.contains("strictly") })
    }

    fn relation(&self) -> Relation {
        if self.strict { Relation::Lt } else { Relation::Le }
    }
}

impl Rule for Increasing {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let all: Vec<i64> = values.list(self.terms).collect();
        all.windows(2).all(|pair| if self.strict { pair[0] < pair[1] } else { pair[0] <= pair[1] })
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let (parts, relation) = (draft.ints(self.terms)?, self.relation());
        let pairs = parts.windows(2).map(|pair| draft.terms.compare(pair[0], relation, pair[1]));
        let pairs: Vec<_> = pairs.collect();
        Ok(Truth::Bool(draft.terms.and(&pairs)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let terms: Vec<_> = draft.document.list(self.terms).iter().collect();
        for pair in terms.windows(2) {
            let truth = draft.comparison(pair[0], self.relation(), pair[1])?;
            draft.require(truth)?;
        }
        Ok(())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        for pair in bounds.list(self.terms).windows(2) {
            bounds.related(&[(1, pair[0]), (-1, pair[1])], self.relation(), 0)?;
        }
        Ok(())
    }
}

/// A term with the value `later` has one with the value `earlier` before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precede {
    earlier: i64,
    later: i64,
    terms: List,
}

impl Precede {
    /// Reads both values and the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let (earlier, later) = (arguments.number()?, arguments.number()?);
        Ok(Precede { earlier, later, terms: arguments.ints()? })
    }
}

impl Rule for Precede {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let place = |value: i64| values.list(self.terms).position(|own| own == value);
        match (place(self.earlier), place(self.later)) {
            (_, None) => true,
            (Some(earlier), Some(later)) => earlier < later,
            (None, Some(_)) => false,
        }
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let items: Vec<Item> = draft.items(self.terms)?;
        let mut seen = draft.terms.truth(false);
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            let is_later = draft.equals(item, self.later);
            let other = draft.terms.not(is_later);
            all.push(draft.terms.or(&[other, seen]));
            let is_earlier = draft.equals(item, self.earlier);
            seen = draft.terms.or(&[seen, is_earlier]);
        }
        Ok(Truth::Bool(draft.terms.and(&all)))
    }
}
