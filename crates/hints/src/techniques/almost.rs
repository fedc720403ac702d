//! Almost locked sets: cells of a house that have one value more than there are cells.
//!
//! Two such sets share a value that can be in only one of them (a restricted common value). The set
//! that does not have it is locked to its other values, so another value of both sets is in one of
//! them.
//!
//! HoDoKu calls the pattern "ALS-XZ": `x` is the restricted common value, `z` the other one. It is
//! the first of SudokuWiki's "Almost Locked Sets".

use std::ops::ControlFlow;

use super::view::{Mask, View, bits};
use crate::unit::{Candidate, RulePart};

/// Maximum number of cells of a set.
const LARGEST: usize = 4;

/// Maximum number of sets that are compared.
const MOST: usize = 3_000;

/// Cells of a house with one value more than cells. Cells are bits; boards have up to 128 of them.
struct Almost {
    house: usize,
    cells: Mask,
    values: Mask,
    /// For each value of the set: its cells, and the cells that see all of these.
    places: Vec<(usize, Mask, Mask)>,
}

impl Almost {
    fn of(&self, value: usize) -> (Mask, Mask) {
        let own = self.places.iter().find(|(own, ..)| *own == value);
        own.map_or((0, 0), |&(_, at, seen)| (at, seen))
    }
}

/// Two sets without a common cell, with a restricted common value and another common value:
/// candidates of the latter that see all its places in both sets are removed.
pub(super) fn pairs(view: &mut View<'_>) -> ControlFlow<()> {
    if view.open.len() > Mask::BITS as usize {
        return ControlFlow::Continue(());
    }
    let sets = sets(view);
    for (place, one) in sets.iter().enumerate() {
        for other in &sets[place + 1..] {
            view.work()?;
            let common = one.values & other.values;
            if one.cells & other.cells != 0 || common.count_ones() < 2 {
                continue;
            }
            let is_restricted = |value: &usize| {
                let (at, _) = one.of(*value);
                at & !other.of(*value).1 == 0
            };
            for restricted in bits(common).filter(is_restricted) {
                for value in bits(common & !(1 << restricted)) {
                    linked(view, (one, other), restricted, value)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells that share a house with each cell.
fn sights(view: &View<'_>) -> Vec<Mask> {
    let of = |cell: usize| {
        let houses = view.layout.houses_of[cell].iter();
        let near = houses.flat_map(|&house| view.layout.houses[house].cells.iter());
        near.filter(|&&other| other != cell).fold(0, |seen, &other| seen | 1 << other)
    };
    (0..view.open.len()).map(of).collect()
}

fn sets(view: &View<'_>) -> Vec<Almost> {
    let sights = sights(view);
    let mut sets: Vec<Almost> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for house in 0..view.layout.houses.len() {
        let cells = view.layout.houses[house].cells.iter();
        let open: Vec<(usize, Mask)> =
            cells.map(|&cell| (cell, view.open[cell])).filter(|(_, mask)| *mask != 0).collect();
        for k in 1..=LARGEST.min(open.len().saturating_sub(1)) {
            let mut found = Vec::new();
            view.choices(&open, k, k as u32 + 1, &mut |cells, values| {
                if values.count_ones() == k as u32 + 1 {
                    found.push((cells.to_vec(), values));
                }
            });
            for (cells, values) in found {
                let mask: Mask = cells.iter().fold(0, |mask, &cell| mask | 1 << cell);
                if sets.len() < MOST && known.insert(mask) {
                    sets.push(almost(view, &sights, house, mask, values));
                }
            }
        }
    }
    sets
}

fn almost(view: &View<'_>, sights: &[Mask], house: usize, cells: Mask, values: Mask) -> Almost {
    let place = |value: usize| {
        let at = bits(cells).filter(|&cell| view.open[cell] & (1 << value) != 0);
        let at: Mask = at.fold(0, |mask, cell| mask | 1 << cell);
        let seen = bits(at).fold(Mask::MAX, |seen, cell| seen & sights[cell]);
        (value, at, seen)
    };
    Almost { house, cells, values, places: bits(values).map(place).collect() }
}

fn linked(
    view: &mut View<'_>,
    (one, other): (&Almost, &Almost),
    restricted: usize,
    value: usize,
) -> ControlFlow<()> {
    let seen = one.of(value).1 & other.of(value).1 & !one.cells & !other.cells;
    let gone: Vec<Candidate> = bits(seen)
        .filter(|&cell| cell < view.open.len() && view.open[cell] & (1 << value) != 0)
        .map(|cell| view.at(cell, value))
        .collect();
    if gone.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut parts: Vec<RulePart> = Vec::new();
    let mut ends = Vec::new();
    for set in [one, other] {
        parts.extend(bits(set.cells).map(|cell| view.some_cell(cell)));
        let rest = bits(set.values & !(1 << value));
        parts.extend(rest.filter_map(|own| view.one(set.house, own)));
        ends.extend(bits(set.of(value).0).map(|cell| view.at(cell, value)));
    }
    for cell in bits(one.of(restricted).0) {
        for far in bits(other.of(restricted).0) {
            parts.extend(view.link(view.at(cell, restricted), view.at(far, restricted)));
        }
    }
    parts.extend(view.links(&gone, &ends));
    view.push(parts, [], gone)
}
