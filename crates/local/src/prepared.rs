//! A model prepared for local search: the variables that move, and the constraints on each.

use std::borrow::Cow;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{
    ComparisonOperator, Constraint, Domain, Given, Kind, LinearTerm, Model, Value, VarId,
};

use super::aliases::VariableAliases;
use super::constraint_state::{ConstraintState, OccurrenceRole};
use super::domain_runs::DomainRuns;
use super::permutation::PermutationFamily;

/// Marks a variable that belongs to no family.
pub(super) const NO_FAMILY: u32 = u32::MAX;

/// Larger in magnitude than every value of an objective.
const NO_BOUND: i64 = 1 << 61;

/// One list per index, all stored in one vector.
pub(super) struct PackedLists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy> PackedLists<T> {
    /// Creates `number` lists from pairs of list and item, which it sorts.
    fn from_pairs(number: usize, mut pairs: Vec<(u32, T)>) -> Self
    where
        T: Ord,
    {
        pairs.sort_unstable();
        let mut starts = vec![0; number + 1];
        pairs.iter().for_each(|&(list, _)| starts[list as usize + 1] += 1);
        // Counts become prefix sums: `starts[i]` is where list `i` begins.
        for i in 0..number {
            starts[i + 1] += starts[i];
        }
        PackedLists { starts, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    pub(super) fn list_items(&self, list: u32) -> &[T] {
        let list = list as usize;
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}

/// The parts of a model that stay fixed while values change.
pub(super) struct PreparedModel<'a> {
    pub(super) model: &'a Model,
    /// The values of each variable that is not an alias.
    pub(super) choices: Vec<DomainRuns>,
    /// The variables that can change and are not aliases.
    pub(super) movable: Vec<u32>,
    /// The aliases of each variable: their numbers, and their views of it.
    pub(super) aliases: PackedLists<(u32, OccurrenceRole)>,
    /// The constraints of each variable, in order, each once.
    pub(super) touched: PackedLists<(u32, OccurrenceRole)>,
    /// The movable variables of each constraint.
    pub(super) scopes: PackedLists<(u32, OccurrenceRole)>,
    /// Approximate cost of one evaluation of each constraint, in values.
    pub(super) effort: Vec<u64>,
    pub(super) families: Vec<PermutationFamily>,
    /// The family of each variable, or [`NO_FAMILY`].
    pub(super) family_of: Vec<u32>,
    /// The place of the bound on the objective among the constraints.
    pub(super) bound: Option<u32>,
}

/// A constraint with the variables that occur in it.
struct PreparedConstraint<'a> {
    part: ConstraintState<'a>,
    occurrences: Vec<(u32, OccurrenceRole)>,
    effort: u64,
}

impl<'a> PreparedModel<'a> {
    /// Reads a model under givens; with `optimise`, adds a bound on the objective as a constraint.
    /// Returns the constraints as well, for the state.
    pub(super) fn from_model(
        model: &'a Model,
        givens: &[Given],
        optimise: bool,
        control: &Control,
    ) -> Result<(Self, Vec<ConstraintState<'a>>), PreparationError> {
        let aliases = VariableAliases::from_model(model, given_domains(model, givens), control)?;
        let n = model.variables().len();
        let mut choices = Vec::with_capacity(n);
        for (v, domain) in aliases.domains.iter().enumerate() {
            let Some(chosen) = DomainRuns::from_domain(domain) else {
                let name = model.name_of(VarId::new(v));
                return Err(PreparationError::Failed(format!("no value is left for '{name}'")));
            };
            choices.push(chosen);
        }
        let mut problem = PreparedModel {
            model,
            movable: Vec::new(),
            aliases: PackedLists::from_pairs(0, Vec::new()),
            touched: PackedLists::from_pairs(0, Vec::new()),
            scopes: PackedLists::from_pairs(0, Vec::new()),
            effort: Vec::new(),
            families: Vec::new(),
            family_of: vec![NO_FAMILY; n],
            bound: None,
            choices,
        };
        let mut seen = Vec::new();
        for v in 0..n as u32 {
            let view = aliases.variable_view(v);
            if !view.is_own() || view.root != v {
                let role = OccurrenceRole { sign: view.sign, offset: view.offset, factor: 1 };
                seen.push((view.root, (v, role)));
            } else if problem.choices[v as usize].len() > 1 {
                problem.movable.push(v);
            }
        }
        problem.aliases = PackedLists::from_pairs(n, seen);
        let parts = problem.connect_constraints(&aliases, optimise, control)?;
        problem.find_families(&aliases, control)?;
        Ok((problem, parts))
    }

    /// Builds the constraints and links them with their variables.
    fn connect_constraints(
        &mut self,
        aliases: &VariableAliases,
        optimise: bool,
        control: &Control,
    ) -> Result<Vec<ConstraintState<'a>>, StopReason> {
        let model = self.model;
        let constraints = model.constraints().iter().zip(&aliases.is_definition);
        // Equations that define aliases hold by construction.
        let open = constraints.filter(|(_, defines)| !**defines).map(|(c, _)| &c.constraint);
        let mut made: Vec<PreparedConstraint<'a>> = Vec::new();
        for (i, constraint) in open.enumerate() {
            if i.is_multiple_of(256) {
                control.check_stop()?;
            }
            made.push(self.prepare_constraint(constraint, aliases));
        }
        if let Some(objective) = model.objective().filter(|_| optimise) {
            self.bound = Some(made.len() as u32);
            made.push(prepare_sum(
                Cow::Owned(objective.cost_terms()),
                ComparisonOperator::Le,
                NO_BOUND,
                aliases,
            ));
        }
        let (mut touched, mut scopes, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for (c, made) in (0..).zip(made) {
            for (v, role) in made.occurrences {
                // Fixed variables never move, so no constraint has to be found from them.
                if self.choices[v as usize].len() > 1 {
                    touched.push((v, (c, role)));
                    scopes.push((c, (v, role)));
                }
            }
            self.effort.push(made.effort);
            parts.push(made.part);
        }
        control.check_stop()?;
        self.touched = PackedLists::from_pairs(self.choices.len(), touched);
        control.check_stop()?;
        self.scopes = PackedLists::from_pairs(parts.len(), scopes);
        Ok(parts)
    }

    fn prepare_constraint(
        &self,
        constraint: &'a Constraint,
        aliases: &VariableAliases,
    ) -> PreparedConstraint<'a> {
        match constraint {
            Constraint::Linear(c) => {
                prepare_sum(Cow::Borrowed(&c.terms), c.relation, c.constant, aliases)
            }
            // With up to three variables, evaluation from scratch costs little and needs no
            // counters.
            Constraint::AllDifferent(c) if c.scope.len() > 3 => {
                let seen = |&v: &VarId| self.variable_bounds(v, aliases);
                let ends = c.scope.iter().map(seen);
                let (least, most) = ends
                    .fold((i64::MAX, i64::MIN), |(low, high), (a, b)| (low.min(a), high.max(b)));
                match counted_occurrences(&c.scope, aliases) {
                    Some(occurrences) => {
                        let part = ConstraintState::for_all_different(&c.scope, least, most);
                        PreparedConstraint { part, occurrences, effort: 1 }
                    }
                    None => prepare_other(constraint, aliases),
                }
            }
            Constraint::GlobalCardinality(c) => match counted_occurrences(&c.scope, aliases) {
                Some(occurrences) => PreparedConstraint {
                    part: ConstraintState::for_cardinality(c),
                    occurrences,
                    effort: 1,
                },
                None => prepare_other(constraint, aliases),
            },
            _ => prepare_other(constraint, aliases),
        }
    }

    /// Returns the least and the greatest value of a variable.
    fn variable_bounds(&self, v: VarId, aliases: &VariableAliases) -> (i64, i64) {
        let view = aliases.variable_view(v.index() as u32);
        let choices = &self.choices[view.root as usize];
        let (a, b) = (
            view.view_value(choices.nth_value(0)),
            view.view_value(choices.nth_value(choices.len() - 1)),
        );
        (a.min(b), a.max(b))
    }

    /// Finds disjoint permutations; longer scopes come first.
    fn find_families(
        &mut self,
        aliases: &VariableAliases,
        control: &Control,
    ) -> Result<(), StopReason> {
        let scope = |c: &Constraint| match c {
            Constraint::AllDifferent(c) => {
                let views = c.scope.iter().map(|v| aliases.variable_view(v.index() as u32));
                // Members exchange their own values: no alias in the scope may be mirrored or
                // shifted.
                let own = |view: super::aliases::AffineView| view.is_own().then_some(view.root);
                views.map(own).collect::<Option<Vec<u32>>>()
            }
            _ => None,
        };
        let posted = self.model.constraints().iter().map(|posted| &posted.constraint);
        let mut scopes: Vec<Vec<u32>> = posted.filter_map(scope).collect();
        // A variable belongs to one family only; a long scope gains more from swaps than a short
        // one.
        scopes.sort_by_key(|scope| std::cmp::Reverse(scope.len()));
        for mut scope in scopes {
            control.check_stop()?;
            let free = scope.iter().all(|&v| self.family_of[v as usize] == NO_FAMILY);
            let length = scope.len();
            scope.sort_unstable();
            scope.dedup();
            if !free || scope.len() < length {
                continue;
            }
            if let Some(family) = PermutationFamily::from_scope(&scope, &self.choices, control)? {
                let number = self.families.len() as u32;
                family.members.iter().for_each(|&v| self.family_of[v as usize] = number);
                self.families.push(family);
            }
        }
        Ok(())
    }

    /// Whether two members of a family may exchange their values.
    pub(super) fn may_swap(&self, v: u32, w: u32, values: &[Value]) -> bool {
        let family = &self.families[self.family_of[v as usize] as usize];
        let takes = |v: u32, w: u32| self.choices[v as usize].contains(values[w as usize].into());
        v != w && (family.uniform || (takes(v, w) && takes(w, v)))
    }
}

fn given_domains(model: &Model, givens: &[Given]) -> Vec<Domain> {
    let mut domains: Vec<Domain> = model.variables().iter().map(|v| v.domain.clone()).collect();
    for given in givens {
        let domain = &mut domains[given.variable.index()];
        *domain = Domain::from_values(domain.contains(given.value).then_some(given.value));
    }
    domains
}

/// Builds a sum, with one coefficient for each root.
fn prepare_sum<'a>(
    terms: Cow<'a, [LinearTerm]>,
    relation: ComparisonOperator,
    constant: i64,
    aliases: &VariableAliases,
) -> PreparedConstraint<'a> {
    let own = |t: &LinearTerm| {
        let view = aliases.variable_view(t.variable.index() as u32);
        (view.root, view.sign * t.coefficient)
    };
    let mut seen: Vec<(u32, i64)> = terms.iter().map(own).collect();
    seen.sort_unstable();
    // Terms of one root add up, e.g. x - y with y = x + 3 has factor 0 and never changes with x.
    let runs = seen.chunk_by(|a, b| a.0 == b.0);
    let occurrences = runs
        .map(|run| {
            let factor = run.iter().map(|&(_, factor)| factor).sum();
            (run[0].0, OccurrenceRole { sign: 1, offset: 0, factor })
        })
        .filter(|(_, role)| role.factor != 0)
        .collect();
    PreparedConstraint {
        part: ConstraintState::for_sum(terms, relation, constant),
        occurrences,
        effort: 1,
    }
}

/// Returns the occurrences in a counted scope; `None` if a root occurs with different views.
fn counted_occurrences(
    scope: &[VarId],
    aliases: &VariableAliases,
) -> Option<Vec<(u32, OccurrenceRole)>> {
    let seen = |v: &VarId| {
        let view = aliases.variable_view(v.index() as u32);
        (view.root, view.sign, view.offset)
    };
    let mut seen: Vec<(u32, i64, i64)> = scope.iter().map(seen).collect();
    seen.sort_unstable();
    let mut occurrences: Vec<(u32, OccurrenceRole)> = Vec::new();
    for run in seen.chunk_by(|a, b| a == b) {
        let (root, sign, offset) = run[0];
        // With two views, e.g. x and x + 1 in one scope, a move of x changes several counts that
        // are not independent.
        if occurrences.last().is_some_and(|(before, _)| *before == root) {
            return None;
        }
        occurrences.push((root, OccurrenceRole { sign, offset, factor: run.len() as i64 }));
    }
    Some(occurrences)
}

fn prepare_other<'a>(
    constraint: &'a Constraint,
    aliases: &VariableAliases,
) -> PreparedConstraint<'a> {
    let mut roots = Vec::new();
    constraint.each_variable(&mut |v| roots.push(aliases.variable_view(v.index() as u32).root));
    let effort = evaluation_effort(constraint, roots.len());
    roots.sort_unstable();
    roots.dedup();
    let role = OccurrenceRole { sign: 1, offset: 0, factor: 1 };
    let occurrences = roots.into_iter().map(|root| (root, role)).collect();
    PreparedConstraint { part: ConstraintState::Other(constraint), occurrences, effort }
}

/// Returns the approximate number of values that one evaluation reads.
fn evaluation_effort(constraint: &Constraint, mentions: usize) -> u64 {
    let rows = match constraint {
        Constraint::Table(c) => c.tuples.len(),
        Constraint::Implies(c) => match &*c.then {
            Constraint::Table(c) => c.tuples.len(),
            _ => 1,
        },
        _ => 1,
    };
    (mentions as u64).max(1).saturating_mul(rows.max(1) as u64)
}
