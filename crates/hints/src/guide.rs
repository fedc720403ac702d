//! Finds the next step, for any puzzle: a named technique or one rule alone, otherwise the best set
//! of rule parts or constraints.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::ask::{Answer, Control, Refusal};
use parallax_model::instance::{Instance, Viewpoint};
use parallax_model::{ModelError, VarId};

use super::alone::Alone;
use super::excluded::Excluded;
use super::focus::Definitions;
use super::group::Group;
use super::joined::Joined;
use super::needed::Needed;
use super::pattern::Pattern;
use super::rules::Rules;
use super::state::State;
use super::step::Step;
use super::sums::Innies;
use super::technique::Technique;
use super::techniques::Techniques;
use super::unit::{Candidate, UnitId};
use super::{reason, together};
use parallax_why::{Engines, Problem};

/// Maximum number of candidates of a model that gets hints.
pub const MAX_CANDIDATES: u64 = 1 << 20;

/// The reasoning that a search for steps may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Techniques that are right only if there is exactly one solution, which the caller has
    /// established.
    pub uniqueness: bool,
    /// Whether only named techniques and single rules count.
    pub named_only: bool,
    /// The hardest technique; all others of its level are allowed with it.
    pub hardest: Option<Technique>,
    /// A technique that is excluded.
    pub without: Option<Technique>,
}

impl Allowed {
    /// Whether a technique may be used.
    #[must_use]
    pub fn has(&self, technique: Technique) -> bool {
        (self.uniqueness || !technique.needs_uniqueness())
            && self.hardest.is_none_or(|hardest| technique.level() <= hardest.level())
            && self.without != Some(technique)
    }
}

/// Finds steps in one instance.
pub struct Guide {
    /// The model's candidates and units.
    pub rules: Rules,
    /// The rules that are not made of units.
    pub groups: Vec<Group>,
    /// The places of constraints that only define hidden variables.
    pub definitions: Vec<usize>,
    /// The reasoning that it may use.
    pub allowed: Allowed,
    pub(super) problem: Problem,
    pub(super) engines: Engines,
    techniques: Techniques,
    patterns: Vec<Pattern>,
    alone: Alone,
    joined: [Joined; 2],
    needed: Needed,
    excluded: Excluded,
    innies: Innies,
}

impl Guide {
    /// The guide of an instance from a viewpoint.
    ///
    /// # Errors
    /// Returns an error if the instance has no such model, the model does not keep all solutions,
    /// or it has more than [`MAX_CANDIDATES`].
    pub fn of(
        instance: &dyn Instance,
        viewpoint: &Viewpoint,
        allowed: Allowed,
        engines: Engines,
        control: &Control,
    ) -> Result<Self, ModelError> {
        let problem = Problem::of(instance, viewpoint, control)?;
        let model = problem.model();
        let sizes = model.variables().iter().map(|variable| variable.domain.len());
        let number = sizes.fold(0, u64::saturating_add);
        if number > MAX_CANDIDATES {
            return Err(ModelError::new(format!(
                "{number} values of all variables together; hints take up to {MAX_CANDIDATES}"
            )));
        }
        let rules = Rules::of(model.clone(), instance.picture().board(viewpoint));
        let (groups, definitions) = Group::all(instance, &rules);
        let techniques = Techniques::new(&rules);
        let patterns: Vec<Pattern> =
            groups.iter().map(|group| Pattern::of(rules.model(), group)).collect();
        let defined = Definitions::of(&rules, &definitions);
        let alone = Alone::of(&rules, &groups, &defined);
        let joined = Joined::both(&rules, (&groups, &patterns), &defined);
        let needed = Needed::of(&rules, &groups, &defined);
        let excluded = Excluded::of(&rules, &groups);
        let innies = Innies::of(&rules);
        Ok(Guide {
            rules,
            groups,
            definitions,
            allowed,
            problem,
            engines,
            techniques,
            patterns,
            alone,
            joined,
            needed,
            excluded,
            innies,
        })
    }

    /// Returns the easiest step in a state: a named technique or one rule alone, otherwise the
    /// smallest set of rules that concludes something. `None` if nothing is implied, or, with
    /// [`Allowed::named_only`], nothing has a name.
    ///
    /// # Errors
    /// Returns unknown if `control` stops the work or an engine gives up.
    pub fn next(&mut self, state: &State, control: &Control) -> Result<Option<Step>, Answer> {
        let step = self.easiest(state, control)?;
        // A search that was stopped may have missed an easier step, and no clock chooses steps.
        control.check()?;
        Ok(step)
    }

    /// Searches for the easiest step.
    fn easiest(&mut self, state: &State, control: &Control) -> Result<Option<Step>, Answer> {
        let alone =
            self.alone.steps(&self.rules, (&self.groups, &self.patterns), state, control)?;
        let alone = alone.into_iter().filter(|step| self.allowed.has(step.technique));
        let alone = alone.min_by_key(|step| self.cost(step));
        // The hardest technique of rules comes before the search for harder patterns of units.
        let of_rules = Some(Technique::InniesOfHouses).filter(|_| !self.groups.is_empty());
        let most = alone.as_ref().map(|step| step.technique).or(of_rules);
        let named = self.named(state, most, control);
        let easiest = named.into_iter().chain(alone).min_by_key(|step| self.cost(step));
        let mut easiest = self.easier(easiest, state, control)?;
        if easiest.is_none() && of_rules.is_some() {
            easiest = self.named(state, None, control);
        }
        if easiest.is_some() || self.allowed.named_only {
            return Ok(easiest);
        }
        let step = if self.groups.is_empty() {
            reason::best(&self.rules, state, control)?
        } else {
            together::best(self, state, control)?
        };
        Ok(step.filter(|step| self.allowed.has(step.technique)))
    }

    /// Returns the easiest step with a named technique of units, not harder than another one.
    fn named(&self, state: &State, most: Option<Technique>, control: &Control) -> Option<Step> {
        let hardest = self.allowed.hardest.into_iter().chain(most).min_by_key(|own| own.level());
        let allowed = Allowed { hardest, ..self.allowed };
        let step = self.techniques.first(&self.rules, state, &allowed)?;
        reason::proved(&self.rules, state, &step, control)
    }

    /// Returns a step of one rule with the houses of its cells, or of the sums of houses, if it is
    /// easier than a known step. The ones that can be easiest come first.
    fn easier(
        &mut self,
        known: Option<Step>,
        state: &State,
        control: &Control,
    ) -> Result<Option<Step>, Answer> {
        let mut best = known;
        let [own, shared] = &mut self.joined;
        let (rules, groups) = (&self.rules, &self.groups[..]);
        let kinds = (groups, &self.patterns[..]);
        let allowed = self.allowed;
        let mut offer = |level: u32, find: &mut dyn FnMut() -> Result<Option<Step>, Refusal>| {
            let is_open = best.as_ref().is_none_or(|best| best.technique.level() > level);
            let fits = allowed.hardest.is_none_or(|hardest| level <= hardest.level());
            if is_open && fits {
                let found = find()?.filter(|step| allowed.has(step.technique));
                let best_level = best.as_ref().map_or(u32::MAX, |best| best.technique.level());
                if let Some(found) = found.filter(|step| step.technique.level() < best_level) {
                    best = Some(found);
                }
            }
            Ok::<(), Refusal>(())
        };
        offer(own.level(), &mut || own.best(rules, kinds, state, control))?;
        let level = Technique::NeededValues.level();
        offer(level, &mut || self.needed.first(rules, groups, state, control))?;
        let level = Technique::LockedByRules.level();
        offer(level, &mut || self.excluded.first(rules, state, control))?;
        for (technique, several) in [(Technique::Innies, false), (Technique::InniesOfHouses, true)]
        {
            if several {
                offer(shared.level(), &mut || shared.best(rules, kinds, state, control))?;
            }
            let innies = &mut self.innies;
            offer(technique.level(), &mut || innies.best(rules, groups, state, several, control))?;
        }
        Ok(best)
    }

    /// Returns the number of different values that single units give in a state.
    #[must_use]
    pub fn placements(&self, state: &State) -> usize {
        let single = |unit: &UnitId| {
            let of = self.rules.unit(*unit);
            let mut live = state.of_unit(&self.rules, *unit);
            let only = live.next().filter(|&c| of.is_some && !state.is_placed(c))?;
            live.next().is_none().then_some(only)
        };
        let units = (0..self.rules.units().len()).map(UnitId::new);
        units.filter_map(|unit| single(&unit)).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// The key by which steps are preferred: level, then small reasons, placements, and the first
    /// conclusion.
    fn cost(&self, step: &Step) -> (u32, usize, bool, Option<Candidate>) {
        let first = step.places.iter().chain(&step.removes).copied().min();
        (step.technique.level(), step.size(), step.places.is_empty(), first)
    }

    /// The variables of the constraints that a step uses as a whole, ascending.
    #[must_use]
    pub fn named_scope(&self, step: &Step) -> BTreeSet<VarId> {
        let of_groups = step.groups.iter().flat_map(|&group| self.groups[group].scope.clone());
        of_groups.chain(step.houses.iter().flat_map(|&place| self.scope_at(place))).collect()
    }

    /// The variables of the constraints that a step may rest on: those that it uses as a whole, and
    /// the definitions that its search joins to them. Ascending.
    pub(super) fn whole_scope(&self, step: &Step) -> BTreeSet<VarId> {
        let named = self.named_scope(step);
        // A search in several rules has all definitions, one in a rule those that share a variable.
        let has_all = step.technique == Technique::SeveralRules;
        let joins = |scope: &Vec<VarId>| has_all || scope.iter().any(|v| named.contains(v));
        let defined = self.definitions.iter().map(|&place| self.scope_at(place)).filter(joins);
        defined.flatten().chain(named.iter().copied()).collect()
    }

    fn scope_at(&self, place: usize) -> Vec<VarId> {
        self.model().constraints()[place].constraint.scope()
    }

    /// The model that the steps are about.
    #[must_use]
    pub fn model(&self) -> &Arc<parallax_model::Model> {
        self.rules.model()
    }
}
