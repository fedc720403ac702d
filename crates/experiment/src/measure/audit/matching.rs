//! All-different under reduced domains, by matching variables to values.
//!
//! Proving that a clause of a permutation is implied is a pigeonhole problem, which takes a SAT
//! solver exponentially long (Haken 1985) and a matching almost no time (Kuhn 1955; Régin
//! 1994).

use std::collections::{BTreeMap, VecDeque};

use parallax_model::Value;

/// Finds a value for each variable, all different, if possible.
pub(super) fn all_different(domains: &[Vec<Value>]) -> Option<Vec<Value>> {
    let mut matching = ValueMatching { taken: BTreeMap::new(), values: vec![None; domains.len()] };
    let placed = (0..domains.len()).all(|variable| matching.match_variable(domains, variable));
    placed.then(|| matching.values.into_iter().flatten().collect())
}

/// A matching of values and variables.
struct ValueMatching {
    taken: BTreeMap<Value, usize>,
    values: Vec<Option<Value>>,
}

impl ValueMatching {
    /// Finds a value for a variable, moving others if necessary: breadth first, with the
    /// variable from which each value was reached.
    fn match_variable(&mut self, domains: &[Vec<Value>], variable: usize) -> bool {
        let mut reached: BTreeMap<Value, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([variable]);
        while let Some(next) = queue.pop_front() {
            for &value in &domains[next] {
                if reached.contains_key(&value) {
                    continue;
                }
                // Every value is visited once, so a search is linear in the total size of the
                // domains.
                reached.insert(value, next);
                match self.taken.get(&value) {
                    Some(&other) => queue.push_back(other),
                    None => {
                        self.move_along(&reached, value);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Gives a free value to the variable that reached it, the value of that variable to the
    /// one that reached it, and so on.
    fn move_along(&mut self, reached: &BTreeMap<Value, usize>, free: Value) {
        let mut value = Some(free);
        while let Some(given) = value {
            let variable = reached[&given];
            self.taken.insert(given, variable);
            // The variable gives up its old value, which is passed to the variable that reached it.
            // The chain ends at the variable that had none.
            value = self.values[variable].replace(given);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_matching_where_there_is_one() {
        let found = all_different(&[vec![1, 2], vec![1], vec![2, 3]]).unwrap();
        assert_eq!(found, [2, 1, 3]);
        assert_eq!(all_different(&[vec![1, 2], vec![1, 2], vec![1, 2]]), None);
        assert_eq!(all_different(&[vec![]]), None);
        assert_eq!(all_different(&[]), Some(vec![]));
    }

    #[test]
    fn moves_along_a_row_as_long_as_the_input() {
        // Each variable can move up by one value; the last variable pushes all others.
        let n = 20_000;
        let mut domains: Vec<Vec<Value>> = (0..n).map(|i| vec![i, i + 1]).collect();
        domains.push(vec![0]);
        let found = all_different(&domains).unwrap();
        assert_eq!(found[..n as usize], (1..=n).collect::<Vec<_>>());
        assert_eq!(found[n as usize], 0);
    }
}
