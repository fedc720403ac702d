//! Numbers of occurrences, and of different values.

use crate::bounds::Empty;
use parallax_model::flatten::Bool;
use parallax_model::{Count as Kind, DistinctCount, Domain, Relation, Value};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{IntSet, List, Term};
use crate::draft::Item;
use crate::error::{ArgumentError, PostError};
use crate::int_set::values;

/// The values that are counted.
#[derive(Clone, Copy, Debug)]
enum Counted {
    Equal(Term),
    In(IntSet),
}

/// `total` is the number of terms with a counted value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    terms: List,
    counted: Counted,
    total: Term,
}

impl Count {
    /// Reads terms, value and total, or the total, terms and set.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        if name == "parallax_among" {
            let (total, terms) = (arguments.int()?, arguments.ints()?);
            return Ok(Count { terms, counted: Counted::In(arguments.set()?), total });
        }
        let (terms, value) = (arguments.ints()?, arguments.int()?);
        Ok(Count { terms, counted: Counted::Equal(value), total: arguments.int()? })
    }

    /// Returns the values of models that are counted; `None` for a variable.
    fn values(&self, draft: &Draft<'_>) -> Result<Option<Domain>, PostError> {
        Ok(match self.counted {
            Counted::In(set) => Some(values(draft.set(set))),
            Counted::Equal(value) => match draft.item(value)? {
                Item::Number(number) => Some(Domain::of(Value::try_from(number).ok())),
                Item::Variable(_) => None,
            },
        })
    }

    /// Returns whether each term is counted, as an expression.
    fn parts(&self, draft: &mut Draft<'_>) -> Result<Vec<Bool>, PostError> {
        let terms = draft.ints(self.terms)?;
        let values = self.values(draft)?;
        let other = match self.counted {
            Counted::Equal(value) => Some(draft.int(value)?),
            Counted::In(_) => None,
        };
        Ok(terms
            .into_iter()
            .map(|term| match (&values, other) {
                (_, Some(other)) => draft.terms.compare(term, Relation::Eq, other),
                (values, None) => {
                    draft.terms.member(term, values.clone().unwrap_or_else(|| Domain::of([])))
                }
            })
            .collect())
    }
}

impl Rule for Count {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let is_counted = |value: &i64| match self.counted {
            Counted::Equal(term) => values.term(term) == *value,
            Counted::In(set) => {
                values.set(set).iter().any(|&(low, high)| low <= *value && *value <= high)
            }
        };
        let count = values.list(self.terms).filter(is_counted).count();
        count as i128 == i128::from(values.term(self.total))
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let parts = self.parts(draft)?;
        let ones: Vec<_> = parts.into_iter().map(|part| draft.terms.number_of(part)).collect();
        let (sum, total) = (draft.terms.sum(&ones), draft.int(self.total)?);
        Ok(Truth::Bool(draft.terms.compare(sum, Relation::Eq, total)))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let items = draft.items(self.terms)?;
        let (Some(values), Some(all)) = (self.values(draft)?, draft.union(&items)?) else {
            let truth = self.truth(draft)?;
            return draft.require(truth);
        };
        let values = all.into_iter().filter(|&value| values.contains(value)).collect();
        let (scope, total) = (draft.variables(self.terms)?, draft.variable(self.total)?);
        draft.post(Kind { scope, values, total }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let most = bounds.list(self.terms).len();
        bounds.within(self.total, 0, most as i128)
    }
}

/// `total` is the number of different values of the terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distinct {
    terms: List,
    total: Term,
}

impl Distinct {
    /// Reads the total and the terms.
    pub(in crate::builtins) fn read(
        _: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let total = arguments.int()?;
        Ok(Distinct { terms: arguments.ints()?, total })
    }
}

impl Rule for Distinct {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let all: std::collections::BTreeSet<i64> = values.list(self.terms).collect();
        all.len() as i128 == i128::from(values.term(self.total))
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let (scope, except) = (draft.variables(self.terms)?, Vec::new());
        if scope.is_empty() {
            let truth = draft.comparison(self.total, Relation::Eq, Term::Value(0))?;
            return draft.require(truth);
        }
        let total = draft.variable(self.total)?;
        let kind = DistinctCount { scope, except, total };
        draft.post(kind.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let most = bounds.list(self.terms).len();
        bounds.within(self.total, i128::from(most > 0), most as i128)
    }
}
