//! Locked candidates: all places of a value in one house lie in another, so it has no other place
//! there.
//!
//! HoDoKu's "Locked Candidates", type 1 (pointing) from a box and type 2 (claiming) to a box;
//! SudokuWiki's "Intersection Removal", as "Pointing Pairs" and "Box/Line Reduction".

use std::ops::ControlFlow;

use super::view::StateView;
use crate::technique::Technique;
use crate::unit::{CandidateId, HouseId, RulePart};

/// Locked candidates: pointing from boxes, claiming from all other houses.
pub(super) fn locked_candidates(view: &mut StateView<'_>) -> ControlFlow<()> {
    let from_boxes = view.technique() == Technique::Pointing;
    for house in 0..view.layout.houses.len() {
        if matches!(view.layout.houses[house].house, HouseId::Box(_)) != from_boxes {
            continue;
        }
        for value in 0..view.layout.values.len() {
            let places = view.places[house][value];
            let (Some(some), true) = (view.some_part(house, value), places.count_ones() > 1) else {
                continue;
            };
            let inside: Vec<CandidateId> = view
                .house_cells(house, places)
                .map(|cell| view.known_candidate(cell, value))
                .collect();
            // A unit that contains all places contains the first, so only the units of the first
            // are tested.
            for &unit in view.rules.units_of(inside[0]) {
                let is_other = unit != some.unit() && view.rules.unit(unit).value.is_some();
                let shared = |c: &CandidateId| view.rules.units_of(*c).contains(&unit);
                if is_other && inside.iter().all(shared) {
                    let live = view.state.of_unit(view.rules, unit);
                    let outside: Vec<CandidateId> = live.filter(|c| !inside.contains(c)).collect();
                    view.push_step([some, RulePart::One(unit)], [], outside)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
