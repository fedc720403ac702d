//! Membership in a constant set.

use crate::bounds::Empty;
use parallax_model::{Atom, Domain, Relation};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{IntSet, Term};
use crate::draft::Item;
use crate::error::{ArgumentError, PostError};
use crate::int_set::{has, values as values_of};
use crate::truth::Literal;

/// The term has a value in the set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetIn {
    pub(crate) term: Term,
    pub(crate) set: IntSet,
}

impl SetIn {
    /// Reads the term and the set.
    pub(super) fn read(_: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        Ok(SetIn { term: arguments.int()?, set: arguments.set()? })
    }
}

impl Rule for SetIn {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let value = values.term(self.term);
        values.set(self.set).iter().any(|&(low, high)| low <= value && value <= high)
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let set = draft.set(self.set);
        let variable = match draft.item(self.term)? {
            Item::Number(number) => return Ok(Truth::Known(has(set, number))),
            Item::Variable(variable) => variable,
        };
        let (domain, values) = (draft.model.domain(variable), values_of(set));
        draft.spend(domain.intervals().count() + values.intervals().count())?;
        let domain = draft.model.domain(variable);
        let kept = meet(domain, &values);
        if kept == *domain {
            return Ok(Truth::Known(true));
        }
        let (Some(low), Some(high)) = (kept.min(), kept.max()) else {
            return Ok(Truth::Known(false));
        };
        if meet(domain, &Domain::range(low, high)) != kept {
            let term = draft.int(self.term)?;
            return Ok(Truth::Bool(draft.terms.member(term, kept)));
        }
        let atom = |relation, value| Literal::Atom(Atom::new(variable, relation, value));
        let mut literals = Vec::with_capacity(2);
        if low == high {
            literals.push(atom(Relation::Eq, low));
        } else {
            if domain.min() < Some(low) {
                literals.push(atom(Relation::Ge, low));
            }
            if domain.max() > Some(high) {
                literals.push(atom(Relation::Le, high));
            }
        }
        Ok(Truth::all(literals))
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        bounds.within_set(self.term, bounds.set(self.set))
    }
}

/// Returns the values in both domains.
fn meet(a: &Domain, b: &Domain) -> Domain {
    let (mut kept, mut left, mut right) = (Vec::new(), a.intervals(), b.intervals());
    let (mut one, mut other) = (left.next(), right.next());
    while let (Some((low, high)), Some((from, to))) = (one, other) {
        kept.push((low.max(from), high.min(to)));
        if high < to {
            one = left.next();
        } else {
            other = right.next();
        }
    }
    Domain::from_intervals(kept)
}
