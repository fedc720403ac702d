//! Unique and avoidable rectangles. They need exactly one solution.
//!
//! Four cells of two rows and two columns whose values `a`, `b`, `b`, `a` could be exchanged
//! without breaking a rule would give a second solution, unless one of them is a given.
//!
//! The types have HoDoKu's numbers ("Uniqueness": "Unique Rectangle" types 1 to 6, "Hidden
//! Rectangle", "Avoidable Rectangle").

use std::ops::ControlFlow;

use super::view::{Mask, StateView, bit_places};
use crate::technique::Technique;
use crate::unit::{CandidateId, RulePart};

/// The corners, row by row: 0 and 3 are opposite, and 1 and 2.
type Corners = [usize; 4];

/// Returns the rectangles whose values can be exchanged: every house contains two neighbouring
/// corners, or none.
fn find_rectangles(view: &StateView<'_>) -> Vec<Corners> {
    let Some(board) = view.rules.board() else { return Vec::new() };
    // Any other rule, or a house in which a value may be missing, could tell the two fillings
    // apart.
    if !view.rules.other_constraints().is_empty()
        || view.rules.units().iter().any(|unit| !unit.is_some)
    {
        return Vec::new();
    }
    let mut variable = vec![None; board.rows * board.columns];
    board.cells.iter().enumerate().for_each(|(index, &cell)| variable[cell] = Some(index));
    let at = |row: usize, column: usize| variable[row * board.columns + column];
    let mut all = Vec::new();
    for (top, left) in
        (0..board.rows * board.columns).map(|c| (board.row_of(c), board.column_of(c)))
    {
        for bottom in top + 1..board.rows {
            for right in left + 1..board.columns {
                if view.count_work().is_break() {
                    return all;
                }
                let corners = [at(top, left), at(top, right), at(bottom, left), at(bottom, right)];
                let [Some(a), Some(b), Some(c), Some(d)] = corners else { continue };
                if is_exchangeable(view, [a, b, c, d]) {
                    all.push([a, b, c, d]);
                }
            }
        }
    }
    all
}

fn is_exchangeable(view: &StateView<'_>, corners: Corners) -> bool {
    corners.iter().flat_map(|&cell| &view.layout.houses_of[cell]).all(|house| {
        let inside = corners.map(|cell| view.layout.houses_of[cell].contains(house));
        let count = inside.iter().filter(|&&is_in| is_in).count();
        // Two corners that are not opposite: the exchange keeps the values of the house.
        count == 2 && inside[0] != inside[3]
    })
}

/// All types of unique rectangles, in open cells.
pub(super) fn unique_rectangles(view: &mut StateView<'_>) -> ControlFlow<()> {
    for corners in find_rectangles(view) {
        if corners.iter().any(|&cell| view.open[cell].count_ones() < 2) {
            continue;
        }
        let any: Mask = corners.iter().fold(0, |any, &cell| any | view.open[cell]);
        let values: Vec<usize> = bit_places(any).collect();
        for (index, &a) in values.iter().enumerate() {
            for &b in &values[index + 1..] {
                let pair: Mask = 1 << a | 1 << b;
                // Every type has a corner with the pair alone.
                let bare = corners.iter().filter(|&&cell| view.open[cell] == pair).count();
                if bare > 0 {
                    one_corner(view, corners, pair)?;
                    find_one_extra_value(view, corners, pair)?;
                    two_corners(view, corners, (a, b))?;
                    hidden_rectangle(view, corners, (a, b))?;
                    hidden_rectangle(view, corners, (b, a))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn corner_parts(view: &StateView<'_>, corners: Corners) -> Vec<RulePart> {
    corners.iter().map(|&cell| view.some_cell(cell)).collect()
}

/// Type 1: three corners have only the pair, which is removed from the fourth.
fn one_corner(view: &mut StateView<'_>, corners: Corners, pair: Mask) -> ControlFlow<()> {
    for roof in corners {
        let others = corners.iter().filter(|&&cell| cell != roof);
        if others.clone().all(|&cell| view.open[cell] == pair) && view.open[roof] & !pair != 0 {
            let parts: Vec<RulePart> = others.map(|&cell| view.some_cell(cell)).collect();
            let gone: Vec<CandidateId> = bit_places(view.open[roof] & pair)
                .map(|value| view.known_candidate(roof, value))
                .collect();
            view.push_step(parts, [], gone)?;
        }
    }
    ControlFlow::Continue(())
}

/// Types 2 and 5: one more value in two or three corners; it is removed where all of these are
/// seen.
fn find_one_extra_value(view: &mut StateView<'_>, corners: Corners, pair: Mask) -> ControlFlow<()> {
    let extra = corners.iter().fold(0, |extra, &cell| extra | view.open[cell]) & !pair;
    if extra.count_ones() != 1 {
        return ControlFlow::Continue(());
    }
    let value = extra.trailing_zeros() as usize;
    let with: Vec<CandidateId> = corners
        .iter()
        .filter(|&&cell| view.open[cell] & extra != 0)
        .map(|&cell| view.known_candidate(cell, value))
        .collect();
    if with.len() < 2 {
        return ControlFlow::Continue(());
    }
    let gone = view.seen_by_all(&with);
    let parts: Vec<RulePart> =
        corner_parts(view, corners).into_iter().chain(view.link_parts(&gone, &with)).collect();
    view.push_step(parts, [], gone)
}

/// Types 3, 4 and 6: two corners have only the pair.
fn two_corners(
    view: &mut StateView<'_>,
    corners: Corners,
    (a, b): (usize, usize),
) -> ControlFlow<()> {
    let pair: Mask = 1 << a | 1 << b;
    let is_bare = |cell: &usize| view.open[*cell] == pair;
    let roof: Vec<usize> = corners.iter().copied().filter(|cell| !is_bare(cell)).collect();
    let [one, other] = roof[..] else { return ControlFlow::Continue(()) };
    let houses = view.layout.houses_of[one].iter().copied();
    let shared: Vec<usize> =
        houses.filter(|house| view.layout.houses_of[other].contains(house)).collect();
    for &house in &shared {
        for (value, goes) in [(a, b), (b, a)] {
            strong_roof(view, corners, (one, other), house, (value, goes))?;
        }
        roof_subset(view, corners, (one, other), house, pair)?;
    }
    // A diagonal roof shares no house.
    if shared.is_empty() {
        for value in [a, b] {
            crossed_roof(view, corners, (one, other), value)?;
        }
    }
    ControlFlow::Continue(())
}

/// Type 4: one value of the pair has no other place in a house of the roof; the other value is
/// removed from the roof.
fn strong_roof(
    view: &mut StateView<'_>,
    corners: Corners,
    (one, other): (usize, usize),
    house: usize,
    (value, goes): (usize, usize),
) -> ControlFlow<()> {
    let cells: Vec<usize> = view.house_cells(house, view.places[house][value]).collect();
    let only_roof = !cells.is_empty() && cells.iter().all(|&cell| cell == one || cell == other);
    let Some(some) = view.some_part(house, value).filter(|_| only_roof) else {
        return ControlFlow::Continue(());
    };
    let gone: Vec<CandidateId> =
        [one, other].into_iter().filter_map(|cell| view.candidate(cell, goes)).collect();
    let floor = corners.iter().filter(|&&cell| cell != one && cell != other);
    let parts: Vec<RulePart> = floor.map(|&cell| view.some_cell(cell)).chain([some]).collect();
    view.push_step(parts, [], gone)
}

/// Type 3: the extra values of the roof and of `k - 1` other cells of a house are `k`; they are
/// removed from the rest of the house.
fn roof_subset(
    view: &mut StateView<'_>,
    corners: Corners,
    (one, other): (usize, usize),
    house: usize,
    pair: Mask,
) -> ControlFlow<()> {
    let extra = (view.open[one] | view.open[other]) & !pair;
    let cells = view.layout.houses[house].cells.iter().copied();
    let free: Vec<(usize, Mask)> = cells
        .filter(|cell| view.open[*cell] != 0 && !corners.contains(cell))
        .map(|cell| (cell, view.open[cell]))
        .collect();
    for k in 2..=4usize {
        // The two roof cells act as one cell with their extra values, because one of them must have
        // such a value.
        let items: Vec<(usize, Mask)> =
            free.iter().map(|&(cell, mask)| (cell, mask | extra)).collect();
        let mut all = Vec::new();
        view.visit_choices(&items, k - 1, k as u32, &mut |cells, union| {
            if union.count_ones() == k as u32 {
                all.push((cells.to_vec(), union));
            }
        });
        for (cells, union) in all {
            let rest = free.iter().filter(|(cell, _)| !cells.contains(cell));
            let gone: Vec<CandidateId> = rest
                .flat_map(|&(cell, mask)| bit_places(mask & union).map(move |value| (cell, value)))
                .map(|(cell, value)| view.known_candidate(cell, value))
                .collect();
            let somes = cells.iter().map(|&cell| view.some_cell(cell));
            let ones = bit_places(union).filter_map(|value| view.one_part(house, value));
            let parts: Vec<RulePart> =
                corner_parts(view, corners).into_iter().chain(somes).chain(ones).collect();
            view.push_step(parts, [], gone)?;
        }
    }
    ControlFlow::Continue(())
}

/// Type 6: the roof is diagonal, and a value's only places in both rows, or both columns, are
/// corners; it is removed from the roof.
fn crossed_roof(
    view: &mut StateView<'_>,
    corners: Corners,
    (one, other): (usize, usize),
    value: usize,
) -> ControlFlow<()> {
    let [a, b, c, d] = corners;
    for sides in [[(a, b), (c, d)], [(a, c), (b, d)]] {
        let somes: Option<Vec<RulePart>> =
            sides.iter().map(|&side| locked_in(view, side, value)).collect();
        if let Some(somes) = somes {
            let gone: Vec<CandidateId> =
                [one, other].into_iter().filter_map(|cell| view.candidate(cell, value)).collect();
            let floor = corners.iter().filter(|&&cell| cell != one && cell != other);
            let parts: Vec<RulePart> =
                floor.map(|&cell| view.some_cell(cell)).chain(somes).collect();
            view.push_step(parts, [], gone)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the part of a line through two cells in which a value has no other place.
fn locked_in(view: &StateView<'_>, (one, other): (usize, usize), value: usize) -> Option<RulePart> {
    let houses = view.layout.houses_of[one].iter().copied();
    let mut shared = houses.filter(|house| view.layout.houses_of[other].contains(house));
    shared.find_map(|house| {
        let cells: Vec<usize> = view.house_cells(house, view.places[house][value]).collect();
        let inside = !cells.is_empty() && cells.iter().all(|&cell| cell == one || cell == other);
        view.some_part(house, value).filter(|_| inside)
    })
}

/// Hidden rectangle: one corner has only the pair, and `a` has no place but corners in the row and
/// in the column of the opposite corner; `b` is removed there.
fn hidden_rectangle(
    view: &mut StateView<'_>,
    corners: Corners,
    (a, b): (usize, usize),
) -> ControlFlow<()> {
    let pair: Mask = 1 << a | 1 << b;
    for index in 0..4 {
        let (bare, far) = (corners[index], corners[3 - index]);
        let beside: Vec<usize> =
            corners.iter().copied().filter(|&cell| cell != bare && cell != far).collect();
        let sides: Option<Vec<RulePart>> =
            beside.iter().map(|&cell| locked_in(view, (far, cell), a)).collect();
        let Some(sides) = sides.filter(|_| view.open[bare] == pair && view.open[far] != pair)
        else {
            continue;
        };
        let parts: Vec<RulePart> = sides.into_iter().chain([view.some_cell(bare)]).collect();
        view.push_step(parts, [], view.candidate(far, b))?;
    }
    ControlFlow::Continue(())
}

/// Avoidable rectangles: at least two corners have values that were filled in and are not givens.
pub(super) fn avoidable_rectangles(view: &mut StateView<'_>) -> ControlFlow<()> {
    debug_assert!(view.technique() == Technique::AvoidableRectangle);
    for corners in find_rectangles(view) {
        let known: Vec<Option<usize>> =
            corners.iter().map(|&cell| filled_value(view, cell)).collect();
        let is_open = |index: usize| view.open[corners[index]] != 0;
        let count = known.iter().flatten().count();
        if count < 2 || (0..4).any(|index| known[index].is_none() && !is_open(index)) {
            continue;
        }
        // Opposite corners have one value, their neighbours another.
        let (Some(a), Some(b)) = (known[0].or(known[3]), known[1].or(known[2])) else { continue };
        let wanted = [a, b, b, a];
        if a == b || (0..4).any(|index| known[index].is_some_and(|value| value != wanted[index])) {
            continue;
        }
        let open: Vec<usize> = (0..4).filter(|&index| known[index].is_none()).collect();
        avoid_rectangle(view, corners, wanted, &open)?;
    }
    ControlFlow::Continue(())
}

/// The value of a cell that was filled in and is not a given.
fn filled_value(view: &StateView<'_>, cell: usize) -> Option<usize> {
    let all = 0..view.layout.values.len();
    all.into_iter().find(|&value| {
        let own = view.candidate(cell, value);
        own.is_some_and(|c| view.state.is_placed(c) && !view.state.is_given(c))
    })
}

fn avoid_rectangle(
    view: &mut StateView<'_>,
    corners: Corners,
    wanted: [usize; 4],
    open: &[usize],
) -> ControlFlow<()> {
    let parts = corner_parts(view, corners);
    match *open {
        [only] => view.push_step(parts, [], view.candidate(corners[only], wanted[only])),
        [one, other] => {
            let extra = |index: usize| view.open[corners[index]] & !(1 << wanted[index]);
            if extra(one) != extra(other) || extra(one).count_ones() != 1 {
                return ControlFlow::Continue(());
            }
            let value = extra(one).trailing_zeros() as usize;
            let ends = [one, other].map(|index| view.known_candidate(corners[index], value));
            let gone = view.seen_by_all(&ends);
            let parts: Vec<RulePart> =
                parts.into_iter().chain(view.link_parts(&gone, &ends)).collect();
            view.push_step(parts, [], gone)
        }
        _ => ControlFlow::Continue(()),
    }
}
