//! Numbers of occurrences of certain values.

use crate::bounds::Empty;
use std::collections::BTreeMap;

use parallax_model::{Count, GlobalCardinality, Occurrence, Value};

use super::{Arguments, Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{List, Term};
use crate::draft::Item;
use crate::error::{ArgumentError, PostError};

/// The values that are counted, and how often they occur.
#[derive(Clone, Copy, Debug)]
enum Counts {
    /// Each value of the list as often as a term says.
    Terms(List, List),
    /// Each value of the list at least and at most as often as constants say.
    Within(List, List, List),
    /// A value at least and at most as often.
    One(i64, i64, i64),
}

/// Values occur as often among the terms as the counts say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cardinality {
    terms: List,
    counts: Counts,
    /// Whether the terms have no other values.
    closed: bool,
}

impl Cardinality {
    /// Reads terms, values and counts.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let one = match name {
            "parallax_at_least_int" => Some((true, false)),
            "parallax_at_most_int" => Some((false, true)),
            "parallax_exactly_int" => Some((true, true)),
            _ => None,
        };
        if let Some((least, most)) = one {
            let (number, terms, value) =
                (arguments.number()?, arguments.ints()?, arguments.number()?);
            let low = if least { number } else { 0 };
            let high = if most { number } else { i64::MAX };
            return Ok(Cardinality { terms, counts: Counts::One(value, low, high), closed: false });
        }
        let (terms, cover) = (arguments.ints()?, arguments.numbers()?);
        let counts = if name.contains("low_up") {
            let (low, up) = (arguments.numbers()?, arguments.numbers()?);
            arguments.same_length(cover, low)?;
            arguments.same_length(cover, up)?;
            Counts::Within(cover, low, up)
        } else {
            let counts = arguments.ints()?;
            arguments.same_length(cover, counts)?;
            Counts::Terms(cover, counts)
        };
        Ok(Cardinality { terms, counts, closed: name.ends_with("closed") })
    }

    /// Posts that each value of a list occurs as often as a term says.
    fn post_counts(
        &self,
        draft: &mut Draft<'_>,
        cover: List,
        counts: List,
    ) -> Result<(), PostError> {
        let scope = draft.variables(self.terms)?;
        let counts = draft.items(counts)?;
        for (value, count) in draft.document.list(cover).iter().map(number).zip(counts) {
            if matches!(count, Item::Variable(_)) {
                draft.spend(scope.len())?;
                let (scope, total) = (scope.clone(), draft.of_item(count)?);
                let values = Value::try_from(value).into_iter().collect();
                draft.post(Count { scope, values, total }.into())?;
            }
        }
        Ok(())
    }
}

impl Rule for Cardinality {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let all: Vec<i64> = values.list(self.terms).collect();
        let is_within = |value: i64, low: i64, high: i64| {
            let count = all.iter().filter(|&&own| own == value).count() as i64;
            low <= count && count <= high
        };
        let cover = match self.counts {
            Counts::One(value, low, high) => return is_within(value, low, high),
            Counts::Terms(cover, counts) => {
                let mut pairs = values.list(cover).zip(values.list(counts));
                if !pairs.all(|(value, count)| is_within(value, count, count)) {
                    return false;
                }
                cover
            }
            Counts::Within(cover, low, up) => {
                let mut rows = values.list(cover).zip(values.list(low).zip(values.list(up)));
                if !rows.all(|(value, (low, up))| is_within(value, low, up)) {
                    return false;
                }
                cover
            }
        };
        let cover: Vec<i64> = values.list(cover).collect();
        !self.closed || all.iter().all(|value| cover.contains(value))
    }

    fn truth(&self, _: &mut Draft<'_>) -> Result<Truth, PostError> {
        Err(PostError::NotReified)
    }

    /// Posts bounds for all values, and a count for each number of occurrences that is open.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let document = draft.document;
        let rows: Vec<(i64, i64, i64)> = match self.counts {
            Counts::One(value, low, high) => vec![(value, low, high)],
            Counts::Within(cover, low, up) => {
                let [cover, low, up] = [cover, low, up].map(|list| document.list(list));
                let rows = cover.iter().zip(low.iter()).zip(up.iter());
                rows.map(|((value, low), up)| (number(value), number(low), number(up))).collect()
            }
            Counts::Terms(cover, counts) => {
                self.post_counts(draft, cover, counts)?;
                let items = draft.items(counts)?;
                let ends = items.into_iter().map(|item| draft.ends(item).unwrap_or((0, 0)));
                let values = document.list(cover).iter().map(number);
                values.zip(ends).map(|(value, (low, high))| (value, low, high)).collect()
            }
        };
        let scope = draft.variables(self.terms)?;
        draft.spend(rows.len())?;
        // A value that is listed twice keeps all bounds.
        let mut merged: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for (value, low, high) in rows {
            let bounds = merged.entry(value).or_insert((low, high));
            *bounds = (bounds.0.max(low), bounds.1.min(high));
        }
        let mut occurrences = Vec::with_capacity(merged.len());
        for (value, (low, high)) in merged {
            let count = |n: i64| u32::try_from(n.clamp(0, u32::MAX.into())).unwrap_or(u32::MAX);
            if high < low || high < 0 || low > scope.len() as i64 {
                return draft.clause(Vec::new());
            }
            match crate::draft::value(value) {
                Ok(value) => {
                    occurrences.push(Occurrence { value, min: count(low), max: count(high) });
                }
                // No term of a model has it.
                Err(_) if low > 0 => return draft.clause(Vec::new()),
                Err(_) => {}
            }
        }
        if scope.is_empty() {
            return Ok(());
        }
        let closed = self.closed;
        draft.post(GlobalCardinality { scope, occurrences, closed }.into())
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        let terms = bounds.list(self.terms);
        let cover = match self.counts {
            Counts::One(..) => return Ok(()),
            Counts::Within(cover, ..) => cover,
            Counts::Terms(cover, counts) => {
                let most = terms.len() as i128;
                let counts = bounds.list(counts);
                counts.iter().try_for_each(|&count| bounds.within(count, 0, most))?;
                cover
            }
        };
        if !self.closed || terms.is_empty() {
            return Ok(());
        }
        let values: Vec<i64> = bounds.list(cover).into_iter().map(number).collect();
        let ends = values.iter().copied().min().zip(values.iter().copied().max());
        let (low, high) = ends.ok_or(crate::bounds::Empty)?;
        terms.iter().try_for_each(|&term| bounds.within(term, low.into(), high.into()))
    }
}

fn number(term: Term) -> i64 {
    match term {
        Term::Value(value) => value,
        Term::Var(_) => 0,
    }
}
