//! A model prepared for local search: the variables that move, and the constraints on each.

use std::borrow::Cow;

use parallax_model::ask::{Control, Refusal, Stop};
use parallax_model::{Constraint, Domain, Given, Kind, Model, Relation, Term, Value, VarId};

use super::aliases::Aliases;
use super::choices::Choices;
use super::part::{ConstraintState, Role};
use super::permutation::Family;

/// The family of a variable without one.
pub(super) const NONE: u32 = u32::MAX;

/// Larger in magnitude than every value of an objective.
const NO_BOUND: i64 = 1 << 61;

/// A list for each number, stored one after another.
pub(super) struct Lists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Creates `number` lists from pairs of list and item, which it sorts.
    fn of(number: usize, mut pairs: Vec<(u32, T)>) -> Self
    where
        T: Ord,
    {
        pairs.sort_unstable();
        let mut starts = vec![0; number + 1];
        pairs.iter().for_each(|&(list, _)| starts[list as usize + 1] += 1);
        for i in 0..number {
            starts[i + 1] += starts[i];
        }
        Lists { starts, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    pub(super) fn at(&self, list: u32) -> &[T] {
        let list = list as usize;
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}

/// The parts of a model that stay fixed while values change.
pub(super) struct PreparedModel<'a> {
    pub(super) model: &'a Model,
    /// The values of each variable that is not an alias.
    pub(super) choices: Vec<Choices>,
    /// The variables that can change and are not aliases.
    pub(super) movable: Vec<u32>,
    /// The aliases of each variable: their numbers, and their views of it.
    pub(super) aliases: Lists<(u32, Role)>,
    /// The constraints of each variable, in order, each once.
    pub(super) touched: Lists<(u32, Role)>,
    /// The movable variables of each constraint.
    pub(super) scopes: Lists<(u32, Role)>,
    /// Approximate cost of one evaluation of each constraint, in values.
    pub(super) effort: Vec<u64>,
    pub(super) families: Vec<Family>,
    /// The family of each variable, or [`NONE`].
    pub(super) family_of: Vec<u32>,
    /// The place of the bound on the objective among the constraints.
    pub(super) bound: Option<u32>,
}

/// A constraint with the variables that occur in it.
struct Made<'a> {
    part: ConstraintState<'a>,
    occurrences: Vec<(u32, Role)>,
    effort: u64,
}

impl<'a> PreparedModel<'a> {
    /// Reads a model under givens; with `optimise`, adds a bound on the objective as a constraint.
    /// Returns the constraints as well, for the state.
    pub(super) fn of(
        model: &'a Model,
        givens: &[Given],
        optimise: bool,
        control: &Control,
    ) -> Result<(Self, Vec<ConstraintState<'a>>), Refusal> {
        let aliases = Aliases::of(model, domains(model, givens), control)?;
        let n = model.variables().len();
        let mut choices = Vec::with_capacity(n);
        for (v, domain) in aliases.domains.iter().enumerate() {
            let Some(chosen) = Choices::of(domain) else {
                let name = model.name_of(VarId::new(v));
                return Err(Refusal::Failed(format!("no value is left for '{name}'")));
            };
            choices.push(chosen);
        }
        let mut problem = PreparedModel {
            model,
            movable: Vec::new(),
            aliases: Lists::of(0, Vec::new()),
            touched: Lists::of(0, Vec::new()),
            scopes: Lists::of(0, Vec::new()),
            effort: Vec::new(),
            families: Vec::new(),
            family_of: vec![NONE; n],
            bound: None,
            choices,
        };
        let mut seen = Vec::new();
        for v in 0..n as u32 {
            let view = aliases.view(v);
            if !view.is_own() || view.root != v {
                let role = Role { sign: view.sign, offset: view.offset, factor: 1 };
                seen.push((view.root, (v, role)));
            } else if problem.choices[v as usize].len() > 1 {
                problem.movable.push(v);
            }
        }
        problem.aliases = Lists::of(n, seen);
        let parts = problem.connect(&aliases, optimise, control)?;
        problem.find_families(&aliases, control)?;
        Ok((problem, parts))
    }

    /// Builds the constraints and links them with their variables.
    fn connect(
        &mut self,
        aliases: &Aliases,
        optimise: bool,
        control: &Control,
    ) -> Result<Vec<ConstraintState<'a>>, Stop> {
        let model = self.model;
        let constraints = model.constraints().iter().zip(&aliases.is_definition);
        let open = constraints.filter(|(_, defines)| !**defines).map(|(c, _)| &c.constraint);
        let mut made: Vec<Made<'a>> = Vec::new();
        for (i, constraint) in open.enumerate() {
            if i.is_multiple_of(256) {
                control.check()?;
            }
            made.push(self.make(constraint, aliases));
        }
        if let Some(objective) = model.objective().filter(|_| optimise) {
            self.bound = Some(made.len() as u32);
            made.push(sum(Cow::Owned(objective.cost()), Relation::Le, NO_BOUND, aliases));
        }
        let (mut touched, mut scopes, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for (c, made) in (0..).zip(made) {
            for (v, role) in made.occurrences {
                if self.choices[v as usize].len() > 1 {
                    touched.push((v, (c, role)));
                    scopes.push((c, (v, role)));
                }
            }
            self.effort.push(made.effort);
            parts.push(made.part);
        }
        control.check()?;
        self.touched = Lists::of(self.choices.len(), touched);
        control.check()?;
        self.scopes = Lists::of(parts.len(), scopes);
        Ok(parts)
    }

    fn make(&self, constraint: &'a Constraint, aliases: &Aliases) -> Made<'a> {
        match constraint {
            Constraint::Linear(c) => sum(Cow::Borrowed(&c.terms), c.relation, c.constant, aliases),
            Constraint::AllDifferent(c) if c.scope.len() > 3 => {
                let seen = |&v: &VarId| self.ends(v, aliases);
                let ends = c.scope.iter().map(seen);
                let (least, most) = ends
                    .fold((i64::MAX, i64::MIN), |(low, high), (a, b)| (low.min(a), high.max(b)));
                match counted(&c.scope, aliases) {
                    Some(occurrences) => {
                        let part = ConstraintState::different(&c.scope, least, most);
                        Made { part, occurrences, effort: 1 }
                    }
                    None => other(constraint, aliases),
                }
            }
            Constraint::GlobalCardinality(c) => match counted(&c.scope, aliases) {
                Some(occurrences) => {
                    Made { part: ConstraintState::listed(c), occurrences, effort: 1 }
                }
                None => other(constraint, aliases),
            },
            _ => other(constraint, aliases),
        }
    }

    /// Returns the least and the greatest value of a variable.
    fn ends(&self, v: VarId, aliases: &Aliases) -> (i64, i64) {
        let view = aliases.view(v.index() as u32);
        let choices = &self.choices[view.root as usize];
        let (a, b) = (view.of(choices.nth(0)), view.of(choices.nth(choices.len() - 1)));
        (a.min(b), a.max(b))
    }

    /// Finds disjoint permutations; longer scopes come first.
    fn find_families(&mut self, aliases: &Aliases, control: &Control) -> Result<(), Stop> {
        let scope = |c: &Constraint| match c {
            Constraint::AllDifferent(c) => {
                let views = c.scope.iter().map(|v| aliases.view(v.index() as u32));
                let own = |view: super::aliases::View| view.is_own().then_some(view.root);
                views.map(own).collect::<Option<Vec<u32>>>()
            }
            _ => None,
        };
        let posted = self.model.constraints().iter().map(|posted| &posted.constraint);
        let mut scopes: Vec<Vec<u32>> = posted.filter_map(scope).collect();
        scopes.sort_by_key(|scope| std::cmp::Reverse(scope.len()));
        for mut scope in scopes {
            control.check()?;
            let free = scope.iter().all(|&v| self.family_of[v as usize] == NONE);
            let length = scope.len();
            scope.sort_unstable();
            scope.dedup();
            if !free || scope.len() < length {
                continue;
            }
            if let Some(family) = Family::of(&scope, &self.choices, control)? {
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

fn domains(model: &Model, givens: &[Given]) -> Vec<Domain> {
    let mut domains: Vec<Domain> = model.variables().iter().map(|v| v.domain.clone()).collect();
    for given in givens {
        let domain = &mut domains[given.variable.index()];
        *domain = Domain::of(domain.contains(given.value).then_some(given.value));
    }
    domains
}

/// Builds a sum, with one coefficient for each root.
fn sum<'a>(
    terms: Cow<'a, [Term]>,
    relation: Relation,
    constant: i64,
    aliases: &Aliases,
) -> Made<'a> {
    let own = |t: &Term| {
        let view = aliases.view(t.variable.index() as u32);
        (view.root, view.sign * t.coefficient)
    };
    let mut seen: Vec<(u32, i64)> = terms.iter().map(own).collect();
    seen.sort_unstable();
    let runs = seen.chunk_by(|a, b| a.0 == b.0);
    let occurrences = runs
        .map(|run| {
            let factor = run.iter().map(|&(_, factor)| factor).sum();
            (run[0].0, Role { sign: 1, offset: 0, factor })
        })
        .filter(|(_, role)| role.factor != 0)
        .collect();
    Made { part: ConstraintState::sum(terms, relation, constant), occurrences, effort: 1 }
}

/// Returns the occurrences in a counted scope; `None` if a root occurs with different views.
fn counted(scope: &[VarId], aliases: &Aliases) -> Option<Vec<(u32, Role)>> {
    let seen = |v: &VarId| {
        let view = aliases.view(v.index() as u32);
        (view.root, view.sign, view.offset)
    };
    let mut seen: Vec<(u32, i64, i64)> = scope.iter().map(seen).collect();
    seen.sort_unstable();
    let mut occurrences: Vec<(u32, Role)> = Vec::new();
    for run in seen.chunk_by(|a, b| a == b) {
        let (root, sign, offset) = run[0];
        if occurrences.last().is_some_and(|(before, _)| *before == root) {
            return None;
        }
        occurrences.push((root, Role { sign, offset, factor: run.len() as i64 }));
    }
    Some(occurrences)
}

fn other<'a>(constraint: &'a Constraint, aliases: &Aliases) -> Made<'a> {
    let mut roots = Vec::new();
    constraint.each_variable(&mut |v| roots.push(aliases.view(v.index() as u32).root));
    let effort = effort(constraint, roots.len());
    roots.sort_unstable();
    roots.dedup();
    let role = Role { sign: 1, offset: 0, factor: 1 };
    let occurrences = roots.into_iter().map(|root| (root, role)).collect();
    Made { part: ConstraintState::Other(constraint), occurrences, effort }
}

/// Returns the approximate number of values that one evaluation reads.
fn effort(constraint: &Constraint, mentions: usize) -> u64 {
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
