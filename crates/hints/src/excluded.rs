//! Locked candidates of rules: all places of a value in a house, or all values of a cell, exclude a
//! candidate, each by a unit or by a rule of two cells (anti-knight, dots, whispers).

use std::collections::BTreeSet;

use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Constraint, Given, VarId};

use super::group::ConstraintGroup;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::technique::Technique;
use super::unit::{CandidateId, RulePart, UnitId};

/// Maximum number of pairs of candidates that rules exclude.
const MOST_PAIRS: usize = 2_000_000;

/// Maximum number of pairs of candidates that are looked at.
const MOST_VISITS: usize = 20_000_000;

/// Maximum number of remaining candidates of a unit whose exclusions are compared.
const MOST_PLACES: usize = 5;

/// The pairs of candidates that rules of two variables exclude.
#[derive(Clone, Debug)]
pub(super) struct ExcludedPairs {
    /// The other candidates of each candidate, each with the group, ascending.
    others: Vec<Vec<(CandidateId, usize)>>,
    is_empty: bool,
}

/// A reason why two candidates are not both true.
enum ExclusionReason {
    Unit(UnitId),
    Group(usize),
}

impl ExcludedPairs {
    /// Collects the pairs of the groups; none if there are too many.
    pub(super) fn from_groups(rules: &CandidateRules, groups: &[ConstraintGroup]) -> Self {
        let mut others = vec![Vec::new(); rules.len()];
        let (mut number, mut visits) = (0, 0);
        for (group, own) in groups.iter().enumerate() {
            for &place in &own.places {
                let constraint = &rules.model().constraints()[place].constraint;
                for (one, other) in excluded_pairs(rules, constraint, &mut visits) {
                    others[one.index()].push((other, group));
                    others[other.index()].push((one, group));
                    number += 1;
                }
                // An incomplete list would make the steps depend on the order of the constraints,
                // so there is none at all.
                if number >= MOST_PAIRS || visits >= MOST_VISITS {
                    return ExcludedPairs { others: vec![Vec::new(); rules.len()], is_empty: true };
                }
            }
        }
        others.iter_mut().for_each(|own| {
            own.sort_unstable();
            // One group suffices as the reason of a pair.
            own.dedup_by_key(|pair| pair.0);
        });
        ExcludedPairs { others, is_empty: number == 0 }
    }

    /// Returns the step of the first unit that gives one: a unit with few candidates first.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn first_step(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, PreparationError> {
        if self.is_empty {
            return Ok(None);
        }
        let mut best: Option<(usize, DeductionStep)> = None;
        for id in (0..rules.units().len()).map(UnitId::new) {
            if !rules.unit(id).is_some {
                continue;
            }
            // One place more than allowed shows that there are too many.
            let places: Vec<CandidateId> = state.of_unit(rules, id).take(MOST_PLACES + 1).collect();
            // Only a unit with fewer places than the best one is worth a search.
            let limit = best.as_ref().map_or(MOST_PLACES + 1, |(count, _)| *count);
            if places.len() < 2 || places.len() >= limit {
                continue;
            }
            control.check_stop()?;
            if let Some(step) = self.unit_step(rules, state, id, &places) {
                best = Some((places.len(), step));
            }
        }
        Ok(best.map(|(_, step)| step))
    }

    /// Returns what all candidates of a unit exclude, if rules of two variables play a part.
    fn unit_step(
        &self,
        rules: &CandidateRules,
        state: &CandidateState,
        unit: UnitId,
        places: &[CandidateId],
    ) -> Option<DeductionStep> {
        let first = *places.first()?;
        // A candidate that all places exclude is excluded by the first, so only its neighbours are
        // tested.
        let mut near: Vec<CandidateId> =
            self.others[first.index()].iter().map(|pair| pair.0).collect();
        for &own in rules.units_of(first) {
            near.extend(&rules.unit(own).candidates);
        }
        near.sort_unstable();
        near.dedup();
        near.retain(|c| state.has_candidate(*c) && !state.is_placed(*c) && !places.contains(c));
        let (mut parts, mut groups, mut removes) = (Vec::new(), BTreeSet::new(), Vec::new());
        for candidate in near {
            let links = places.iter().map(|&place| self.find_link(rules, place, candidate));
            let Some(links) = links.collect::<Option<Vec<ExclusionReason>>>() else { continue };
            // Without a rule of two variables, this is the technique of locked candidates.
            if links.iter().all(|link| matches!(link, ExclusionReason::Unit(_))) {
                continue;
            }
            for link in links {
                match link {
                    ExclusionReason::Unit(unit) => parts.push(RulePart::One(unit)),
                    ExclusionReason::Group(group) => {
                        groups.insert(group);
                    }
                }
            }
            removes.push(candidate);
        }
        let parts = parts.into_iter().chain([RulePart::Some(unit)]);
        let step = DeductionStep::new(Technique::LockedByRules, parts, [], removes);
        let step = DeductionStep { groups: groups.into_iter().collect(), ..step };
        (!step.removes.is_empty()).then_some(step)
    }

    fn find_link(
        &self,
        rules: &CandidateRules,
        one: CandidateId,
        other: CandidateId,
    ) -> Option<ExclusionReason> {
        let others = rules.units_of(other);
        let unit = rules.units_of(one).iter().find(|unit| others.contains(unit));
        let of_group = || {
            let own = &self.others[one.index()];
            let at = own.binary_search_by_key(&other, |pair| pair.0).ok()?;
            Some(ExclusionReason::Group(own[at].1))
        };
        unit.map(|&unit| ExclusionReason::Unit(unit)).or_else(of_group)
    }
}

/// Returns the pairs of candidates that a constraint of two variables excludes, and counts all
/// pairs; none if these are too many.
fn excluded_pairs(
    rules: &CandidateRules,
    constraint: &Constraint,
    visits: &mut usize,
) -> Vec<(CandidateId, CandidateId)> {
    let scope = match constraint {
        Constraint::Compare(compare) => [compare.left, compare.right],
        Constraint::Table(table) => match table.scope[..] {
            [left, right] if !table.forbidden => [left, right],
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let [left, right] = scope;
    let allowed: Option<BTreeSet<(i32, i32)>> = match constraint {
        Constraint::Table(table) => Some(table.tuples.iter().map(|t| (t[0], t[1])).collect()),
        _ => None,
    };
    let holds = |one: Given, other: Given| match (constraint, &allowed) {
        (Constraint::Compare(compare), _) => compare
            .relation
            .holds_between(one.value.into(), i64::from(other.value) + compare.offset),
        (_, Some(allowed)) => allowed.contains(&(one.value, other.value)),
        _ => true,
    };
    let all = |variable: VarId| rules.of_variable(variable);
    *visits = visits.saturating_add(all(left).count().saturating_mul(all(right).count()));
    if left == right || *visits >= MOST_VISITS {
        return Vec::new();
    }
    let product = all(left).flat_map(|one| all(right).map(move |other| (one, other)));
    let excluded = product.filter(|&(one, other)| !holds(rules.given(one), rules.given(other)));
    excluded.collect()
}
