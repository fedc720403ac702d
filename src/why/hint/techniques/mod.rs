//! Named techniques.

use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use super::unit::{House, RulePart, UnitId};

/// Finds steps that have a name.
pub struct Techniques;

impl Techniques {
    /// What the techniques need to know of the rules.
    #[must_use]
    pub fn new(_: &Rules) -> Self {
        Techniques
    }

    /// The first step of the easiest technique.
    #[must_use]
    pub fn first(&self, rules: &Rules, state: &State, _unique: bool) -> Option<Step> {
        (0..rules.units().len())
            .map(UnitId::new)
            .filter(|&unit| rules.unit(unit).is_some && !state.is_done(rules, unit))
            .filter_map(|unit| {
                let mut live = state.of_unit(rules, unit);
                let only = live.next().filter(|_| live.next().is_none())?;
                let technique = match rules.unit(unit).house {
                    House::Cell(_) => Technique::NakedSingle,
                    House::Box(_) => Technique::HiddenSingleBox,
                    _ => Technique::HiddenSingle,
                };
                Some(Step::new(technique, [RulePart::Some(unit)], [only], []))
            })
            .min_by_key(|step| step.technique)
    }
}
