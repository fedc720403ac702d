//! Random cages: connected cells that cover a grid.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngCore};

use crate::shape::{GridShape, SIDE_STEPS};

/// Divides a grid into cages. `shares` has the share of each size, from one cell; `fits` tells
/// whether a cell may join a cage. Cells that remain alone join a cage with room, if one fits.
pub(super) fn partition_cages(
    shape: GridShape,
    shares: &[u32],
    fits: &dyn Fn(&[usize], usize) -> bool,
    rng: &mut dyn RngCore,
) -> Vec<Vec<usize>> {
    let mut of: Vec<Option<usize>> = vec![None; shape.cell_count()];
    let mut cages: Vec<Vec<usize>> = Vec::new();
    let mut order: Vec<usize> = (0..shape.cell_count()).collect();
    order.shuffle(rng);
    for cell in order {
        if of[cell].is_some() {
            continue;
        }
        let mut cage = vec![cell];
        let size = draw_size(shares, rng);
        while cage.len() < size {
            // A cell that touches the cage at two sides occurs twice, so compact cages are
            // likelier.
            let around = cage.iter().flat_map(|&member| shape.reached_cells(member, &SIDE_STEPS));
            let free = |next: &usize| of[*next].is_none() && !cage.contains(next);
            let next: Vec<usize> = around.filter(free).filter(|&next| fits(&cage, next)).collect();
            let Some(&next) = next.choose(rng) else { break };
            cage.push(next);
        }
        for &member in &cage {
            of[member] = Some(cages.len());
        }
        cages.push(cage);
    }
    join_single_cells(shape, shares, fits, &mut of, &mut cages);
    for cage in &mut cages {
        cage.sort_unstable();
    }
    // Joined cells leave empty cages. `of` is not needed any more, so indices may change.
    cages.retain(|cage| !cage.is_empty());
    cages.sort_unstable();
    cages
}

/// Draws a size by its share.
fn draw_size(shares: &[u32], rng: &mut dyn RngCore) -> usize {
    let mut left = rng.random_range(0..shares.iter().sum::<u32>().max(1));
    for (index, &share) in shares.iter().enumerate() {
        match left.checked_sub(share) {
            Some(less) => left = less,
            None => return index + 1,
        }
    }
    1
}

/// Moves each cell that is alone into the smallest neighbouring cage with room, if it fits there.
fn join_single_cells(
    shape: GridShape,
    shares: &[u32],
    fits: &dyn Fn(&[usize], usize) -> bool,
    of: &mut [Option<usize>],
    cages: &mut [Vec<usize>],
) {
    for cage in 0..cages.len() {
        let [cell] = cages[cage][..] else { continue };
        let has_room = |other: &usize| {
            let members = &cages[*other];
            *other != cage && members.len() < shares.len() && fits(members, cell)
        };
        let beside = shape.reached_cells(cell, &SIDE_STEPS).filter_map(|next| of[next]);
        // The smallest cage takes the cell, so that sizes stay even.
        if let Some(other) = beside.filter(has_room).min_by_key(|&other| cages[other].len()) {
            cages[cage].clear();
            cages[other].push(cell);
            of[cell] = Some(other);
        }
    }
}
