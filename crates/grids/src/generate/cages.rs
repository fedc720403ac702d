//! Random cages: connected cells that cover a grid.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngCore};

use crate::shape::{GridShape, SIDES};

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
            let around = cage.iter().flat_map(|&own| shape.reached_cells(own, &SIDES));
            let free = |next: &usize| of[*next].is_none() && !cage.contains(next);
            let next: Vec<usize> = around.filter(free).filter(|&next| fits(&cage, next)).collect();
            let Some(&next) = next.choose(rng) else { break };
            cage.push(next);
        }
        for &own in &cage {
            of[own] = Some(cages.len());
        }
        cages.push(cage);
    }
    join_single_cells(shape, shares, fits, &mut of, &mut cages);
    for cage in &mut cages {
        cage.sort_unstable();
    }
    cages.retain(|cage| !cage.is_empty());
    cages.sort_unstable();
    cages
}

/// Draws a size by its share.
fn draw_size(shares: &[u32], rng: &mut dyn RngCore) -> usize {
    let mut left = rng.random_range(0..shares.iter().sum::<u32>().max(1));
    for (place, &share) in shares.iter().enumerate() {
        match left.checked_sub(share) {
            Some(less) => left = less,
            None => return place + 1,
        }
    }
    1
}

/// Moves cells that are alone into cages beside them, if single cells are not wanted.
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
        let beside = shape.reached_cells(cell, &SIDES).filter_map(|next| of[next]);
        if let Some(other) = beside.filter(has_room).min_by_key(|&other| cages[other].len()) {
            cages[cage].clear();
            cages[other].push(cell);
            of[cell] = Some(other);
        }
    }
}
