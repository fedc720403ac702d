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

/// The label of a named assertion is this and its place.
pub(super) const LABEL: &str = "named ";

/// Maximum number of named assertions of which each is tried without its bounds.
const MOST: usize = 2000;

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
        let mut own = self.clone();
        own.facts = Some(self.script.fact_places());
        own
    }

    /// Returns the named assertions that are in every core, by their places.
    #[must_use]
    pub fn always_in_core(&self) -> Vec<usize> {
        let facts = self.facts.clone().unwrap_or_default();
        facts.into_iter().filter(|place| self.script.names.contains_key(place)).collect()
    }

    /// Returns the place of the assertion whose constraints have a label.
    #[must_use]
    pub fn core_place(label: &str) -> Option<usize> {
        label.strip_prefix(LABEL)?.parse().ok()
    }

    /// Returns the names of a core, in the order of the script, as `(c0 c2)`.
    #[must_use]
    pub fn core_text(&self, places: &[usize], assumptions: bool) -> String {
        let mut places = places.to_vec();
        places.sort_unstable();
        places.dedup();
        let names = places.iter().filter_map(|place| match self.script.names.get(place)? {
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
    /// their places.
    fn fact_places(&self) -> Vec<usize> {
        let (named, mut facts): (Vec<usize>, Vec<usize>) =
            (0..self.assertions.len()).partition(|place| self.names.contains_key(place));
        if self.state_all_bounds(&facts) {
            return facts;
        }
        if named.len() > MOST {
            return (0..self.assertions.len()).collect();
        }
        let mut needed = named.clone();
        for place in named {
            needed.retain(|&own| own != place);
            let rest: Vec<usize> = facts.iter().chain(&needed).copied().collect();
            if !self.state_all_bounds(&rest) {
                needed.push(place);
            }
        }
        facts.extend(needed);
        facts
    }

    /// Whether some assertions state all bounds that a model needs: both of every integer, and of
    /// what a divisor depends on those that exclude 0.
    fn state_all_bounds(&self, places: &[usize]) -> bool {
        let own = self.stated_bounds(places);
        let fits = |bound: Option<i128>| {
            bound.is_some_and(|bound| bound.unsigned_abs() <= MAX_VALUE as u128)
        };
        let mut both = self.variables.iter().zip(&own);
        both.all(|((_, is_bool), own)| *is_bool || fits(own.low) && fits(own.high))
            && exclude_zero(&self.terms, &own)
    }

    fn stated_bounds(&self, places: &[usize]) -> Vec<VariableBounds> {
        let terms: Vec<BoolExpression> =
            places.iter().map(|&place| self.assertions[place].1).collect();
        find_bounds(&self.terms, &terms, self.variables.len())
    }

    /// Returns the model in which facts have no label, and each other assertion one of its own.
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
        all.extend(others.map(|place| (place, format!("{LABEL}{place}"))));
        self.labelled_model(&self.stated_bounds(facts), &all, stop)
            .map_err(|_| ModelError::new("the script without some of its assertions is too large"))
    }
}
