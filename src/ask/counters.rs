//! Deterministic effort, told by name.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Named counts of effort (nodes, conflicts, propagations, clauses, ...), in
/// the order in which an engine tells them. Two runs with the same seed give
/// the same counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(Vec<(&'static str, u64)>);

impl Counters {
    /// No counters.
    pub fn new() -> Self {
        Counters::default()
    }

    /// Adds `amount` to the counter `name`, which is made when it is new.
    pub fn add(&mut self, name: &'static str, amount: u64) {
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some((_, value)) => *value = value.saturating_add(amount),
            None => self.0.push((name, amount)),
        }
    }

    /// The value of a counter, if the engine tells it.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }

    /// All counters in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }

    /// Whether no counter is told.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}
