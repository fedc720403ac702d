//! The decisions of a tree: a test of a variable against a value, and its opposite on the other
//! side.

use parallax_model::{Value, VarId};

use super::store::{DomainStore, PropagationConflict};

/// A relation between a variable and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueTest {
    /// The variable has the value.
    Is,
    /// The variable does not have the value.
    Not,
    /// The variable is at most the value.
    AtMost,
    /// The variable is above the value.
    Above,
}

impl ValueTest {
    /// Returns the test that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            ValueTest::Is => ValueTest::Not,
            ValueTest::Not => ValueTest::Is,
            ValueTest::AtMost => ValueTest::Above,
            ValueTest::Above => ValueTest::AtMost,
        }
    }

    /// Returns its sign in traces.
    #[must_use]
    pub fn trace_sign(self) -> char {
        match self {
            ValueTest::Is => '=',
            ValueTest::Not => '≠',
            ValueTest::AtMost => '≤',
            ValueTest::Above => '>',
        }
    }
}

/// A decision: the test holds from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchDecision {
    /// The variable.
    pub variable: VarId,
    /// The value that it is compared with.
    pub value: Value,
    /// The relation between them.
    pub test: ValueTest,
}

impl SearchDecision {
    /// Returns the decision that a variable has a value.
    #[inline]
    #[must_use]
    pub fn for_value(variable: VarId, value: Value) -> Self {
        SearchDecision { variable, value, test: ValueTest::Is }
    }

    /// Returns the decision that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        SearchDecision { test: self.test.opposite(), ..self }
    }

    /// Whether the decision assigns a value.
    #[must_use]
    #[inline]
    pub fn is_assignment(self) -> bool {
        self.test == ValueTest::Is
    }

    /// Removes the values that contradict it.
    ///
    /// # Errors
    /// Returns a conflict if no value is left.
    #[inline]
    pub fn apply(self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let SearchDecision { variable, value, test } = self;
        match test {
            ValueTest::Is => store.fix_value(variable, value),
            ValueTest::Not => store.remove_value(variable, value),
            ValueTest::AtMost => store.remove_above(variable, value.into()),
            ValueTest::Above => store.remove_below(variable, i64::from(value) + 1),
        }
    }

    /// Whether the domain of its variable has a value that it allows.
    #[inline]
    #[must_use]
    pub fn is_possible(self, store: &DomainStore) -> bool {
        let SearchDecision { variable, value, test } = self;
        match test {
            ValueTest::Is => store.contains(variable, value),
            // Removing one value empties only a domain that has no other.
            ValueTest::Not => store.domain_size(variable) > 1 || !store.contains(variable, value),
            ValueTest::AtMost => store.min(variable) <= value,
            ValueTest::Above => store.max(variable) > value,
        }
    }

    /// Returns an estimate of the share of the domain that the decision keeps, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn domain_share(self, store: &DomainStore) -> f64 {
        let SearchDecision { variable, value, test } = self;
        let one = || 1.0 / f64::from(store.domain_size(variable).max(1));
        // Assumes evenly spread values, so that the bounds are enough for an estimate.
        let lower = || {
            let (low, high) = (f64::from(store.min(variable)), f64::from(store.max(variable)));
            ((f64::from(value) - low + 1.0) / (high - low + 1.0)).clamp(0.0, 1.0)
        };
        match test {
            ValueTest::Is => one(),
            ValueTest::Not => 1.0 - one(),
            ValueTest::AtMost => lower(),
            ValueTest::Above => 1.0 - lower(),
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Domain, Model};

    use super::*;

    /// Each decision and its opposite partition every domain, and allow what their signs say.
    #[test]
    fn a_decision_and_its_opposite_partition_a_domain() {
        for bits in 1..128_u32 {
            for (base, value) in [(-3, -4), (-3, -1), (60, 62), (60, 63), (1000, 1006), (0, 9)] {
                let all: Vec<Value> =
                    (0..7).filter(|i| bits >> i & 1 == 1).map(|i| base + i).collect();
                for test in [ValueTest::Is, ValueTest::Not, ValueTest::AtMost, ValueTest::Above] {
                    let holds = |x: Value| match test.trace_sign() {
                        '=' => x == value,
                        '≠' => x != value,
                        '≤' => x <= value,
                        _ => x > value,
                    };
                    let mut parts = Vec::new();
                    let mut shares = 0.0;
                    let variable = VarId::new(0);
                    let own = SearchDecision { variable, value, test };
                    for decision in [own, own.opposite()] {
                        let mut model = Model::new("one variable");
                        model.add_shown("x", Domain::from_values(all.iter().copied())).unwrap();
                        let mut store = DomainStore::new(&model).unwrap();
                        store.queue.build_watch_lists();
                        shares += decision.domain_share(&store);
                        let possible = decision.is_possible(&store);
                        let done = decision.apply(&mut store);
                        assert_eq!(done.is_ok(), possible, "{decision:?} of {all:?}");
                        let left = store.values(variable).collect();
                        parts.push(if possible { left } else { Vec::new() });
                    }
                    let (kept, gone): (Vec<Value>, Vec<Value>) =
                        all.iter().copied().partition(|&x| holds(x));
                    assert_eq!(parts, [kept, gone], "{own:?} of {all:?}");
                    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
                }
            }
        }
    }
}
