//! Locked candidates of rules: all places of a value in a house, or all values of a cell, exclude a
//! candidate, each by a unit or by a rule of two cells (anti-knight, dots, whispers).

use std::collections::BTreeSet;

use parallax_model::ask::{Control, Refusal};
use parallax_model::{Constraint, Given, VarId};

use super::group::Group;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use super::unit::{Candidate, RulePart, UnitId};

/// Maximum number of pairs of candidates that rules exclude.
const MOST_PAIRS: usize = 2_000_000;

/// Maximum number of pairs of candidates that are looked at.
const MOST_VISITS: usize = 20_000_000;

/// Maximum number of remaining candidates of a unit whose exclusions are compared.
const MOST_PLACES: usize = 5;

/// The pairs of candidates that rules of two variables exclude.
#[derive(Clone, Debug)]
pub(super) struct Excluded {
    /// The other candidates of each candidate, each with the group, ascending.
    others: Vec<Vec<(Candidate, usize)>>,
    is_empty: bool,
}

/// A reason why two candidates are not both true.
enum Link {
    Unit(UnitId),
    Group(usize),
}

impl Excluded {
    /// Collects the pairs of the groups; none if there are too many.
    pub(super) fn of(rules: &Rules, groups: &[Group]) -> Self {
        let mut others = vec![Vec::new(); rules.len()];
        let (mut number, mut visits) = (0, 0);
        for (group, own) in groups.iter().enumerate() {
            for &place in &own.places {
                let constraint = &rules.model().constraints()[place].constraint;
                for (one, other) in pairs(rules, constraint, &mut visits) {
                    others[one.index()].push((other, group));
                    others[other.index()].push((one, group));
                    number += 1;
                }
                if number >= MOST_PAIRS || visits >= MOST_VISITS {
                    return Excluded { others: vec![Vec::new(); rules.len()], is_empty: true };
                }
            }
        }
        others.iter_mut().for_each(|own| {
            own.sort_unstable();
            own.dedup_by_key(|pair| pair.0);
        });
        Excluded { others, is_empty: number == 0 }
    }

    /// Returns the step of the first unit that gives one: a unit with few candidates first.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub(super) fn first(
        &self,
        rules: &Rules,
        state: &State,
        control: &Control,
    ) -> Result<Option<Step>, Refusal> {
        if self.is_empty {
            return Ok(None);
        }
        let mut best: Option<(usize, Step)> = None;
        for id in (0..rules.units().len()).map(UnitId::new) {
            if !rules.unit(id).is_some {
                continue;
            }
            let places: Vec<Candidate> = state.of_unit(rules, id).take(MOST_PLACES + 1).collect();
            let most = best.as_ref().map_or(MOST_PLACES + 1, |(least, _)| *least);
            if places.len() < 2 || places.len() >= most {
                continue;
            }
            control.check()?;
            if let Some(step) = self.step(rules, state, id, &places) {
                best = Some((places.len(), step));
            }
        }
        Ok(best.map(|(_, step)| step))
    }

    /// Returns what all candidates of a unit exclude, if rules of two variables play a part.
    fn step(
        &self,
        rules: &Rules,
        state: &State,
        unit: UnitId,
        places: &[Candidate],
    ) -> Option<Step> {
        let first = *places.first()?;
        let mut near: Vec<Candidate> =
            self.others[first.index()].iter().map(|pair| pair.0).collect();
        for &own in rules.units_of(first) {
            near.extend(&rules.unit(own).candidates);
        }
        near.sort_unstable();
        near.dedup();
        near.retain(|c| state.has(*c) && !state.is_placed(*c) && !places.contains(c));
        let (mut parts, mut groups, mut removes) = (Vec::new(), BTreeSet::new(), Vec::new());
        for candidate in near {
            let links = places.iter().map(|&place| self.link(rules, place, candidate));
            let Some(links) = links.collect::<Option<Vec<Link>>>() else { continue };
            if links.iter().all(|link| matches!(link, Link::Unit(_))) {
                continue;
            }
            for link in links {
                match link {
                    Link::Unit(unit) => parts.push(RulePart::One(unit)),
                    Link::Group(group) => {
                        groups.insert(group);
                    }
                }
            }
            removes.push(candidate);
        }
        let parts = parts.into_iter().chain([RulePart::Some(unit)]);
        let step = Step::new(Technique::LockedByRules, parts, [], removes);
        let step = Step { groups: groups.into_iter().collect(), ..step };
        (!step.removes.is_empty()).then_some(step)
    }

    fn link(&self, rules: &Rules, one: Candidate, other: Candidate) -> Option<Link> {
        let others = rules.units_of(other);
        let unit = rules.units_of(one).iter().find(|unit| others.contains(unit));
        let of_group = || {
            let own = &self.others[one.index()];
            let at = own.binary_search_by_key(&other, |pair| pair.0).ok()?;
            Some(Link::Group(own[at].1))
        };
        unit.map(|&unit| Link::Unit(unit)).or_else(of_group)
    }
}

/// Returns the pairs of candidates that a constraint of two variables excludes, and counts all
/// pairs; none if these are too many.
fn pairs(
    rules: &Rules,
    constraint: &Constraint,
    visits: &mut usize,
) -> Vec<(Candidate, Candidate)> {
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
        (Constraint::Compare(compare), _) => {
            compare.relation.holds(one.value.into(), i64::from(other.value) + compare.offset)
        }
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
