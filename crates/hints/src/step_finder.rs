//! Finds the next step, for any puzzle: a named technique or one rule alone, otherwise the best set
//! of rule parts or constraints.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_instance::{Instance, Viewpoint};
use parallax_model::engine_api::{Answer, Control, PreparationError};
use parallax_model::{ModelError, VarId};

use super::difference_rules::DifferenceRules;
use super::excluded::ExcludedPairs;
use super::focus::DefinitionIndex;
use super::group::ConstraintGroup;
use super::group_propagation::GroupPropagations;
use super::needed_values::NeededValueRules;
use super::pattern::GroupPattern;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::sums::InnieEquations;
use super::technique::Technique;
use super::techniques::TechniqueSearch;
use super::unit::{CandidateId, UnitId};
use super::{constraint_sets, reason};
use parallax_explain::{ExplanationEngines, ExplanationProblem};

/// Maximum number of candidates of a model that gets hints.
pub const MAX_CANDIDATES: u64 = 1 << 20;

/// The reasoning that a search for steps may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllowedReasoning {
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

impl AllowedReasoning {
    /// Whether a technique may be used.
    #[must_use]
    pub fn allows_technique(&self, technique: Technique) -> bool {
        (self.uniqueness || !technique.needs_uniqueness())
            && self.hardest.is_none_or(|hardest| technique.level() <= hardest.level())
            && self.without != Some(technique)
    }
}

/// Finds steps in one instance.
pub struct StepFinder {
    /// The model's candidates and units.
    pub rules: CandidateRules,
    /// The rules that do not consist of units.
    pub groups: Vec<ConstraintGroup>,
    /// The indices of constraints that only define hidden variables.
    pub definitions: Vec<usize>,
    /// The reasoning that it may use.
    pub allowed: AllowedReasoning,
    pub(super) problem: ExplanationProblem,
    pub(super) engines: ExplanationEngines,
    techniques: TechniqueSearch,
    patterns: Vec<GroupPattern>,
    alone: GroupPropagations,
    joined: [DifferenceRules; 2],
    needed: NeededValueRules,
    excluded: ExcludedPairs,
    innies: InnieEquations,
}

impl StepFinder {
    /// The guide of an instance from a viewpoint.
    ///
    /// # Errors
    /// Returns an error if the instance has no such model, the model does not keep all solutions,
    /// or it has more than [`MAX_CANDIDATES`].
    pub fn for_instance(
        instance: &dyn Instance,
        viewpoint: &Viewpoint,
        allowed: AllowedReasoning,
        engines: ExplanationEngines,
        control: &Control,
    ) -> Result<Self, ModelError> {
        let problem = ExplanationProblem::from_instance(instance, viewpoint, control)?;
        let model = problem.model();
        let sizes = model.variables().iter().map(|variable| variable.domain.len());
        let number = sizes.fold(0, u64::saturating_add);
        if number > MAX_CANDIDATES {
            return Err(ModelError::new(format!(
                "{number} values of all variables together; hints take up to {MAX_CANDIDATES}"
            )));
        }
        let rules =
            CandidateRules::from_model(model.clone(), instance.picture().board_layout(viewpoint));
        let (groups, definitions) = ConstraintGroup::collect_groups(instance, &rules);
        let techniques = TechniqueSearch::new(&rules);
        let patterns: Vec<GroupPattern> =
            groups.iter().map(|group| GroupPattern::from_group(rules.model(), group)).collect();
        let defined = DefinitionIndex::from_places(&rules, &definitions);
        let alone = GroupPropagations::for_groups(&rules, &groups, &defined);
        let joined = DifferenceRules::both_kinds(&rules, (&groups, &patterns), &defined);
        let needed = NeededValueRules::for_groups(&rules, &groups, &defined);
        let excluded = ExcludedPairs::from_groups(&rules, &groups);
        let innies = InnieEquations::from_rules(&rules);
        Ok(StepFinder {
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
    /// [`AllowedReasoning::named_only`], nothing has a name.
    ///
    /// # Errors
    /// Returns unknown if `control` stops the work or an engine gives up.
    pub fn next(
        &mut self,
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, Answer> {
        let step = self.easiest_step(state, control)?;
        // A search that was stopped may have missed an easier step, and no clock chooses steps.
        control.check_stop()?;
        Ok(step)
    }

    /// Searches for the easiest step.
    fn easiest_step(
        &mut self,
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, Answer> {
        // Rules alone come first, because their steps are found by propagation and cost least.
        let alone =
            self.alone.find_steps(&self.rules, (&self.groups, &self.patterns), state, control)?;
        let alone = alone.into_iter().filter(|step| self.allowed.allows_technique(step.technique));
        let alone = alone.min_by_key(|step| self.preference_key(step));
        // The hardest technique of rules comes before the search for harder patterns of units.
        let of_rules = Some(Technique::InniesOfHouses).filter(|_| !self.groups.is_empty());
        // A technique of units is searched for only up to the level of the step that is already
        // known.
        let limit = alone.as_ref().map(|step| step.technique).or(of_rules);
        let named = self.named_step(state, limit, control);
        let easiest = named.into_iter().chain(alone).min_by_key(|step| self.preference_key(step));
        let mut easiest = self.easier_step(easiest, state, control)?;
        // Nothing easier was found, so the harder patterns of units are searched for as well.
        if easiest.is_none() && of_rules.is_some() {
            easiest = self.named_step(state, None, control);
        }
        if easiest.is_some() || self.allowed.named_only {
            return Ok(easiest);
        }
        // No step with a name: the smallest set of parts or constraints that concludes something.
        let step = if self.groups.is_empty() {
            reason::smallest_reason_step(&self.rules, state, control)?
        } else {
            constraint_sets::best_step(self, state, control)?
        };
        Ok(step.filter(|step| self.allowed.allows_technique(step.technique)))
    }

    /// Returns the easiest step with a named technique of units, not harder than another one.
    fn named_step(
        &self,
        state: &CandidateState,
        limit: Option<Technique>,
        control: &Control,
    ) -> Option<DeductionStep> {
        let hardest =
            self.allowed.hardest.into_iter().chain(limit).min_by_key(|technique| technique.level());
        let allowed = AllowedReasoning { hardest, ..self.allowed };
        let step = self.techniques.first_step(&self.rules, state, &allowed)?;
        // A pattern may claim more than its parts imply, so the step is checked.
        reason::proved_step(&self.rules, state, &step, control)
    }

    /// Returns a step of one rule with the houses of its cells, or of the sums of houses, if it is
    /// easier than a known step. The ones that can be easiest come first.
    fn easier_step(
        &mut self,
        known: Option<DeductionStep>,
        state: &CandidateState,
        control: &Control,
    ) -> Result<Option<DeductionStep>, Answer> {
        let mut best = known;
        let [own, shared] = &mut self.joined;
        let (rules, groups) = (&self.rules, &self.groups[..]);
        let kinds = (groups, &self.patterns[..]);
        let allowed = self.allowed;
        // Runs a search only if its easiest step is easier than the best known one.
        let mut offer = |level: u32,
                         find: &mut dyn FnMut() -> Result<
            Option<DeductionStep>,
            PreparationError,
        >| {
            let is_open = best.as_ref().is_none_or(|best| best.technique.level() > level);
            let fits = allowed.hardest.is_none_or(|hardest| level <= hardest.level());
            if is_open && fits {
                let found = find()?.filter(|step| allowed.allows_technique(step.technique));
                let best_level = best.as_ref().map_or(u32::MAX, |best| best.technique.level());
                if let Some(found) = found.filter(|step| step.technique.level() < best_level) {
                    best = Some(found);
                }
            }
            Ok::<(), PreparationError>(())
        };
        // In the order of the levels, so that an easy step saves the harder searches.
        offer(own.easiest_level(), &mut || own.best_step(rules, kinds, state, control))?;
        let level = Technique::NeededValues.level();
        offer(level, &mut || self.needed.first_steps(rules, groups, state, control))?;
        let level = Technique::LockedByRules.level();
        offer(level, &mut || self.excluded.first_step(rules, state, control))?;
        for (technique, several) in [(Technique::Innies, false), (Technique::InniesOfHouses, true)]
        {
            if several {
                offer(shared.easiest_level(), &mut || {
                    shared.best_step(rules, kinds, state, control)
                })?;
            }
            let innies = &mut self.innies;
            offer(technique.level(), &mut || {
                innies.best_step(rules, groups, state, several, control)
            })?;
        }
        Ok(best)
    }

    /// Returns the number of different values that single units give in a state.
    #[must_use]
    pub fn count_forced_placements(&self, state: &CandidateState) -> usize {
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
    fn preference_key(&self, step: &DeductionStep) -> (u32, usize, bool, Option<CandidateId>) {
        let first = step.places.iter().chain(&step.removes).copied().min();
        (step.technique.level(), step.size(), step.places.is_empty(), first)
    }

    /// The variables of the constraints that a step uses as a whole, ascending.
    #[must_use]
    pub fn named_scope(&self, step: &DeductionStep) -> BTreeSet<VarId> {
        let of_groups = step.groups.iter().flat_map(|&group| self.groups[group].scope.clone());
        of_groups.chain(step.houses.iter().flat_map(|&index| self.scope_at(index))).collect()
    }

    /// The variables of the constraints that a step may rest on: those that it uses as a whole, and
    /// the definitions that its search joins to them. Ascending.
    pub(super) fn whole_scope(&self, step: &DeductionStep) -> BTreeSet<VarId> {
        let named = self.named_scope(step);
        // A search in several rules has all definitions, one in a rule those that share a variable.
        let has_all = step.technique == Technique::SeveralRules;
        let joins = |scope: &Vec<VarId>| has_all || scope.iter().any(|v| named.contains(v));
        let defined = self.definitions.iter().map(|&index| self.scope_at(index)).filter(joins);
        defined.flatten().chain(named.iter().copied()).collect()
    }

    fn scope_at(&self, index: usize) -> Vec<VarId> {
        self.model().constraints()[index].constraint.scope()
    }

    /// The model that the steps are about.
    #[must_use]
    pub fn model(&self) -> &Arc<parallax_model::Model> {
        self.rules.model()
    }
}
