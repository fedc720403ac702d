//! Counts the solutions of clues by a separate search.
//!
//! The model has a variable for each house, and its values are the house's items. This search is
//! the dual: each item has a set of possible houses.

use super::clue::{ZebraClue, ZebraItem};

/// Counts the solutions, up to `limit`.
pub(super) fn count_solutions(
    houses: usize,
    attributes: usize,
    clues: &[ZebraClue],
    limit: u64,
) -> u64 {
    // At most six houses, whose bits fit into a byte.
    let anywhere = (1u8 << houses) - 1;
    let state = ZebraSearchState { houses, clues, open: vec![anywhere; houses * attributes] };
    state.count_solutions(limit)
}

/// The possible houses of each item, as bits; items in the order of attributes
/// and values.
#[derive(Clone)]
struct ZebraSearchState<'a> {
    houses: usize,
    clues: &'a [ZebraClue],
    open: Vec<u8>,
}

impl ZebraSearchState<'_> {
    fn count_solutions(mut self, limit: u64) -> u64 {
        if !self.narrow_houses() {
            return 0;
        }
        // Branches on the item with the fewest houses.
        let undecided = (0..self.open.len()).filter(|&i| self.open[i].count_ones() > 1);
        let Some(item) = undecided.min_by_key(|&i| self.open[i].count_ones()) else {
            return 1;
        };
        let mut found = 0;
        for house in (0..self.houses).filter(|house| self.open[item] >> house & 1 == 1) {
            let mut chosen = self.clone();
            chosen.open[item] = 1 << house;
            // The loop ends at the limit, so `found` is below it here.
            found += chosen.count_solutions(limit - found);
            if found >= limit {
                break;
            }
        }
        found
    }

    /// Removes houses that contradict a clue or belong to another item of the same attribute, up to
    /// the fixpoint. Returns whether every item has a remaining house.
    fn narrow_houses(&mut self) -> bool {
        loop {
            let before = self.open.clone();
            self.clues.iter().for_each(|clue| narrow_by(clue, self.houses, &mut self.open));
            // The items of an attribute are in different houses, so a decided one takes its house
            // from the others.
            for attribute in self.open.chunks_mut(self.houses) {
                for i in 0..attribute.len() {
                    if let (house, true) = (attribute[i], attribute[i].is_power_of_two()) {
                        let others = attribute.iter_mut().enumerate().filter(|&(j, _)| j != i);
                        others.for_each(|(_, open)| *open &= !house);
                    }
                }
            }
            if self.open.contains(&0) {
                return false;
            }
            if self.open == before {
                return true;
            }
        }
    }
}

fn narrow_by(clue: &ZebraClue, houses: usize, open: &mut [u8]) {
    let index = |item: &ZebraItem| item.attribute * houses + item.value;
    // Bits beyond the first or the last house vanish, since no item has them open.
    let beside = |bits: u8| bits << 1 | bits >> 1;
    match clue {
        ZebraClue::Place(item, house) => open[index(item)] &= 1 << house,
        ZebraClue::Together(a, b) => {
            let both = open[index(a)] & open[index(b)];
            (open[index(a)], open[index(b)]) = (both, both);
        }
        ZebraClue::RightOf(a, b) => {
            open[index(a)] &= open[index(b)] << 1;
            open[index(b)] &= open[index(a)] >> 1;
        }
        ZebraClue::NextTo(a, b) => {
            open[index(a)] &= beside(open[index(b)]);
            open[index(b)] &= beside(open[index(a)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(attribute: usize, value: usize) -> ZebraItem {
        ZebraItem { attribute, value }
    }

    /// Counts by brute force: all assignments of two attributes with three
    /// values each that satisfy the clues.
    fn brute_force(clues: &[ZebraClue]) -> u64 {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let all = orders.iter().flat_map(|one| orders.iter().map(move |other| [one, other]));
        let holds = |at: &[&[usize; 3]; 2], clue: &ZebraClue| {
            let house = |item: &ZebraItem| at[item.attribute][item.value];
            match clue {
                ZebraClue::Place(a, place) => house(a) == *place,
                ZebraClue::Together(a, b) => house(a) == house(b),
                ZebraClue::RightOf(a, b) => house(a) == house(b) + 1,
                ZebraClue::NextTo(a, b) => house(a).abs_diff(house(b)) == 1,
            }
        };
        all.filter(|at| clues.iter().all(|clue| holds(at, clue))).count() as u64
    }

    #[test]
    fn counts_like_brute_force() {
        let mut clues = vec![ZebraClue::Place(item(0, 0), 0), ZebraClue::Place(item(1, 2), 1)];
        let items: Vec<ZebraItem> = (0..6).map(|i| item(i / 3, i % 3)).collect();
        for (i, &a) in items.iter().enumerate() {
            for &b in &items[..i] {
                clues.extend([
                    ZebraClue::RightOf(a, b),
                    ZebraClue::NextTo(a, b),
                    ZebraClue::Together(b, a),
                ]);
            }
        }
        assert_eq!(count_solutions(3, 2, &[], u64::MAX), 36);
        assert_eq!(count_solutions(3, 2, &[], 5), 5);
        for (i, one) in clues.iter().enumerate() {
            for other in &clues[..=i] {
                let both = [*one, *other];
                assert_eq!(count_solutions(3, 2, &both, u64::MAX), brute_force(&both), "{both:?}");
            }
        }
    }
}
