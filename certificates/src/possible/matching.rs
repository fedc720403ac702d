//! Matchings in bipartite graphs.

use std::collections::HashMap;

use super::super::model::Variable;
use super::super::space::Space;

/// Whether variables can take values of which no two are equal.
pub(super) fn distinct(scope: &[Variable], space: &Space) -> bool {
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
