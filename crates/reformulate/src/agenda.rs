//! The open subproblems and the order in which they are processed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use parallax_model::named;

/// The choice of the next open subproblem. The order changes neither the tree nor the solutions,
/// only the time at which they are found and the number of open subproblems. If ties are broken at
/// random, it also changes the draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AgendaOrder {
    /// Depth first: few subproblems are open.
    #[default]
    LastIn,
    /// Breadth first.
    FirstIn,
    /// The subproblem with the fewest combinations of values.
    BestFirst,
}

named!(AgendaOrder, "agenda", {
    LastIn => "last-in",
    FirstIn => "first-in",
    BestFirst => "best-first",
});

/// The open subproblems (Swearngin, Choueiry and Freuder 2011, section 5.2).
#[derive(Debug)]
pub struct SubproblemAgenda<T>(OpenSubproblems<T>);

#[derive(Debug)]
enum OpenSubproblems<T> {
    Queue {
        items: VecDeque<T>,
        last_in: bool,
    },
    /// By size, then by age.
    Best {
        items: BTreeMap<(u128, u64), T>,
        came: u64,
    },
}

impl<T> SubproblemAgenda<T> {
    /// Makes an empty agenda.
    #[must_use]
    pub fn new(order: AgendaOrder) -> Self {
        SubproblemAgenda(match order {
            AgendaOrder::BestFirst => OpenSubproblems::Best { items: BTreeMap::new(), came: 0 },
            _ => OpenSubproblems::Queue {
                items: VecDeque::new(),
                last_in: order == AgendaOrder::LastIn,
            },
        })
    }

    /// Adds the children of one subproblem; the first child is taken first. `size` returns the
    /// number of combinations of values of a subproblem.
    pub fn add_children(&mut self, children: &mut Vec<T>, size: impl Fn(&T) -> u128) {
        match &mut self.0 {
            OpenSubproblems::Queue { items, last_in: true } => {
                // The queue is popped at its back, so the first child goes in last.
                items.extend(children.drain(..).rev());
            }
            OpenSubproblems::Queue { items, last_in: false } => items.extend(children.drain(..)),
            OpenSubproblems::Best { items, came } => {
                for child in children.drain(..) {
                    // The age breaks ties, and makes the keys unique.
                    items.insert((size(&child), *came), child);
                    *came += 1;
                }
            }
        }
    }

    /// Removes and returns the next subproblem.
    pub fn take_next(&mut self) -> Option<T> {
        match &mut self.0 {
            OpenSubproblems::Queue { items, last_in: true } => items.pop_back(),
            OpenSubproblems::Queue { items, last_in: false } => items.pop_front(),
            OpenSubproblems::Best { items, .. } => items.pop_first().map(|(_, child)| child),
        }
    }
}

/// Returns the indices of the maximum keys.
pub(super) fn greatest_keys<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut keyed: Vec<(K, Reverse<usize>)> =
        keys.enumerate().map(|(index, key)| (key, Reverse(index))).collect();
    keyed.sort_by(|a, b| b.cmp(a));
    let ties = keyed.iter().take_while(|(key, _)| *key == keyed[0].0);
    ties.map(|(_, Reverse(index))| *index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(order: AgendaOrder) -> Vec<u128> {
        let mut agenda = SubproblemAgenda::new(order);
        agenda.add_children(&mut vec![5, 2, 9], |&size| size);
        let mut seen = vec![agenda.take_next().unwrap()];
        agenda.add_children(&mut vec![4, 1], |&size| size);
        seen.extend(std::iter::from_fn(|| agenda.take_next()));
        seen
    }

    #[test]
    fn each_order_takes_its_own_next() {
        assert_eq!(order_of(AgendaOrder::LastIn), [5, 4, 1, 2, 9]);
        assert_eq!(order_of(AgendaOrder::FirstIn), [5, 2, 9, 4, 1]);
        assert_eq!(order_of(AgendaOrder::BestFirst), [2, 1, 4, 5, 9]);
        for order in AgendaOrder::ALL {
            assert_eq!(order.name().parse(), Ok(order));
        }
        assert!("last".parse::<AgendaOrder>().unwrap_err().to_string().contains("first-in"));
    }

    #[test]
    fn ties_come_in_order() {
        assert_eq!(greatest_keys([3, 5, 1, 5].into_iter()), [1, 3]);
        assert_eq!(greatest_keys(std::iter::empty::<u8>()), [0usize; 0]);
    }
}
