//! XY-, XYZ- and W-wings.
//!
//! The names are HoDoKu's ("Wings"); SudokuWiki calls the XY-wing "Y-Wing". In an XY- or XYZ-wing
//! the pivot sees both other cells, the pincers.

use std::ops::ControlFlow;

use super::links::strong;
use super::view::{Mask, View, bits};
use crate::unit::{Candidate, RulePart};

/// Returns the open cells with this number of values.
fn with(view: &View<'_>, number: u32) -> Vec<usize> {
    (0..view.open.len()).filter(|&cell| view.open[cell].count_ones() == number).collect()
}

/// A pivot `{x, y}` and pincers `{x, z}`, `{y, z}` that see it: `z` is removed where both pincers
/// are seen. With `three` the pivot also has `z`, and must be seen.
pub(super) fn xy(view: &mut View<'_>, three: bool) -> ControlFlow<()> {
    let pairs = with(view, 2);
    for pivot in with(view, if three { 3 } else { 2 }) {
        let own = view.open[pivot];
        let near: Vec<usize> = pairs.iter().copied().filter(|&c| view.sees(pivot, c)).collect();
        for (place, &one) in near.iter().enumerate() {
            for &other in &near[place + 1..] {
                view.work()?;
                if let Some(shared) = pattern(own, view.open[one], view.open[other], three) {
                    wing(view, (pivot, one, other), shared, three)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the value `z` of a wing.
fn pattern(pivot: Mask, one: Mask, other: Mask, three: bool) -> Option<usize> {
    let shared = one & other;
    let fits = if three {
        pivot == one | other && shared & pivot == shared
    } else {
        shared & pivot == 0 && pivot == one ^ other
    };
    (fits && shared.count_ones() == 1).then(|| shared.trailing_zeros() as usize)
}

fn wing(
    view: &mut View<'_>,
    (pivot, one, other): (usize, usize, usize),
    shared: usize,
    three: bool,
) -> ControlFlow<()> {
    let mut ends = vec![view.at(one, shared), view.at(other, shared)];
    if three {
        ends.push(view.at(pivot, shared));
    }
    let gone = view.seen_by_all(&ends);
    let mut parts = view.links(&gone, &ends);
    parts.extend([pivot, one, other].map(|cell| view.some_cell(cell)));
    for pincer in [one, other] {
        let joint = view.open[pincer] & !(1 << shared);
        for value in bits(joint) {
            parts.extend(view.link(view.at(pivot, value), view.at(pincer, value)));
        }
    }
    view.push(parts, [], gone)
}

/// Two cells `{x, z}` and a strong link of `x`, one end of which each cell sees: `z` is removed
/// where both cells are seen.
pub(super) fn w(view: &mut View<'_>) -> ControlFlow<()> {
    let pairs = with(view, 2);
    for (place, &one) in pairs.iter().enumerate() {
        for &other in &pairs[place + 1..] {
            view.work()?;
            if view.open[one] != view.open[other] || view.sees(one, other) {
                continue;
            }
            for x in bits(view.open[one]) {
                let z = (view.open[one] & !(1 << x)).trailing_zeros() as usize;
                w_of(view, (one, other), x, z)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn w_of(view: &mut View<'_>, (one, other): (usize, usize), x: usize, z: usize) -> ControlFlow<()> {
    let cells = [view.at(one, x), view.at(other, x)];
    let ends = [view.at(one, z), view.at(other, z)];
    let gone: Vec<Candidate> = view.seen_by_all(&ends);
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    for link in strong(view, x) {
        for [a, b] in [link.ends, [link.ends[1], link.ends[0]]] {
            if cells.contains(&a) || cells.contains(&b) {
                continue;
            }
            let (Some(first), Some(second)) = (view.link(cells[0], a), view.link(cells[1], b))
            else {
                continue;
            };
            let mut parts: Vec<RulePart> = view.links(&gone, &ends);
            parts.extend([view.some_cell(one), view.some_cell(other), link.part, first, second]);
            view.push(parts, [], gone.iter().copied())?;
        }
    }
    ControlFlow::Continue(())
}
