//! Jigsaw Sudokus: irregular connected regions.

use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::{GridDraft, square};
use crate::board::{GridBase, usual_boxes};
use crate::errors::DraftError;
use crate::shape::{GridShape, SIDE_STEPS};

/// Maximum number of maps of regions to try; some have no full grid.
const MAX_REGION_MAPS: usize = 200;

/// Maximum number of choices of a filling.
const MAX_FILLING_CHOICES: usize = 1000;

/// Draws regions and a full grid.
pub(super) fn draw_jigsaw(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut puzzle = square::empty_square(GridBase::Sudoku, size)?;
    for _ in 0..MAX_REGION_MAPS {
        let map = draw_regions(puzzle.shape, rng);
        puzzle.boxes = None;
        puzzle.regions = map.into_iter().map(Some).collect();
        let groups = square::different_groups(&puzzle);
        let filled =
            square::fill_groups(puzzle.shape.cell_count(), &groups, size, MAX_FILLING_CHOICES, rng);
        if let Some(solution) = filled {
            return Ok(GridDraft { puzzle, solution });
        }
    }
    Err(DraftError::NoMap { maps: MAX_REGION_MAPS })
}

/// Draws a map of connected regions with as many cells as the grid has rows. Begins with boxes, or
/// with rows, and exchanges pairs of cells between regions that touch. The regions are numbered by
/// their first cells.
fn draw_regions(shape: GridShape, rng: &mut dyn RngCore) -> Vec<usize> {
    let size = shape.rows;
    let (height, width) = usual_boxes(shape).unwrap_or((1, size));
    let boxed = |cell| shape.row(cell) / height * (size / width) + shape.column(cell) / width;
    let mut map: Vec<usize> = (0..shape.cell_count()).map(boxed).collect();
    for _ in 0..20 * shape.cell_count() {
        exchange_cells(shape, &mut map, rng);
    }
    // The exchanges have moved the first cells of regions, so the regions are numbered again.
    let mut numbers = vec![None; size];
    let mut next = 0;
    for region in &mut map {
        *region = *numbers[*region].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
    }
    map
}

/// Exchanges two cells of two regions that touch, if both regions stay connected.
fn exchange_cells(shape: GridShape, map: &mut [usize], rng: &mut dyn RngCore) {
    let left = rng.random_range(0..map.len());
    let region_left = map[left];
    let beside = |cell: usize, region: usize, map: &[usize]| {
        shape.reached_cells(cell, &SIDE_STEPS).any(|next| map[next] == region)
    };
    let around: Vec<usize> = shape
        .reached_cells(left, &SIDE_STEPS)
        .map(|next| map[next])
        .filter(|&next| next != region_left)
        .collect();
    let Some(&region_right) = around.choose(rng) else { return };
    let touches = |&cell: &usize| map[cell] == region_right && beside(cell, region_left, map);
    let border: Vec<usize> = (0..map.len()).filter(touches).collect();
    let Some(&right) = border.choose(rng) else { return };
    map.swap(left, right);
    // The two cells need not touch each other. An exchange that cuts one of the regions apart is
    // undone.
    let connected = |region: usize, map: &[usize]| is_connected(shape, &|cell| map[cell] == region);
    if !connected(region_left, map) || !connected(region_right, map) {
        map.swap(left, right);
    }
}

/// Whether the cells of a set are connected by their sides.
pub(super) fn is_connected(shape: GridShape, has: &dyn Fn(usize) -> bool) -> bool {
    let all = (0..shape.cell_count()).filter(|&cell| has(cell)).count();
    let Some(first) = (0..shape.cell_count()).find(|&cell| has(cell)) else { return true };
    let mut seen = vec![false; shape.cell_count()];
    seen[first] = true;
    let (mut open, mut reached) = (vec![first], 1);
    while let Some(cell) = open.pop() {
        for next in shape.reached_cells(cell, &SIDE_STEPS) {
            if has(next) && !seen[next] {
                seen[next] = true;
                reached += 1;
                open.push(next);
            }
        }
    }
    reached == all
}
