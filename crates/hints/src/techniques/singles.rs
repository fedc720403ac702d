//! Full houses, hidden and naked singles.
//!
//! The names are HoDoKu's ("Singles"). As in Sudoku Explainer, a hidden single is easier in a box
//! than in a row or column.

use std::ops::ControlFlow;

use super::view::{StateView, bit_places};
use crate::unit::{HouseId, RulePart, UnitId};

/// A house with one open cell.
pub(super) fn full_houses(view: &mut StateView<'_>) -> ControlFlow<()> {
    for house in 0..view.layout.houses.len() {
        let cells = view.layout.houses[house].cells.iter().copied();
        let mut open = cells.filter(|&cell| view.open[cell] != 0);
        let (Some(cell), None) = (open.next(), open.next()) else { continue };
        for value in bit_places(view.open[cell]) {
            if let (Some(some), 1) = (view.some_part(house, value), view.open[cell].count_ones()) {
                view.push_step([some], [view.known_candidate(cell, value)], [])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A value with one remaining place in a house: in boxes, or in all other houses.
pub(super) fn hidden_singles(view: &mut StateView<'_>, in_boxes: bool) -> ControlFlow<()> {
    for house in 0..view.layout.houses.len() {
        if matches!(view.layout.houses[house].house, HouseId::Box(_)) != in_boxes {
            continue;
        }
        for value in 0..view.layout.values.len() {
            let places = view.places[house][value];
            if let (Some(some), 1) = (view.some_part(house, value), places.count_ones()) {
                let cell = view.house_cell(house, places.trailing_zeros() as usize);
                view.push_step([some], [view.known_candidate(cell, value)], [])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A variable with one remaining value, of any kind.
pub(super) fn naked_singles(view: &mut StateView<'_>) -> ControlFlow<()> {
    for cell in 0..view.rules.model().variables().len() {
        let unit = UnitId::new(cell);
        let mut live = view.state.of_unit(view.rules, unit);
        let (Some(only), None) = (live.next(), live.next()) else { continue };
        // The iterator borrows the view, which `push_step` changes.
        drop(live);
        if !view.state.is_placed(only) {
            view.push_step([RulePart::Some(unit)], [only], [])?;
        }
    }
    ControlFlow::Continue(())
}
