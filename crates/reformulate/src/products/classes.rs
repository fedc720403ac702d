//! A partition of the values of a variable, refined constraint by constraint.

use std::collections::HashMap;

use parallax_model::Value;

use super::label::ValueLabel;

/// Maximum number of values whose classes are found by comparing all of them.
const MAX_COMPARED_VALUES: usize = 32;

/// The values of a variable and their classes.
#[derive(Debug, Default)]
pub(super) struct ValueClasses {
    values: Vec<Value>,
    /// The class of each value; the classes are numbered from 0.
    class: Vec<u32>,
    count: usize,
    labels: Vec<ValueLabel>,
    old: Vec<u32>,
}

impl ValueClasses {
    /// Starts with one class.
    pub(super) fn start_values(&mut self, values: impl Iterator<Item = Value>) {
        self.values.clear();
        self.values.extend(values);
        self.class.clear();
        self.class.resize(self.values.len(), 0);
        self.count = usize::from(!self.values.is_empty());
    }

    /// Whether each class has a single value.
    pub(super) fn are_single(&self) -> bool {
        self.count == self.values.len()
    }

    /// Separates values with different labels; `label` appends a label for each value.
    pub(super) fn refine_classes(&mut self, label: impl FnOnce(&[Value], &mut Vec<ValueLabel>)) {
        self.labels.clear();
        label(&self.values, &mut self.labels);
        debug_assert_eq!(self.labels.len(), self.values.len());
        // Values stay in one class only if they were in one before, so the old classes are part of
        // the key.
        std::mem::swap(&mut self.class, &mut self.old);
        self.class.clear();
        if self.values.len() <= MAX_COMPARED_VALUES {
            self.compare_labels();
        } else {
            self.hash_labels();
        }
    }

    fn compare_labels(&mut self) {
        self.count = 0;
        for at in 0..self.values.len() {
            // Quadratic in the number of values, which is small here, and without a hash table.
            let same = |&before: &usize| {
                self.old[before] == self.old[at] && self.labels[before] == self.labels[at]
            };
            let class = match (0..at).find(same) {
                Some(before) => self.class[before],
                None => {
                    self.count += 1;
                    self.count as u32 - 1
                }
            };
            self.class.push(class);
        }
    }

    fn hash_labels(&mut self) {
        let mut known: HashMap<(u32, ValueLabel), u32> = HashMap::new();
        for (&old, &label) in self.old.iter().zip(&self.labels) {
            // Classes are numbered by their first values, as in `compare_labels`, so that the
            // choice between the two does not change the search.
            let next = known.len() as u32;
            self.class.push(*known.entry((old, label)).or_insert(next));
        }
        self.count = known.len();
    }

    /// Returns each value with its class.
    pub(super) fn classed_values(&self) -> impl Iterator<Item = (Value, u32)> + '_ {
        self.values.iter().copied().zip(self.class.iter().copied())
    }

    /// Returns the values of each class, in order of their first values.
    pub(super) fn class_lists(&self) -> Vec<Vec<Value>> {
        let mut lists = vec![Vec::new(); self.count];
        for (value, class) in self.classed_values() {
            lists[class as usize].push(value);
        }
        lists
    }
}
