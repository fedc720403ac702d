//! Cores: named assertions that cannot hold together.
//!
//! A core is about the assertions with names (`:named`) and the literals of `check-sat-assuming`;
//! the others are facts. Bounds of integers come from assertions, so a model without an assertion
//! may lack a bound. Named assertions that state bounds which the facts do not state are therefore
//! facts, and in every core.

use parallax_encodings::smt::quoted_symbol;
use parallax_model::flatten::{BoolExpression, VariableBounds, find_bounds};
use parallax_model::{MAX_VALUE, Model, ModelError};

use super::SmtInstance;
use super::divisors::exclude_zero;
use super::script::{AssertionName, ResponseCommand, SmtlibScript};

/// The label of a named assertion is this and its index.
pub(super) const NAMED_LABEL_PREFIX: &str = "named ";

/// Maximum number of named assertions of which each is tried without its bounds.
const MAX_TRIED_ASSERTIONS: usize = 2000;

impl SmtInstance {
    /// Whether the script asks for a core, or for the assumptions of one.
    #[must_use]
    pub fn asks_for_core(&self) -> bool {
        let asks = |own: &ResponseCommand| {
            matches!(own, ResponseCommand::Core | ResponseCommand::Assumptions)
        };
        self.script.responses.iter().any(asks)
    }

    /// The declarations, assertions and commands.
    #[must_use]
    pub fn script(&self) -> &SmtlibScript {
        &self.script
    }

    /// Returns the script as the question which named assertions cannot hold together: explanations
    /// of it have these as parts, with labels for [`core_place`](SmtInstance::core_place).
    #[must_use]
    pub fn about_core(&self) -> Self {
        let mut base = self.clone();
        base.facts = Some(self.script.fact_places());
        base
    }

    /// Returns the named assertions that are in every core, by their indices.
    #[must_use]
    pub fn always_in_core(&self) -> Vec<usize> {
        let facts = self.facts.clone().unwrap_or_default();
        facts.into_iter().filter(|index| self.script.names.contains_key(index)).collect()
    }

    /// Returns the index of the assertion whose constraints have a label.
    #[must_use]
    pub fn core_place(label: &str) -> Option<usize> {
        label.strip_prefix(NAMED_LABEL_PREFIX)?.parse().ok()
    }

    /// Returns the names of a core, in the order of the script, as `(c0 c2)`.
    #[must_use]
    pub fn core_text(&self, places: &[usize], assumptions: bool) -> String {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.dedup();
        let names = places.iter().filter_map(|index| match self.script.names.get(index)? {
            AssertionName::Assertion(name) if !assumptions => {
                Some(quoted_symbol(name).into_owned())
            }
            AssertionName::Assumption(text) if assumptions => Some(text.clone()),
            _ => None,
        });
        format!("({})", names.collect::<Vec<_>>().join(" "))
    }
}

impl SmtlibScript {
    /// Returns the assertions without names, and those with names that state needed bounds, by
    /// their indices.
    fn fact_places(&self) -> Vec<usize> {
        let (named, mut facts): (Vec<usize>, Vec<usize>) =
            (0..self.assertions.len()).partition(|index| self.names.contains_key(index));
        if self.state_all_bounds(&facts) {
            return facts;
        }
        // Each try searches all assertions for bounds, which is quadratic in their number. Beyond
        // the limit, every assertion is a fact, and the core lists all names.
        if named.len() > MAX_TRIED_ASSERTIONS {
            return (0..self.assertions.len()).collect();
        }
        let mut needed = named.clone();
        // Leaves out one named assertion at a time. If a bound is then missing, the assertion is
        // necessary, and returns to the list.
        for index in named {
            needed.retain(|&assertion| assertion != index);
            let rest: Vec<usize> = facts.iter().chain(&needed).copied().collect();
            if !self.state_all_bounds(&rest) {
                needed.push(index);
            }
        }
        facts.extend(needed);
        facts
    }

    /// Whether some assertions state all bounds that a model needs: both of every integer, and of
    /// what a divisor depends on those that exclude 0.
    fn state_all_bounds(&self, places: &[usize]) -> bool {
        // Bounds outside the range of models are as bad as missing ones.
        let bounds = self.stated_bounds(places);
        let fits = |bound: Option<i128>| {
            bound.is_some_and(|bound| bound.unsigned_abs() <= MAX_VALUE as u128)
        };
        let mut both = self.variables.iter().zip(&bounds);
        both.all(|((_, is_bool), bound)| *is_bool || fits(bound.low) && fits(bound.high))
            && exclude_zero(&self.terms, &bounds)
    }

    fn stated_bounds(&self, places: &[usize]) -> Vec<VariableBounds> {
        let terms: Vec<BoolExpression> =
            places.iter().map(|&index| self.assertions[index].1).collect();
        find_bounds(&self.terms, &terms, self.variables.len())
    }

    /// Returns the model in which facts have no label, and each other assertion has its own.
    pub(super) fn of_core(
        &self,
        facts: &[usize],
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, ModelError> {
        let mut is_fact = vec![false; self.assertions.len()];
        facts.iter().for_each(|&place| is_fact[place] = true);
        // Facts come first: what is asserted again is not posted again.
        let mut all: Vec<(usize, String)> =
            facts.iter().map(|&place| (place, String::new())).collect();
        let others = (0..self.assertions.len()).filter(|&place| !is_fact[place]);
        all.extend(others.map(|place| (place, format!("{NAMED_LABEL_PREFIX}{place}"))));
        // The domains come from the facts alone. With those of a named assertion, a core could lack
        // that assertion.
        self.labelled_model(&self.stated_bounds(facts), &all, stop)
            .map_err(|_| ModelError::new("the script without some of its assertions is too large"))
    }
}
