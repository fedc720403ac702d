//! Sums of houses less the sums of rules.

use std::collections::BTreeSet;

use parallax_model::VarId;
use parallax_model::engine_api::{Control, PreparationError};

use super::equation::SumEquation;
use super::unions::{DerivedEquation, derived_equations};
use super::values::OpenTerms;
use crate::group::ConstraintGroup;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::step::DeductionStep;
use crate::technique::Technique;
use crate::unit::{CandidateId, RulePart};

/// Maximum number of open variables of an equation that gives steps.
const MOST_OPEN: usize = 5;

/// The equations, each with the candidates when it last gave no step.
#[derive(Clone, Debug)]
pub(crate) struct InnieEquations {
    pub(super) all: Vec<(DerivedEquation, Vec<Vec<CandidateId>>)>,
}

impl InnieEquations {
    /// Finds the equations of a model's houses and sums.
    pub(crate) fn from_rules(rules: &CandidateRules) -> Self {
        InnieEquations {
            all: derived_equations(rules)
                .into_iter()
                .map(|derived| (derived, Vec::new()))
                .collect(),
        }
    }

    /// Returns the easiest step, of one house or of several: one with the fewest houses, then with
    /// the fewest open variables.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(crate) fn best_step(
        &mut self,
        rules: &CandidateRules,
        groups: &[ConstraintGroup],
        state: &CandidateState,
        several: bool,
        control: &Control,
    ) -> Result<Option<DeductionStep>, PreparationError> {
        let mut best: Option<((usize, usize, usize), DeductionStep)> = None;
        for (derived, last) in self.all.iter_mut().filter(|own| (own.0.houses > 1) == several) {
            control.check_stop()?;
            let live = live_terms(rules, state, &derived.equation);
            let open = live.iter().filter(|values| values.len() > 1).count();
            let key = (derived.houses, open, derived.sources.len());
            // The number of open terms bounds the search below, and an equation with a larger key
            // cannot be the best.
            if open > MOST_OPEN || best.as_ref().is_some_and(|(best_key, _)| *best_key <= key) {
                continue;
            }
            // These candidates gave no step when they were last examined.
            if live == *last {
                continue;
            }
            match equation_step(rules, groups, state, derived, &live) {
                Some(step) => best = Some((key, step)),
                None => *last = live,
            }
        }
        Ok(best.map(|(_, step)| step))
    }
}

/// Returns the remaining candidates of each variable of an equation.
fn live_terms(
    rules: &CandidateRules,
    state: &CandidateState,
    equation: &SumEquation,
) -> Vec<Vec<CandidateId>> {
    let own = |&variable: &VarId| {
        rules.of_variable(variable).filter(|&candidate| state.has_candidate(candidate)).collect()
    };
    equation.terms.keys().map(own).collect()
}

fn equation_step(
    rules: &CandidateRules,
    groups: &[ConstraintGroup],
    state: &CandidateState,
    derived: &DerivedEquation,
    live: &[Vec<CandidateId>],
) -> Option<DeductionStep> {
    let value = |candidate: &CandidateId| i64::from(rules.given(*candidate).value);
    let factors = derived.equation.terms.values();
    let terms: Vec<(i64, Vec<i64>)> =
        factors.zip(live).map(|(&f, own)| (f, own.iter().map(value).collect())).collect();
    let constant = derived.equation.constant;
    let none = vec![Vec::new(); terms.len()];
    let mut open = OpenTerms { terms, constant, differ: none };
    // First without the differences of the variables, which would make the reason longer.
    let plain = removed_candidates(live, &open.supported_values()?, &value);
    let links = exclusive_terms(rules, live);
    for &(one, other, _) in &links {
        open.differ[other].push(one);
    }
    let with = open.supported_values().map(|kept| removed_candidates(live, &kept, &value));
    let (gone, parts) = match with {
        // The differences are named only if they remove more.
        Some(gone) if gone.len() > plain.len() => {
            (gone, links.into_iter().flat_map(|link| link.2).collect())
        }
        _ => (plain, Vec::new()),
    };
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for own in live {
        let kept: Vec<CandidateId> = own.iter().copied().filter(|c| !gone.contains(c)).collect();
        match kept[..] {
            [only] if !state.is_placed(only) => places.push(only),
            _ => removes.extend(own.iter().filter(|c| gone.contains(c))),
        }
    }
    let technique = match derived.houses {
        1 => Technique::Innies,
        _ => Technique::InniesOfHouses,
    };
    let of_groups = |group: &usize| {
        derived.sources.iter().any(|(_, index)| groups[*group].places.contains(index))
    };
    let step = DeductionStep {
        groups: (0..groups.len()).filter(of_groups).collect(),
        sums: derived.sources.clone(),
        ..DeductionStep::new(technique, parts, places, removes)
    };
    step.is_new(state).then_some(step)
}

/// Returns the candidates whose values are not kept.
fn removed_candidates(
    live: &[Vec<CandidateId>],
    kept: &[Vec<i64>],
    value: &dyn Fn(&CandidateId) -> i64,
) -> BTreeSet<CandidateId> {
    let lost = live.iter().zip(kept).flat_map(|(own, kept)| {
        own.iter().copied().filter(|candidate| !kept.contains(&value(candidate)))
    });
    lost.collect()
}

/// Returns the pairs of terms whose candidates of the same value exclude each other, with the parts
/// that say so.
fn exclusive_terms(
    rules: &CandidateRules,
    live: &[Vec<CandidateId>],
) -> Vec<(usize, usize, Vec<RulePart>)> {
    let mut all = Vec::new();
    for (later, own) in live.iter().enumerate() {
        for (earlier, before) in live[..later].iter().enumerate() {
            // Two terms differ if all their candidates with the same value exclude each other.
            let pairs = own.iter().flat_map(|&one| {
                let same = move |other: &&CandidateId| {
                    rules.given(**other).value == rules.given(one).value
                };
                before.iter().filter(same).map(move |&other| (one, other))
            });
            let parts: Option<Vec<RulePart>> = pairs
                .map(|(one, other)| {
                    let others = rules.units_of(other);
                    let mut units = rules.units_of(one).iter();
                    units.find(|unit| others.contains(unit)).map(|&unit| RulePart::One(unit))
                })
                .collect();
            if let Some(parts) = parts.filter(|parts| !parts.is_empty()) {
                all.push((earlier, later, parts));
            }
        }
    }
    all
}
