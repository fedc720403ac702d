//! Numbers of occurrences of certain values.

use crate::bounds::EmptyBoundsError;
use std::collections::BTreeMap;

use parallax_model::{Count, GlobalCardinality, Value, ValueOccurrence};

use super::{ArgumentCursor, BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
use crate::assignment::FlatzincAssignment;
use crate::document::{ElementRange, FlatzincTerm};
use crate::draft::ModelTerm;
use crate::error::{ArgumentError, FlatzincPostError};

/// The values that are counted, and how often they occur.
#[derive(Clone, Copy, Debug)]
enum OccurrenceCounts {
    /// Each value of the list as often as a term states.
    Terms(ElementRange, ElementRange),
    /// Each value of the list at least and at most as often as constants state.
    Within(ElementRange, ElementRange, ElementRange),
    /// A value at least and at most as often.
    One(i64, i64, i64),
}

/// Values occur as often among the terms as the counts state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardinalityBuiltin {
    terms: ElementRange,
    counts: OccurrenceCounts,
    /// Whether the terms have no other values.
    closed: bool,
}

impl CardinalityBuiltin {
    /// Reads terms, values and counts.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut ArgumentCursor<'_>,
    ) -> Result<Self, ArgumentError> {
        let bounded = match name {
            "parallax_at_least_int" => Some((true, false)),
            "parallax_at_most_int" => Some((false, true)),
            "parallax_exactly_int" => Some((true, true)),
            _ => None,
        };
        if let Some((has_min, has_max)) = bounded {
            let (number, terms, value) =
                (arguments.read_number()?, arguments.read_ints()?, arguments.read_number()?);
            let low = if has_min { number } else { 0 };
            let high = if has_max { number } else { i64::MAX };
            return Ok(CardinalityBuiltin {
                terms,
                counts: OccurrenceCounts::One(value, low, high),
                closed: false,
            });
        }
        let (terms, cover) = (arguments.read_ints()?, arguments.read_numbers()?);
        let counts = if name.contains("low_up") {
            let (low, up) = (arguments.read_numbers()?, arguments.read_numbers()?);
            arguments.same_length(cover, low)?;
            arguments.same_length(cover, up)?;
            OccurrenceCounts::Within(cover, low, up)
        } else {
            let counts = arguments.read_ints()?;
            arguments.same_length(cover, counts)?;
            OccurrenceCounts::Terms(cover, counts)
        };
        Ok(CardinalityBuiltin { terms, counts, closed: name.ends_with("closed") })
    }

    /// Posts that each value of a list occurs as often as a term says.
    fn post_counts(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
        cover: ElementRange,
        counts: ElementRange,
    ) -> Result<(), FlatzincPostError> {
        let scope = draft.list_variables(self.terms)?;
        let counts = draft.model_terms(counts)?;
        for (value, count) in
            draft.document.list_terms(cover).iter().map(constant_value).zip(counts)
        {
            // The bounds that `post_rule` adds cover a constant count.
            if matches!(count, ModelTerm::Variable(_)) {
                draft.spend_pieces(scope.len())?;
                let (scope, total) = (scope.clone(), draft.of_item(count)?);
                let values = Value::try_from(value).into_iter().collect();
                draft.post_constraint(Count { scope, values, total }.into())?;
            }
        }
        Ok(())
    }
}

impl BuiltinRule for CardinalityBuiltin {
    fn holds_for(&self, values: &FlatzincAssignment<'_>) -> bool {
        let all: Vec<i64> = values.list_values(self.terms).collect();
        let is_within = |value: i64, low: i64, high: i64| {
            let count = all.iter().filter(|&&other| other == value).count() as i64;
            low <= count && count <= high
        };
        let cover = match self.counts {
            OccurrenceCounts::One(value, low, high) => return is_within(value, low, high),
            OccurrenceCounts::Terms(cover, counts) => {
                let mut pairs = values.list_values(cover).zip(values.list_values(counts));
                if !pairs.all(|(value, count)| is_within(value, count, count)) {
                    return false;
                }
                cover
            }
            OccurrenceCounts::Within(cover, low, up) => {
                let mut rows = values
                    .list_values(cover)
                    .zip(values.list_values(low).zip(values.list_values(up)));
                if !rows.all(|(value, (low, up))| is_within(value, low, up)) {
                    return false;
                }
                cover
            }
        };
        let cover: Vec<i64> = values.list_values(cover).collect();
        !self.closed || all.iter().all(|value| cover.contains(value))
    }

    fn build_truth(
        &self,
        _: &mut FlatzincModelDraft<'_>,
    ) -> Result<ConstraintTruth, FlatzincPostError> {
        Err(FlatzincPostError::NotReified)
    }

    /// Posts bounds for all values, and a count for each number of occurrences that is open.
    fn post_rule(&self, draft: &mut FlatzincModelDraft<'_>) -> Result<(), FlatzincPostError> {
        let document = draft.document;
        let rows: Vec<(i64, i64, i64)> = match self.counts {
            OccurrenceCounts::One(value, low, high) => vec![(value, low, high)],
            OccurrenceCounts::Within(cover, low, up) => {
                let [cover, low, up] = [cover, low, up].map(|list| document.list_terms(list));
                let rows = cover.iter().zip(low.iter()).zip(up.iter());
                rows.map(|((value, low), up)| {
                    (constant_value(value), constant_value(low), constant_value(up))
                })
                .collect()
            }
            OccurrenceCounts::Terms(cover, counts) => {
                self.post_counts(draft, cover, counts)?;
                let items = draft.model_terms(counts)?;
                let ends = items.into_iter().map(|item| draft.value_range(item).unwrap_or((0, 0)));
                let values = document.list_terms(cover).iter().map(constant_value);
                values.zip(ends).map(|(value, (low, high))| (value, low, high)).collect()
            }
        };
        let scope = draft.list_variables(self.terms)?;
        draft.spend_pieces(rows.len())?;
        // A value that is listed twice keeps all bounds.
        let mut merged: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for (value, low, high) in rows {
            let bounds = merged.entry(value).or_insert((low, high));
            *bounds = (bounds.0.max(low), bounds.1.min(high));
        }
        let mut occurrences = Vec::with_capacity(merged.len());
        for (value, (low, high)) in merged {
            // Clamped to the type of the model. A least count beyond the scope is excluded below.
            let count = |n: i64| u32::try_from(n.clamp(0, u32::MAX.into())).unwrap_or(u32::MAX);
            if high < low || high < 0 || low > scope.len() as i64 {
                return draft.post_clause(Vec::new());
            }
            match crate::draft::model_value(value) {
                Ok(value) => {
                    occurrences.push(ValueOccurrence { value, min: count(low), max: count(high) });
                }
                // A number beyond the values of models is taken by no term.
                Err(_) if low > 0 => return draft.post_clause(Vec::new()),
                Err(_) => {}
            }
        }
        if scope.is_empty() {
            return Ok(());
        }
        let closed = self.closed;
        draft.post_constraint(GlobalCardinality { scope, occurrences, closed }.into())
    }

    fn tighten_bounds(&self, bounds: &mut BoundsStore<'_>) -> Result<(), EmptyBoundsError> {
        let terms = bounds.list_terms(self.terms);
        let cover = match self.counts {
            OccurrenceCounts::One(..) => return Ok(()),
            OccurrenceCounts::Within(cover, ..) => cover,
            OccurrenceCounts::Terms(cover, counts) => {
                let term_count = terms.len() as i128;
                let counts = bounds.list_terms(counts);
                counts.iter().try_for_each(|&count| bounds.narrow_within(count, 0, term_count))?;
                cover
            }
        };
        if !self.closed || terms.is_empty() {
            return Ok(());
        }
        let values: Vec<i64> = bounds.list_terms(cover).into_iter().map(constant_value).collect();
        // Terms without any allowed value cannot exist.
        let ends = values.iter().copied().min().zip(values.iter().copied().max());
        let (low, high) = ends.ok_or(crate::bounds::EmptyBoundsError)?;
        terms.iter().try_for_each(|&term| bounds.narrow_within(term, low.into(), high.into()))
    }
}

fn constant_value(term: FlatzincTerm) -> i64 {
    match term {
        FlatzincTerm::Value(value) => value,
        FlatzincTerm::Var(_) => 0,
    }
}
