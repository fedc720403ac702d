//! Tasks and boxes.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_tasks(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    match operator {
        O::Cumulative => evaluate_cumulative(&list(0)?, &list(1)?, &list(2)?, int(3)?),
        O::CumulativeEnds => {
            let (starts, durations, ends) = (list(0)?, list(1)?, list(2)?);
            require_form(ends.len() == starts.len() && durations.len() == starts.len())?;
            let mut tasks = starts.iter().zip(&durations).zip(&ends);
            let fits = tasks.all(|((start, duration), end)| start + duration == *end);
            let within = evaluate_cumulative(&starts, &durations, &list(3)?, int(4)?)?;
            truth_value(fits && within == 1)
        }
        O::Disjunctive => evaluate_no_overlap(&[(&list(0)?, &list(1)?)], true),
        O::DisjunctiveStrict => evaluate_no_overlap(&[(&list(0)?, &list(1)?)], false),
        O::Diffn => evaluate_no_overlap(&[(&list(0)?, &list(2)?), (&list(1)?, &list(3)?)], false),
        O::DiffnNonstrict => {
            evaluate_no_overlap(&[(&list(0)?, &list(2)?), (&list(1)?, &list(3)?)], true)
        }
        O::DiffnK | O::DiffnNonstrictK => {
            let (origins, lengths) = (at(0)?.as_rows()?, at(1)?.as_rows()?);
            require_form(origins.len() == lengths.len())?;
            let width = origins.first().map_or(0, Vec::len);
            require_form(origins.iter().chain(&lengths).all(|one| one.len() == width))?;
            // Boxes without dimensions have no meaning.
            require_form(width > 0 || origins.is_empty())?;
            let along = |boxes: &[Vec<i128>], dimension: usize| {
                boxes.iter().map(|one| one[dimension]).collect::<Vec<_>>()
            };
            let dimensions: Vec<(Vec<i128>, Vec<i128>)> =
                (0..width).map(|at| (along(&origins, at), along(&lengths, at))).collect();
            let views: Vec<(&[i128], &[i128])> =
                dimensions.iter().map(|(from, length)| (&from[..], &length[..])).collect();
            // `evaluate_no_overlap` takes the number of boxes from the first dimension, which is
            // missing here.
            if views.is_empty() {
                return truth_value(true);
            }
            evaluate_no_overlap(&views, operator == O::DiffnNonstrictK)
        }
        _ => Err(ExprValueError::Malformed),
    }
}

/// Negative durations and demands have no meaning: languages differ about them.
fn evaluate_cumulative(
    starts: &[i128],
    durations: &[i128],
    demands: &[i128],
    capacity: i128,
) -> Result<i128, ExprValueError> {
    require_form(starts.len() == durations.len() && starts.len() == demands.len())?;
    require_form(durations.iter().chain(demands).all(|&number| number >= 0) && capacity >= 0)?;
    // The usage increases only where a task starts, so it suffices to test these times.
    truth_value(starts.iter().all(|&time| {
        let tasks = starts.iter().zip(durations).zip(demands);
        let running =
            tasks.filter(|((start, length), _)| **start <= time && time < **start + **length);
        running.map(|(_, &demand)| demand).sum::<i128>() <= capacity
    }))
}

/// Whether boxes, given by origins and lengths in each dimension, do not overlap.
fn evaluate_no_overlap(
    dimensions: &[(&[i128], &[i128])],
    free_if_empty: bool,
) -> Result<i128, ExprValueError> {
    let count = dimensions[0].0.len();
    for (origins, lengths) in dimensions {
        require_form(origins.len() == count && lengths.len() == count)?;
        require_form(lengths.iter().all(|&length| length >= 0))?;
    }
    let is_empty = |which: usize| dimensions.iter().any(|(_, lengths)| lengths[which] == 0);
    // Two boxes are apart if some dimension separates them. A box of length 0 strictly inside
    // another is not, unless such boxes are free.
    let before = |first: usize, second: usize| {
        dimensions
            .iter()
            .any(|(origins, lengths)| origins[first] + lengths[first] <= origins[second])
    };
    let ok = |first: usize, second: usize| {
        let free = free_if_empty && (is_empty(first) || is_empty(second));
        free || before(first, second) || before(second, first)
    };
    truth_value((0..count).all(|second| (0..second).all(|first| ok(first, second))))
}
