//! The greatest and the least of some terms.

use crate::bounds::Empty;
use parallax_model::{Extremum as Kind, Relation};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::Item;
use crate::error::{ArgumentError, PostError};
use crate::truth::Literal;

/// The terms of an extremum.
#[derive(Clone, Copy, Debug)]
enum Over {
    Pair(Term, Term),
    List(List),
}

/// `result` is the greatest or the least of the terms; false without terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extremum {
    max: bool,
    over: Over,
    result: Term,
}

impl Extremum {
    /// Reads the terms and the result, which comes first beside an array.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let max = matches!(name, "int_max" | "array_int_maximum");
        if name.starts_with("int") {
            let over = Over::Pair(arguments.int()?, arguments.int()?);
            return Ok(Extremum { max, over, result: arguments.int()? });
        }
        let result = arguments.int()?;
        Ok(Extremum { max, over: Over::List(arguments.ints()?), result })
    }

    fn items(&self, draft: &mut Draft<'_>) -> Result<Vec<Item>, PostError> {
        match self.over {
            Over::Pair(a, b) => Ok(vec![draft.item(a)?, draft.item(b)?]),
            Over::List(list) => draft.items(list),
        }
    }
}

impl Rule for Extremum {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let all: Vec<i64> = match self.over {
            Over::Pair(a, b) => vec![values.term(a), values.term(b)],
            Over::List(list) => values.list(list).collect(),
        };
        let extremum = if self.max { all.iter().max() } else { all.iter().min() };
        extremum == Some(&values.term(self.result))
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let items = self.items(draft)?;
        let parts: Vec<_> = items.into_iter().map(|item| draft.int_of(item)).collect();
        let result = draft.int(self.result)?;
        let extremum = if self.max { draft.terms.max(&parts) } else { draft.terms.min(&parts) };
        Ok(match extremum {
            Some(own) => Truth::Bool(draft.terms.compare(own, Relation::Eq, result)),
            None => Truth::of(Literal::Known(false)),
        })
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let mut items = self.items(draft)?;
        if items.is_empty() {
            return draft.clause(Vec::new());
        }
        // One constant is enough.
        let numbers = items.iter().filter_map(|item| match item {
            Item::Number(number) => Some(*number),
            Item::Variable(_) => None,
        });
        let number = if self.max { numbers.max() } else { numbers.min() };
        items.retain(|item| matches!(item, Item::Variable(_)));
        items.extend(number.map(Item::Number));
        let result = draft.variable(self.result)?;
        let scope =
            items.into_iter().map(|item| draft.of_item(item)).collect::<Result<_, PostError>>()?;
        draft.post(Kind { result, scope, max: self.max }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let terms = match self.over {
            Over::Pair(a, b) => vec![a, b],
            Over::List(list) => bounds.list(list),
        };
        let spans = || terms.iter().map(|&term| bounds.span(term));
        let end = |own: Option<i64>| own.unwrap_or_default().into();
        let (low, high): (i128, i128) = if self.max {
            (end(spans().map(|own| own.low).max()), end(spans().map(|own| own.high).max()))
        } else {
            (end(spans().map(|own| own.low).min()), end(spans().map(|own| own.high).min()))
        };
        if terms.is_empty() {
            return Err(crate::bounds::Empty);
        }
        bounds.within(self.result, low, high)?;
        let result = bounds.span(self.result);
        for &term in &terms {
            if self.max {
                bounds.within(term, i128::MIN, result.high.into())?;
            } else {
                bounds.within(term, result.low.into(), i128::MAX)?;
            }
        }
        Ok(())
    }
}
