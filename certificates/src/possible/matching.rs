//! Matchings in bipartite graphs.

use std::collections::HashMap;

use super::super::model::Variable;
use super::super::space::Space;

/// Whether variables can take values of which no two are equal.
pub(super) fn distinct(scope: &[Variable], space: &Space) -> bool {
    match small(scope, space) {
        Some(answer) => answer,
        None => large(scope, space),
    }
}

/// The most variables of a scope whose values are bits.
const FEW: usize = 64;

/// The same where all values are bits of a word. `None` elsewhere.
fn small(scope: &[Variable], space: &Space) -> Option<bool> {
    if scope.len() > FEW {
        return None;
    }
    let bases = scope.iter().map(|&variable| space.base(variable));
    let base = bases.min().flatten()?;
    let mut sets = [0u128; FEW];
    // The variables with one value first: they have no choice.
    let mut taken = 0u128;
    let mut open = 0;
    for (place, &variable) in scope.iter().enumerate() {
        let set = space.bits(variable, base)?;
        match set.count_ones() {
            0 => return Some(false),
            1 if taken & set != 0 => return Some(false),
            1 => taken |= set,
            _ => {
                sets[open] = set;
                open += 1;
            }
        }
        // A variable does not differ from itself.
        if scope[..place].contains(&variable) {
            return Some(false);
        }
    }
    let mut guests = [0u8; 128];
    let mut held = 0u128;
    for node in 0..open {
        let mut seen = taken;
        if !placed(node, &sets, &mut guests, &mut held, &mut seen) {
            return Some(false);
        }
    }
    Some(true)
}

/// Finds a value for a variable, moving others on where it must. At most [`FEW`] calls deep.
fn placed(
    node: usize,
    sets: &[u128; FEW],
    guests: &mut [u8; 128],
    held: &mut u128,
    seen: &mut u128,
) -> bool {
    let free = sets[node] & !*seen & !*held;
    if free != 0 {
        let bit = free.trailing_zeros() as usize;
        *held |= 1 << bit;
        guests[bit] = node as u8;
        return true;
    }
    loop {
        let left = sets[node] & !*seen;
        if left == 0 {
            return false;
        }
        let bit = left.trailing_zeros() as usize;
        *seen |= 1 << bit;
        if placed(usize::from(guests[bit]), sets, guests, held, seen) {
            guests[bit] = node as u8;
            return true;
        }
    }
}

fn large(scope: &[Variable], space: &Space) -> bool {
    let mut numbers: HashMap<i64, usize> = HashMap::new();
    let mut edges: Vec<Vec<usize>> = Vec::with_capacity(scope.len());
    for (place, &variable) in scope.iter().enumerate() {
        // A variable does not differ from itself.
        if scope[..place].contains(&variable) {
            return false;
        }
        edges.push(
            space
                .values(variable)
                .map(|value| {
                    let next = numbers.len();
                    *numbers.entry(value).or_insert(next)
                })
                .collect(),
        );
    }
    let rooms = vec![1; numbers.len()];
    saturated(&edges, &rooms)
}

/// Whether a square graph has a perfect matching.
pub(super) fn perfect(size: usize, edge: impl Fn(usize, usize) -> bool) -> bool {
    let edges: Vec<Vec<usize>> =
        (0..size).map(|i| (0..size).filter(|&j| edge(i, j)).collect()).collect();
    saturated(&edges, &vec![1; size])
}

/// Whether every left node can have a place at one of its neighbours, which have rooms.
///
/// Places are given one after the other; a node without a free neighbour looks, breadth first, for
/// one whose guest can move on.
pub(super) fn saturated(edges: &[Vec<usize>], rooms: &[usize]) -> bool {
    let mut guests: Vec<Vec<usize>> = vec![Vec::new(); rooms.len()];
    // Nodes with few neighbours first: most of them stay where they are.
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&node| edges[node].len());
    let mut from: Vec<Option<usize>> = vec![None; rooms.len()];
    let mut seen = vec![usize::MAX; rooms.len()];
    for (round, &node) in order.iter().enumerate() {
        let mut queue = vec![node];
        let mut next = 0;
        let free = loop {
            let Some(&here) = queue.get(next) else { return false };
            next += 1;
            let mut found = None;
            for &there in &edges[here] {
                if seen[there] == round {
                    continue;
                }
                seen[there] = round;
                from[there] = Some(here);
                if guests[there].len() < rooms[there] {
                    found = Some(there);
                    break;
                }
                queue.extend(&guests[there]);
            }
            if found.is_some() {
                break found;
            }
        };
        let mut place = free;
        while let Some(there) = place {
            let Some(guest) = from[there] else { break };
            // The guest leaves the place that led to it.
            let before = guests.iter().position(|own| own.contains(&guest));
            guests[there].push(guest);
            if let Some(before) = before {
                guests[before].retain(|&own| own != guest);
            }
            place = before;
        }
    }
    true
}
