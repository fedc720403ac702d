//! Sets of variables that have too few values together (Hall's theorem).

/// Finds nodes and places such that all neighbours of the nodes are among the places, which have
/// fewer rooms than there are nodes; `None` if every node can have a place.
///
/// `edges` has the neighbours of each node; `rooms` the rooms of each place.
pub(super) fn find_violator(
    edges: &[Vec<usize>],
    rooms: &[usize],
) -> Option<(Vec<usize>, Vec<usize>)> {
    // A matching of nodes and rooms, grown by one augmenting path for each node. A node is the
    // guest of one place, and each place is seen once, so that no node is queued twice.
    let mut guests: Vec<Vec<usize>> = vec![Vec::new(); rooms.len()];
    for node in 0..edges.len() {
        // Breadth first: the places seen, and the node that led to each.
        let mut queue = vec![node];
        let mut from: Vec<Option<usize>> = vec![None; rooms.len()];
        let mut seen: Vec<usize> = Vec::new();
        let mut next = 0;
        let mut free = None;
        while let (None, Some(&here)) = (free, queue.get(next)) {
            next += 1;
            for &there in &edges[here] {
                if from[there].is_some() {
                    continue;
                }
                from[there] = Some(here);
                seen.push(there);
                if guests[there].len() < rooms[there] {
                    free = Some(there);
                    break;
                }
                queue.extend(&guests[there]);
            }
        }
        if free.is_none() {
            // No room is free: all rooms of the seen places are taken by nodes of the queue, which
            // also has the new node, and no node of the queue has a place beyond them.
            queue.sort_unstable();
            seen.sort_unstable();
            return Some((queue, seen));
        }
        // Along the path, each node moves to the place that it led to, and leaves its former place
        // to the node before it on the path. The new node has no former place.
        while let Some(there) = free {
            let Some(guest) = from[there] else { break };
            let before = guests.iter().position(|occupants| occupants.contains(&guest));
            guests[there].push(guest);
            if let Some(before) = before {
                guests[before].retain(|&other| other != guest);
            }
            free = before.filter(|_| guest != node);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find_violator;

    #[test]
    fn sets_that_are_too_small_are_found() {
        assert_eq!(find_violator(&[vec![0, 1], vec![0], vec![1, 2]], &[1, 1, 1]), None);
        let tight = [vec![0, 1], vec![2], vec![0, 1], vec![0, 1]];
        assert_eq!(find_violator(&tight, &[1, 1, 1]), Some((vec![0, 2, 3], vec![0, 1])));
        assert_eq!(find_violator(&tight, &[2, 1, 1]), None);
        assert_eq!(find_violator(&[vec![]], &[1]), Some((vec![0], vec![])));
        assert_eq!(find_violator(&[vec![0]], &[0]), Some((vec![0], vec![0])));
        assert_eq!(find_violator(&[], &[]), None);
    }

    /// For every small graph, either a matching exists, or the sets violate Hall's condition.
    #[test]
    fn small_graphs_agree_with_the_definition() {
        for code in 0..1u32 << 9 {
            let edges: Vec<Vec<usize>> = (0..3)
                .map(|node| (0..3).filter(|place| code >> (3 * node + place) & 1 == 1).collect())
                .collect();
            for rooms in [[1, 1, 1], [2, 0, 1], [0, 3, 0]] {
                let assigns = |choice: usize| {
                    let places = [choice % 3, choice / 3 % 3, choice / 9];
                    let fits = (0..3).all(|node| edges[node].contains(&places[node]));
                    fits && (0..3)
                        .all(|place| places.iter().filter(|&&p| p == place).count() <= rooms[place])
                };
                let found = find_violator(&edges, &rooms);
                assert_eq!(found.is_none(), (0..27).any(assigns), "{edges:?} {rooms:?}");
                let Some((nodes, places)) = found else { continue };
                let around = nodes.iter().flat_map(|&node| &edges[node]);
                assert!(around.into_iter().all(|place| places.contains(place)));
                assert!(places.iter().map(|&place| rooms[place]).sum::<usize>() < nodes.len());
            }
        }
    }
}
