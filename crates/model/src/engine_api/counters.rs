//! Named counts of effort, equal for equal seeds.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Named counts of effort (nodes, conflicts, propagations, clauses, ...), in the order in which
/// an engine reports them. Two runs with the same seed have the same counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffortCounters(Vec<(Cow<'static, str>, u64)>);

impl EffortCounters {
    /// Creates an empty set of counters.
    #[must_use]
    pub fn new() -> Self {
        EffortCounters::default()
    }

    /// Adds `amount` to the counter `name`, which starts at 0.
    pub fn add_amount(&mut self, name: impl Into<Cow<'static, str>>, amount: u64) {
        let name = name.into();
        // The names are few, so a linear search suffices, and they stay in the order of first
        // mention.
        match self.0.iter_mut().find(|(n, _)| *n == name) {
            Some((_, value)) => *value = value.saturating_add(amount),
            None => self.0.push((name, amount)),
        }
    }

    /// Adds the amounts of other counters.
    pub fn add_all(&mut self, others: &EffortCounters) {
        others.iter().for_each(|(name, amount)| self.add_amount(name.to_owned(), amount));
    }

    /// Returns the amounts added after the counters `before`; omits names that are no longer
    /// present.
    #[must_use]
    pub fn since_counters(&self, before: &EffortCounters) -> EffortCounters {
        let earlier = |name: &str| before.get(name).unwrap_or(0);
        let grown =
            self.0.iter().map(|(name, now)| (name.clone(), now.saturating_sub(earlier(name))));
        EffortCounters(grown.collect())
    }

    /// Returns the value of a counter, if the engine reports it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }

    /// Returns all counters in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> + '_ {
        self.0.iter().map(|(name, value)| (&**name, *value))
    }

    /// Whether there are no counters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for EffortCounters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for EffortCounters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CountersReader)
    }
}

struct CountersReader;

impl<'de> Visitor<'de> for CountersReader {
    type Value = EffortCounters;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("counters by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EffortCounters, A::Error> {
        let mut counters = EffortCounters::new();
        while let Some((name, value)) = map.next_entry::<String, u64>()? {
            counters.add_amount(name, value);
        }
        Ok(counters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_read_back_in_order() {
        let mut counters = EffortCounters::new();
        counters.add_amount("nodes", 3);
        counters.add_amount("backtracks", u64::MAX);
        counters.add_amount("nodes", 1);
        let text = serde_json::to_string(&counters).unwrap();
        assert_eq!(text, r#"{"nodes":4,"backtracks":18446744073709551615}"#);
        assert_eq!(serde_json::from_str::<EffortCounters>(&text).unwrap(), counters);
        assert!(serde_json::from_str::<EffortCounters>(r#"{"nodes":-1}"#).is_err());
    }

    #[test]
    fn what_was_added_since_is_the_rest() {
        let mut before = EffortCounters::new();
        before.add_amount("nodes", 3);
        let mut after = before.clone();
        after.add_amount("nodes", 2);
        after.add_amount("backtracks", 1);
        let since = after.since_counters(&before);
        assert_eq!(since.iter().collect::<Vec<_>>(), [("nodes", 2), ("backtracks", 1)]);
        before.add_all(&since);
        assert_eq!(before, after);
    }
}
