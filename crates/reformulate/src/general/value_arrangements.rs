//! Arranges the values of groups in their variables.

use std::ops::ControlFlow;

use parallax_model::{Value, VarId};

use super::decomposition::ModelDecomposition;
use super::leaf::DecompositionLeaf;
use super::solutions::OnSolution;
use super::symmetry::InterchangeGroup;

/// Maximum size of a set that is sorted by insertion.
const MAX_INSERTION_SORTED: usize = 16;

/// Assigns the values of groups to their variables: sets in ascending order, others in every
/// arrangement of their blocks.
pub(super) struct ValueArrangements<'a> {
    problem: &'a ModelDecomposition,
    /// A value for each variable of the model.
    values: Vec<Value>,
    /// The free groups with several blocks, in order.
    free: Vec<FreeGroup>,
    /// A buffer for sorting.
    set: Vec<Value>,
}

/// A free group whose blocks can be interleaved.
struct FreeGroup {
    group: usize,
    /// For each variable, the block that provides its value.
    word: Vec<usize>,
    /// The start of the values of each block among those of all groups.
    starts: Vec<usize>,
    /// The next value of each block while the variables are filled.
    next: Vec<usize>,
}

impl<'a> ValueArrangements<'a> {
    /// Prepares the arrangements of a leaf. `values` holds the values of ungrouped variables.
    pub(super) fn new(leaf: &'a DecompositionLeaf<'_>, values: Vec<Value>) -> Self {
        let problem = leaf.problem;
        let mut end = 0;
        let interleaved = |(group, members): (usize, &InterchangeGroup)| {
            let first = end;
            end += members.variables.len();
            // A set has one arrangement, and so has a single variable.
            if members.ordered || members.variables.len() == 1 {
                return None;
            }
            let blocks = leaf.node.blocks.iter().filter(|block| block.group as usize == group);
            let counts: Vec<usize> = blocks.map(|block| block.count as usize).collect();
            (counts.len() > 1).then(|| FreeGroup::new(group, first, &counts))
        };
        let free = problem.groups.iter().enumerate().filter_map(interleaved).collect();
        ValueArrangements { problem, values, free, set: Vec::new() }
    }

    /// Reports every arrangement of the values, which are ordered by group and block.
    ///
    /// # Errors
    /// Breaks if the callback breaks; the arrangements must not be used again after that.
    pub(super) fn each_arrangement(
        &mut self,
        slots: &[Value],
        give: OnSolution<'_>,
    ) -> ControlFlow<()> {
        let mut rest = slots;
        for group in &self.problem.groups {
            let (group_values, others) = rest.split_at(group.variables.len());
            rest = others;
            if group.ordered && group_values.len() <= MAX_INSERTION_SORTED {
                insert_sorted(&group.variables, group_values, &mut self.values);
                continue;
            }
            let group_values = if group.ordered {
                self.set.clear();
                self.set.extend_from_slice(group_values);
                self.set.sort_unstable();
                &self.set
            } else {
                group_values
            };
            for (v, &value) in group.variables.iter().zip(group_values) {
                self.values[v.index()] = value;
            }
        }
        // The first arrangement of a free group is the order of its blocks.
        loop {
            give(&self.values)?;
            let mut done = true;
            for free in self.free.iter_mut().rev() {
                // After its last arrangement a group returns to its first, and the group before
                // it advances.
                done = !next_permutation(&mut free.word);
                free.fill_values(self.problem, slots, &mut self.values);
                if !done {
                    break;
                }
            }
            if done {
                return ControlFlow::Continue(());
            }
        }
    }
}

/// Assigns values to variables in ascending order, by insertion.
#[inline]
fn insert_sorted(variables: &[VarId], group_values: &[Value], values: &mut [Value]) {
    for (i, &value) in group_values.iter().enumerate() {
        let mut at = i;
        while at > 0 && values[variables[at - 1].index()] > value {
            values[variables[at].index()] = values[variables[at - 1].index()];
            at -= 1;
        }
        values[variables[at].index()] = value;
    }
}

impl FreeGroup {
    fn new(group: usize, first: usize, counts: &[usize]) -> Self {
        let word =
            counts.iter().enumerate().flat_map(|(block, &count)| std::iter::repeat_n(block, count));
        let starts = counts.iter().scan(first, |end, count| {
            *end += count;
            Some(*end - count)
        });
        let starts: Vec<usize> = starts.collect();
        FreeGroup { group, word: word.collect(), next: starts.clone(), starts }
    }

    fn fill_values(&mut self, problem: &ModelDecomposition, slots: &[Value], values: &mut [Value]) {
        self.next.copy_from_slice(&self.starts);
        for (v, &block) in problem.groups[self.group].variables.iter().zip(&self.word) {
            values[v.index()] = slots[self.next[block]];
            self.next[block] += 1;
        }
    }
}

/// Advances to the next permutation of the same letters in lexicographic order; after the last
/// one, returns to the first and returns false.
fn next_permutation(word: &mut [usize]) -> bool {
    let Some(pivot) = word.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        word.reverse();
        return false;
    };
    // The suffix after the pivot descends: it is the last arrangement of its letters. The pivot
    // becomes the next larger letter, and the others begin again in ascending order.
    let larger = word.iter().rposition(|&letter| letter > word[pivot]).unwrap_or(pivot);
    word.swap(pivot, larger);
    word[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_order_and_once() {
        let mut word = vec![0, 0, 1, 2];
        let mut words = vec![word.clone()];
        while next_permutation(&mut word) {
            words.push(word.clone());
        }
        assert_eq!(words.len(), 12);
        assert!(words.is_sorted_by(|a, b| a < b));
        assert_eq!(word, [0, 0, 1, 2]);
        assert!(!next_permutation(&mut []) && !next_permutation(&mut [3]));
    }
}
