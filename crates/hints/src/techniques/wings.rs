//! XY-, XYZ- and W-wings.
//!
//! The names are HoDoKu's ("Wings"); SudokuWiki calls the XY-wing "Y-Wing". In an XY- or XYZ-wing
//! the pivot sees both other cells, the pincers.

use std::ops::ControlFlow;

use super::links::strong_links;
use super::view::{Mask, StateView, bit_places};
use crate::unit::{CandidateId, RulePart};

/// Returns the open cells with this number of values.
fn cells_with_size(view: &StateView<'_>, number: u32) -> Vec<usize> {
    (0..view.open.len()).filter(|&cell| view.open[cell].count_ones() == number).collect()
}

/// A pivot `{x, y}` and pincers `{x, z}`, `{y, z}` that see it: `z` is removed where both pincers
/// are seen. With `three` the pivot also has `z`, and must be seen.
pub(super) fn xy_wings(view: &mut StateView<'_>, three: bool) -> ControlFlow<()> {
    let pairs = cells_with_size(view, 2);
    for pivot in cells_with_size(view, if three { 3 } else { 2 }) {
        let own = view.open[pivot];
        let near: Vec<usize> =
            pairs.iter().copied().filter(|&c| view.cells_see(pivot, c)).collect();
        for (index, &one) in near.iter().enumerate() {
            for &other in &near[index + 1..] {
                view.count_work()?;
                if let Some(shared) = wing_value(own, view.open[one], view.open[other], three) {
                    remove_seen(view, (pivot, one, other), shared, three)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the value `z` of a wing.
fn wing_value(pivot: Mask, one: Mask, other: Mask, three: bool) -> Option<usize> {
    let shared = one & other;
    // XYZ: the pivot has exactly the values of both pincers. XY: it has the two values that the
    // pincers do not share.
    let fits = if three {
        pivot == one | other && shared & pivot == shared
    } else {
        shared & pivot == 0 && pivot == one ^ other
    };
    (fits && shared.count_ones() == 1).then(|| shared.trailing_zeros() as usize)
}

fn remove_seen(
    view: &mut StateView<'_>,
    (pivot, one, other): (usize, usize, usize),
    shared: usize,
    three: bool,
) -> ControlFlow<()> {
    let mut ends = vec![view.known_candidate(one, shared), view.known_candidate(other, shared)];
    if three {
        ends.push(view.known_candidate(pivot, shared));
    }
    let gone = view.seen_by_all(&ends);
    let mut parts = view.link_parts(&gone, &ends);
    parts.extend([pivot, one, other].map(|cell| view.some_cell(cell)));
    // If z is false in all ends, the pincers have x and y, which leaves the pivot no value.
    for pincer in [one, other] {
        let joint = view.open[pincer] & !(1 << shared);
        for value in bit_places(joint) {
            parts.extend(view.link_part(
                view.known_candidate(pivot, value),
                view.known_candidate(pincer, value),
            ));
        }
    }
    view.push_step(parts, [], gone)
}

/// Two cells `{x, z}` and a strong link of `x`, one end of which each cell sees: `z` is removed
/// where both cells are seen.
pub(super) fn w_wings(view: &mut StateView<'_>) -> ControlFlow<()> {
    let pairs = cells_with_size(view, 2);
    for (index, &one) in pairs.iter().enumerate() {
        for &other in &pairs[index + 1..] {
            view.count_work()?;
            // Cells that see each other would be a naked pair.
            if view.open[one] != view.open[other] || view.cells_see(one, other) {
                continue;
            }
            for x in bit_places(view.open[one]) {
                let z = (view.open[one] & !(1 << x)).trailing_zeros() as usize;
                w_of(view, (one, other), x, z)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn w_of(
    view: &mut StateView<'_>,
    (one, other): (usize, usize),
    x: usize,
    z: usize,
) -> ControlFlow<()> {
    let cells = [view.known_candidate(one, x), view.known_candidate(other, x)];
    let ends = [view.known_candidate(one, z), view.known_candidate(other, z)];
    let gone: Vec<CandidateId> = view.seen_by_all(&ends);
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    for link in strong_links(view, x) {
        for [a, b] in [link.ends, [link.ends[1], link.ends[0]]] {
            // An end of the link in one of the cells would make a shorter chain.
            if cells.contains(&a) || cells.contains(&b) {
                continue;
            }
            let (Some(first), Some(second)) =
                (view.link_part(cells[0], a), view.link_part(cells[1], b))
            else {
                continue;
            };
            let mut parts: Vec<RulePart> = view.link_parts(&gone, &ends);
            parts.extend([view.some_cell(one), view.some_cell(other), link.part, first, second]);
            view.push_step(parts, [], gone.iter().copied())?;
        }
    }
    ControlFlow::Continue(())
}
