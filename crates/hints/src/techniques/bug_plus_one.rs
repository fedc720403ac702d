//! BUG+1 (bivalue universal grave): all open cells have two values, except one that has three.
//! Needs exactly one solution.
//!
//! "BUG+1" in HoDoKu, "BUG" in SudokuWiki.

use std::ops::ControlFlow;

use super::view::{StateView, bit_places};

/// Places the value of the cell with three that occurs three times in each of its houses. Otherwise
/// every value would occur twice in every house, and the open cells could be filled in two ways.
pub(super) fn plus_one(view: &mut StateView<'_>) -> ControlFlow<()> {
    let open: Vec<usize> = (0..view.open.len()).filter(|&cell| view.open[cell] != 0).collect();
    let three: Vec<usize> =
        open.iter().copied().filter(|&cell| view.open[cell].count_ones() == 3).collect();
    let [cell] = three[..] else { return ControlFlow::Continue(()) };
    let others = open.iter().filter(|&&other| other != cell);
    if others.clone().any(|&other| view.open[other].count_ones() != 2) || !is_plain(view) {
        return ControlFlow::Continue(());
    }
    for value in bit_places(view.open[cell]) {
        if is_grave_without(view, cell, value) {
            let parts: Vec<_> = open.iter().map(|&cell| view.some_cell(cell)).collect();
            view.push_step(parts, [view.known_candidate(cell, value)], [])?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether all rules are units that must have a true candidate, so that one filling can be
/// exchanged for another.
fn is_plain(view: &StateView<'_>) -> bool {
    view.rules.other_constraints().is_empty()
        && view.rules.units().iter().all(|unit| unit.is_some)
        && view.layout.houses.len() * view.layout.values.len() + view.open.len()
            == view.rules.units().len()
}

/// Whether without this candidate every remaining value of a house has two places there.
fn is_grave_without(view: &StateView<'_>, cell: usize, value: usize) -> bool {
    (0..view.layout.houses.len()).all(|house| {
        let has_cell = view.layout.houses_of[cell].contains(&house);
        (0..view.layout.values.len()).all(|own| {
            // The value in question has one more place in the houses of the cell.
            let extra = u32::from(has_cell && own == value);
            let count = view.places[house][own].count_ones();
            (count == 0 && extra == 0) || count == 2 + extra
        })
    })
}
