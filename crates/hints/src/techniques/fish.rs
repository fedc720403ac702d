//! Fish (X-wing, swordfish, jellyfish): all places of a value in `k` lines lie in `k` crossing
//! lines, so it has no other place in these. A finned fish has more places, the fins, in one box.
//!
//! HoDoKu ("Basic Fish", "Finned and Sashimi Fish") calls the `k` lines the base sets, the crossing
//! ones the cover sets; so does this file. For one value, a fish is a hidden subset of lines: `k`
//! rows whose places lie in `k` columns (Berthier, "The Hidden Logic of Sudoku", 2007).

use std::ops::ControlFlow;

use super::view::{Mask, StateView, bit_places};
use crate::unit::{CandidateId, HouseId, RulePart};

/// Parallel lines with the places of a value as masks over the crossing lines.
struct FishLines {
    /// The house of each line that has places, and its mask.
    bases: Vec<(usize, Mask)>,
    /// The house of each crossing line, by its bit.
    covers: Vec<usize>,
}

/// Returns the lines of a value: rows as bases first, then columns.
fn fish_lines(view: &StateView<'_>, value: usize) -> Vec<FishLines> {
    let Some(board) = view.rules.board() else { return Vec::new() };
    let find = |kind: &dyn Fn(HouseId) -> Option<usize>| -> Vec<(usize, usize)> {
        let houses = view.layout.houses.iter().enumerate();
        houses.filter_map(|(index, of)| Some((kind(of.house)?, index))).collect()
    };
    let rows = find(&|house| if let HouseId::Row(row) = house { Some(row) } else { None });
    let columns =
        find(&|house| if let HouseId::Column(column) = house { Some(column) } else { None });
    let line = |bases: &[(usize, usize)],
                covers: &[(usize, usize)],
                across: &dyn Fn(usize) -> usize| {
        let number = |cell: usize| -> Option<usize> {
            let line = across(*board.cells.get(cell)?);
            covers.iter().position(|(number, _)| *number == line)
        };
        let masks = bases.iter().filter_map(|&(_, house)| {
            let cells: Vec<usize> = view.house_cells(house, view.places[house][value]).collect();
            // The places of a line have distinct crossing lines, so the sum of their bits is their
            // union.
            let mask: Option<Mask> = cells.into_iter().map(|c| Some(1 << number(c)?)).sum();
            // A line is a base only if the value must have a place in it.
            (view.some_part(house, value).is_some()).then_some((house, mask?))
        });
        let bases = masks.filter(|(_, mask)| *mask != 0).collect();
        FishLines { bases, covers: covers.iter().map(|(_, house)| *house).collect() }
    };
    vec![
        line(&rows, &columns, &|cell| board.column_of(cell)),
        line(&columns, &rows, &|cell| board.row_of(cell)),
    ]
}

/// Fish of size `k` without fins.
pub(super) fn plain_fish(view: &mut StateView<'_>, k: usize) -> ControlFlow<()> {
    for value in 0..view.layout.values.len() {
        for lines in fish_lines(view, value) {
            // A base with more than k places does not fit into k covers, and one with a single
            // place is a hidden single.
            let few: Vec<(usize, Mask)> = lines
                .bases
                .iter()
                .copied()
                .filter(|(_, mask)| (2..=k as u32).contains(&mask.count_ones()))
                .collect();
            // Choices are collected first, because the visit borrows the view.
            let mut all = Vec::new();
            view.visit_choices(&few, k, k as u32, &mut |bases, covers| {
                all.push((bases.to_vec(), covers));
            });
            for (bases, covers) in all {
                let covers: Vec<usize> = bit_places(covers).map(|bit| lines.covers[bit]).collect();
                let gone = outside_candidates(view, value, &bases, &covers);
                view.push_step(fish_parts(view, value, &bases, &covers), [], gone)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the candidates of the covers that lie in no base.
fn outside_candidates(
    view: &StateView<'_>,
    value: usize,
    bases: &[usize],
    covers: &[usize],
) -> Vec<CandidateId> {
    let cells = covers.iter().flat_map(|&cover| view.house_cells(cover, view.places[cover][value]));
    let free =
        cells.filter(|&cell| !bases.iter().any(|base| view.layout.houses_of[cell].contains(base)));
    free.map(|cell| view.known_candidate(cell, value)).collect()
}

fn fish_parts(
    view: &StateView<'_>,
    value: usize,
    bases: &[usize],
    covers: &[usize],
) -> Vec<RulePart> {
    let somes = bases.iter().filter_map(|&base| view.some_part(base, value));
    somes.chain(covers.iter().filter_map(|&cover| view.one_part(cover, value))).collect()
}

/// Fish of size `k` with fins in one box. With `sashimi`, some base has only one place without the
/// fins; otherwise none has.
pub(super) fn finned_fish(view: &mut StateView<'_>, k: usize, sashimi: bool) -> ControlFlow<()> {
    let Some((height, width)) = view.rules.board().and_then(|board| board.boxes) else {
        return ControlFlow::Continue(());
    };
    // The fins lie in one box, so they add at most its height or width to the k covers.
    let max_bits = (k + height.max(width)) as u32;
    for value in 0..view.layout.values.len() {
        for lines in fish_lines(view, value) {
            let mut all = Vec::new();
            view.visit_choices(&lines.bases, k, max_bits, &mut |bases, union| {
                // With k crossing lines in all, it is a plain fish.
                if union.count_ones() > k as u32 {
                    all.push((bases.to_vec(), union));
                }
            });
            for (bases, union) in all {
                // Any k of the crossing lines may be the covers; the places on the others are the
                // fins.
                let columns: Vec<(usize, Mask)> =
                    bit_places(union).map(|bit| (bit, 1 << bit)).collect();
                let mut chosen = Vec::new();
                view.visit_choices(&columns, k, k as u32, &mut |_, covers| {
                    chosen.push(covers);
                });
                for covers in chosen {
                    with_fins(view, &lines, value, &bases, covers, sashimi)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn with_fins(
    view: &mut StateView<'_>,
    lines: &FishLines,
    value: usize,
    bases: &[usize],
    covers: Mask,
    sashimi: bool,
) -> ControlFlow<()> {
    let body = |base: &usize| {
        let mask = lines.bases.iter().find(|(house, _)| house == base).map_or(0, |line| line.1);
        (mask & covers).count_ones()
    };
    let min_places = bases.iter().map(body).min().unwrap_or(0);
    // A base whose places are all fins is not part of the fish.
    if min_places == 0 || (min_places == 1) != sashimi {
        return ControlFlow::Continue(());
    }
    let covers: Vec<usize> = bit_places(covers).map(|bit| lines.covers[bit]).collect();
    let in_cover = |cell: &usize| covers.iter().any(|c| view.layout.houses_of[*cell].contains(c));
    let cells = bases.iter().flat_map(|&base| view.house_cells(base, view.places[base][value]));
    let fins: Vec<usize> = cells.filter(|cell| !in_cover(cell)).collect();
    let Some(in_box) = common_box(view, &fins) else { return ControlFlow::Continue(()) };
    // Either a fin is true or the plain fish holds. Candidates of the covers in the box of the fins
    // are false in both cases.
    let mut gone = outside_candidates(view, value, bases, &covers);
    gone.retain(|&candidate| {
        let (cell, _) = view.cell_and_value(candidate);
        view.layout.houses_of[cell].contains(&in_box)
    });
    let parts =
        fish_parts(view, value, bases, &covers).into_iter().chain(view.one_part(in_box, value));
    view.push_step(parts.collect::<Vec<_>>(), [], gone)
}

/// Returns the box that contains all of these cells.
fn common_box(view: &StateView<'_>, cells: &[usize]) -> Option<usize> {
    let first = *cells.first()?;
    let is_box = |house: &&usize| matches!(view.layout.houses[**house].house, HouseId::Box(_));
    let own = *view.layout.houses_of[first].iter().find(is_box)?;
    cells.iter().all(|&cell| view.layout.houses_of[cell].contains(&own)).then_some(own)
}
