//! Naked and hidden subsets (pairs, triples, quads).
//!
//! "Naked Subsets" and "Hidden Subsets" in HoDoKu, "Naked Candidates" and "Hidden Candidates" in
//! SudokuWiki. J. F. Crook, "A pencil-and-paper algorithm for solving Sudoku puzzles" (Notices of
//! the AMS 56, 2009), calls the naked ones preemptive sets. In constraint programming they are Hall
//! sets, after P. Hall, "On representatives of subsets" (1935): all-different removes their values
//! from the other cells.

use std::ops::ControlFlow;

use super::view::{Mask, StateView, bit_places};
use crate::unit::{CandidateId, RulePart};

/// `k` cells of a house with `k` values together: these are removed from the other cells of every
/// house that contains all of the cells.
pub(super) fn naked_subsets(view: &mut StateView<'_>, k: usize) -> ControlFlow<()> {
    for house in 0..view.layout.houses.len() {
        let cells = view.layout.houses[house].cells.iter();
        // A cell with more than k values is in no subset of k, and one with a single value is a
        // single.
        let few: Vec<(usize, Mask)> = cells
            .map(|&cell| (cell, view.open[cell]))
            .filter(|(_, mask)| (2..=k as u32).contains(&mask.count_ones()))
            .collect();
        let mut all = Vec::new();
        view.visit_choices(&few, k, k as u32, &mut |cells, values| {
            all.push((cells.to_vec(), values));
        });
        for (cells, values) in all {
            naked_of(view, &cells, values)?;
        }
    }
    ControlFlow::Continue(())
}

fn naked_of(view: &mut StateView<'_>, cells: &[usize], values: Mask) -> ControlFlow<()> {
    // The cells may share a second house, such as a row within a box.
    let shared = view.layout.houses_of[cells[0]].iter().copied();
    let shared = shared
        .filter(|house| cells.iter().all(|&cell| view.layout.houses_of[cell].contains(house)));
    let mut parts: Vec<RulePart> = Vec::new();
    let mut removes: Vec<CandidateId> = Vec::new();
    for house in shared.collect::<Vec<_>>() {
        let others = view.layout.houses[house].cells.iter().filter(|cell| !cells.contains(cell));
        let gone: Vec<CandidateId> = others
            .flat_map(|&cell| bit_places(values & view.open[cell]).map(move |value| (cell, value)))
            .map(|(cell, value)| view.known_candidate(cell, value))
            .collect();
        if !gone.is_empty() {
            // Every value of the subset counts in this house.
            parts.extend(bit_places(values).filter_map(|value| view.one_part(house, value)));
            removes.extend(gone);
        }
    }
    parts.extend(cells.iter().map(|&cell| view.some_cell(cell)));
    view.push_step(parts, [], removes)
}

/// `k` values of a house with `k` places together: other values are removed there.
pub(super) fn hidden_subsets(view: &mut StateView<'_>, k: usize) -> ControlFlow<()> {
    for house in 0..view.layout.houses.len() {
        let few: Vec<(usize, Mask)> = (0..view.layout.values.len())
            .map(|value| (value, view.places[house][value]))
            .filter(|(_, mask)| (2..=k as u32).contains(&mask.count_ones()))
            .filter(|&(value, _)| view.some_part(house, value).is_some())
            .collect();
        let mut all = Vec::new();
        view.visit_choices(&few, k, k as u32, &mut |values, places| {
            all.push((values.to_vec(), places));
        });
        for (values, places) in all {
            let mask: Mask = values.iter().map(|&value| 1 << value).sum();
            let cells: Vec<usize> = view.house_cells(house, places).collect();
            let somes = values.iter().filter_map(|&value| view.some_part(house, value));
            let ones = cells.iter().map(|&cell| view.one_cell(cell));
            let parts: Vec<RulePart> = somes.chain(ones).collect();
            let removes: Vec<CandidateId> = cells
                .iter()
                .flat_map(|&cell| {
                    bit_places(view.open[cell] & !mask).map(move |value| (cell, value))
                })
                .map(|(cell, value)| view.known_candidate(cell, value))
                .collect();
            view.push_step(parts, [], removes)?;
        }
    }
    ControlFlow::Continue(())
}
