//! Almost locked sets: cells of a house that have one value more than there are cells.
//!
//! Two such sets share a value that can be in only one of them (a restricted common value). The set
//! that does not have it is locked to its other values, so another value of both sets is in one of
//! them.
//!
//! HoDoKu calls the pattern "ALS-XZ": `x` is the restricted common value, `z` the other one. It is
//! the first of SudokuWiki's "Almost Locked Sets".

use std::ops::ControlFlow;

use super::view::{Mask, StateView, bit_places};
use crate::unit::{CandidateId, RulePart};

/// Maximum number of cells of a set.
const MAX_SET_CELLS: usize = 4;

/// Maximum number of sets that are compared.
const MAX_SETS: usize = 3_000;

/// Cells of a house with one value more than cells. Cells are bits; boards have up to 128 of them.
struct AlmostLockedSet {
    house: usize,
    cells: Mask,
    values: Mask,
    /// For each value of the set: its cells, and the cells that see all of these.
    places: Vec<(usize, Mask, Mask)>,
}

impl AlmostLockedSet {
    fn value_masks(&self, value: usize) -> (Mask, Mask) {
        let own = self.places.iter().find(|(own, ..)| *own == value);
        own.map_or((0, 0), |&(_, at, seen)| (at, seen))
    }
}

/// Two sets without a common cell, with a restricted common value and another common value:
/// candidates of the latter that see all its places in both sets are removed.
pub(super) fn linked_pairs(view: &mut StateView<'_>) -> ControlFlow<()> {
    // Sets are masks of cells, so larger boards do not fit.
    if view.open.len() > Mask::BITS as usize {
        return ControlFlow::Continue(());
    }
    let sets = locked_sets(view);
    for (index, one) in sets.iter().enumerate() {
        for other in &sets[index + 1..] {
            view.count_work()?;
            let common = one.values & other.values;
            // A common cell would decide for both sets. Two common values are needed: a restricted
            // one, and one to remove.
            if one.cells & other.cells != 0 || common.count_ones() < 2 {
                continue;
            }
            // All places of the value in one set see all its places in the other, so only one set
            // has it.
            let is_restricted = |value: &usize| {
                let (at, _) = one.value_masks(*value);
                at & !other.value_masks(*value).1 == 0
            };
            for restricted in bit_places(common).filter(is_restricted) {
                for value in bit_places(common & !(1 << restricted)) {
                    remove_linked(view, (one, other), restricted, value)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells that share a house with each cell.
fn cell_sights(view: &StateView<'_>) -> Vec<Mask> {
    let of = |cell: usize| {
        let houses = view.layout.houses_of[cell].iter();
        let near = houses.flat_map(|&house| view.layout.houses[house].cells.iter());
        near.filter(|&&other| other != cell).fold(0, |seen, &other| seen | 1 << other)
    };
    (0..view.open.len()).map(of).collect()
}

fn locked_sets(view: &StateView<'_>) -> Vec<AlmostLockedSet> {
    let sights = cell_sights(view);
    let mut sets: Vec<AlmostLockedSet> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for house in 0..view.layout.houses.len() {
        let cells = view.layout.houses[house].cells.iter();
        let open: Vec<(usize, Mask)> =
            cells.map(|&cell| (cell, view.open[cell])).filter(|(_, mask)| *mask != 0).collect();
        for k in 1..=MAX_SET_CELLS.min(open.len().saturating_sub(1)) {
            let mut found = Vec::new();
            view.visit_choices(&open, k, k as u32 + 1, &mut |cells, values| {
                if values.count_ones() == k as u32 + 1 {
                    found.push((cells.to_vec(), values));
                }
            });
            for (cells, values) in found {
                let mask: Mask = cells.iter().fold(0, |mask, &cell| mask | 1 << cell);
                // Cells may lie in several common houses; the first one serves.
                if sets.len() < MAX_SETS && known.insert(mask) {
                    sets.push(make_almost_locked_set(view, &sights, house, mask, values));
                }
            }
        }
    }
    sets
}

fn make_almost_locked_set(
    view: &StateView<'_>,
    sights: &[Mask],
    house: usize,
    cells: Mask,
    values: Mask,
) -> AlmostLockedSet {
    let place = |value: usize| {
        let at = bit_places(cells).filter(|&cell| view.open[cell] & (1 << value) != 0);
        let at: Mask = at.fold(0, |mask, cell| mask | 1 << cell);
        let seen = bit_places(at).fold(Mask::MAX, |seen, cell| seen & sights[cell]);
        (value, at, seen)
    };
    AlmostLockedSet { house, cells, values, places: bit_places(values).map(place).collect() }
}

fn remove_linked(
    view: &mut StateView<'_>,
    (one, other): (&AlmostLockedSet, &AlmostLockedSet),
    restricted: usize,
    value: usize,
) -> ControlFlow<()> {
    // Each set has a cell for each of its values, so `seen` holds cells of the board only.
    let seen = one.value_masks(value).1 & other.value_masks(value).1 & !one.cells & !other.cells;
    let gone: Vec<CandidateId> = bit_places(seen)
        .filter(|&cell| view.open[cell] & (1 << value) != 0)
        .map(|cell| view.known_candidate(cell, value))
        .collect();
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut parts: Vec<RulePart> = Vec::new();
    let mut ends = Vec::new();
    // If the removed candidate were true, both sets would lack its value, and both would need the
    // restricted one.
    for set in [one, other] {
        parts.extend(bit_places(set.cells).map(|cell| view.some_cell(cell)));
        let rest = bit_places(set.values & !(1 << value));
        parts.extend(rest.filter_map(|own| view.one_part(set.house, own)));
        ends.extend(
            bit_places(set.value_masks(value).0).map(|cell| view.known_candidate(cell, value)),
        );
    }
    for cell in bit_places(one.value_masks(restricted).0) {
        for far in bit_places(other.value_masks(restricted).0) {
            parts.extend(view.link_part(
                view.known_candidate(cell, restricted),
                view.known_candidate(far, restricted),
            ));
        }
    }
    parts.extend(view.link_parts(&gone, &ends));
    view.push_step(parts, [], gone)
}
