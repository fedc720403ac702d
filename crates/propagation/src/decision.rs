//! The decisions of a tree: a test of a variable against a value, and its opposite on the other
//! side.

use parallax_model::{Value, VarId};

use super::store::{Conflict, Store};

/// A relation between a variable and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The variable has the value.
    Is,
    /// The variable does not have the value.
    Not,
    /// The variable is at most the value.
    AtMost,
    /// The variable is above the value.
    Above,
}

impl Test {
    /// Returns the test that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Test::Is => Test::Not,
            Test::Not => Test::Is,
            Test::AtMost => Test::Above,
            Test::Above => Test::AtMost,
        }
    }

    /// Returns its sign in traces.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Test::Is => '=',
            Test::Not => '≠',
            Test::AtMost => '≤',
            Test::Above => '>',
        }
    }
}

/// A decision: the test holds from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The variable.
    pub variable: VarId,
    /// The value that it is compared with.
    pub value: Value,
    /// The relation between them.
    pub test: Test,
}

impl Decision {
    /// Returns the decision that a variable has a value.
    #[inline]
    #[must_use]
    pub fn is(variable: VarId, value: Value) -> Self {
        Decision { variable, value, test: Test::Is }
    }

    /// Returns the decision that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Decision { test: self.test.opposite(), ..self }
    }

    /// Whether it assigns a value.
    #[must_use]
    #[inline]
    pub fn assigns(self) -> bool {
        self.test == Test::Is
    }

    /// Removes the values that contradict it.
    ///
    /// # Errors
    /// Returns a conflict if no value is left.
    #[inline]
    pub fn apply(self, store: &mut Store) -> Result<(), Conflict> {
        let Decision { variable, value, test } = self;
        match test {
            Test::Is => store.fix(variable, value),
            Test::Not => store.remove(variable, value),
            Test::AtMost => store.remove_above(variable, value.into()),
            Test::Above => store.remove_below(variable, i64::from(value) + 1),
        }
    }

    /// Whether the domain of its variable has a value that it allows.
    #[inline]
    #[must_use]
    pub fn is_possible(self, store: &Store) -> bool {
        let Decision { variable, value, test } = self;
        match test {
            Test::Is => store.contains(variable, value),
            Test::Not => store.size(variable) > 1 || !store.contains(variable, value),
            Test::AtMost => store.min(variable) <= value,
            Test::Above => store.max(variable) > value,
        }
    }

    /// Returns an estimate of the part of the domain that it leaves, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn share(self, store: &Store) -> f64 {
        let Decision { variable, value, test } = self;
        let one = || 1.0 / f64::from(store.size(variable).max(1));
        let lower = || {
            let (low, high) = (f64::from(store.min(variable)), f64::from(store.max(variable)));
            ((f64::from(value) - low + 1.0) / (high - low + 1.0)).clamp(0.0, 1.0)
        };
        match test {
            Test::Is => one(),
            Test::Not => 1.0 - one(),
            Test::AtMost => lower(),
            Test::Above => 1.0 - lower(),
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
                for test in [Test::Is, Test::Not, Test::AtMost, Test::Above] {
                    let holds = |x: Value| match test.sign() {
                        '=' => x == value,
                        '≠' => x != value,
                        '≤' => x <= value,
                        _ => x > value,
                    };
                    let mut parts = Vec::new();
                    let mut shares = 0.0;
                    let variable = VarId::new(0);
                    let own = Decision { variable, value, test };
                    for decision in [own, own.opposite()] {
                        let mut model = Model::new("one variable");
                        model.add_shown("x", Domain::of(all.iter().copied())).unwrap();
                        let mut store = Store::new(&model).unwrap();
                        store.queue.close();
                        shares += decision.share(&store);
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
