//! Has constraints take all that they can (step `t`) where that is shorter than the removals that a
//! search reports.
//!
//! The box is followed as the checker has it, by the checker's own code, so that the values that `t`
//! takes are known. A run of removals is replaced where the constraints of the run take the same
//! values, or where both close the box. A constraint that takes more than its propagator does is
//! soon left alone.

use std::ops::Range;
use std::sync::Arc;

use parallax_certificates::{
    Constraint, Form, Model as Flat, Relation, Space, Step, Value, Variable,
};
use parallax_search::{Log, Logged};

use super::write::length;
use super::writer::CertificateLog;

/// Passes the steps of a count on to a certificate, with fewer removals.
pub(super) struct ThinningLog {
    out: CertificateLog,
    form: Form,
    follower: Follower,
    /// The removals since the last other step, and their numbers.
    run: Vec<Removal>,
    numbers: Vec<Value>,
    /// Buffer.
    bytes: Vec<u8>,
}

/// The box of the certificate.
struct Follower {
    model: Arc<Flat>,
    space: Space,
    /// The open branches and splits, the innermost last: what is taken back at the end, and the
    /// decision; none for a split.
    open: Vec<(usize, Option<(Variable, Value)>)>,
    constraints: Vec<Asked>,
}

/// A constraint as the writer sees it.
struct Asked {
    /// Its variables, ascending.
    scope: Vec<Variable>,
    /// How often it took the same as a run, less how often it took more; `None` if it is not asked.
    record: Option<i32>,
}

/// A step that removes values, with the place of its numbers.
struct Removal {
    constraint: usize,
    kind: RemovalKind,
    at: Range<usize>,
}

#[derive(Clone, Copy)]
enum RemovalKind {
    Remove,
    Keep,
    Group,
    Spread,
}

/// A constraint that took more than a run this many times oftener than the same is not asked again.
const TRIALS: i32 = 8;

/// The maximum size of `t`, as a fraction of what it replaces: three in four bytes.
const WORTH: [usize; 2] = [3, 4];

/// The maximum number of terms of an equation that is asked.
const SHORT: usize = 3;

impl ThinningLog {
    /// Follows a certificate about a box of a model.
    pub(super) fn new(out: CertificateLog, model: Arc<Flat>, space: Space, form: Form) -> Self {
        let constraints = model.constraints.iter().map(Asked::of).collect();
        let follower = Follower { model, space, open: Vec::new(), constraints };
        let (run, numbers, bytes) = (Vec::new(), Vec::new(), Vec::new());
        ThinningLog { out, form, follower, run, numbers, bytes }
    }

    fn hold(&mut self, constraint: usize, kind: RemovalKind, numbers: &[Value]) {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        self.run.push(Removal { constraint, kind, at: start..self.numbers.len() });
    }

    /// Writes the run of removals, and then that a constraint cannot hold, if one is given.
    fn settle(&mut self, fails: Option<usize>) {
        if let Some(thin) = self.thinned(fails) {
            self.out.write(&Step::Thin(&thin));
        } else {
            for own in &self.run {
                self.out.write(&own.step(&self.numbers));
                self.follower.remove(own, &self.numbers);
            }
            fails.iter().for_each(|&own| self.out.write(&Step::Fail(own)));
        }
        self.run.clear();
        self.numbers.clear();
    }

    /// Returns the constraints that do together what the run does, if that is shorter. The box
    /// follows them.
    fn thinned(&mut self, fails: Option<usize>) -> Option<Vec<Value>> {
        let ThinningLog { form, follower, run, numbers, bytes, .. } = self;
        let constraints = run.iter().map(|own| own.constraint).chain(fails);
        let is_asked = |k: usize| follower.constraints.get(k).is_some_and(Asked::is_asked);
        if run.is_empty() || !constraints.clone().all(is_asked) {
            return None;
        }
        let mut all: Vec<usize> = constraints.collect();
        all.dedup();
        let steps = run.iter().map(|own| own.step(numbers)).chain(fails.map(Step::Fail));
        let bytes_of_run: usize = steps.map(|own| length(*form, &own, bytes)).sum();
        let mut is_shorter = |constraints: &[usize]| {
            let thin: Vec<Value> = constraints.iter().map(|&own| own as Value).collect();
            let is_shorter =
                length(*form, &Step::Thin(&thin), bytes) * WORTH[1] <= bytes_of_run * WORTH[0];
            is_shorter.then_some(thin)
        };
        if fails.is_none() {
            let mut each = all.clone();
            each.sort_unstable();
            each.dedup();
            is_shorter(&each)?;
        }
        let mark = follower.space.mark();
        let goal = follower.goal(run, numbers, &all, fails.is_some());
        let thin = follower.reach(&all, goal.as_deref()).and_then(|own| is_shorter(&own));
        if thin.is_none() {
            follower.space.back(mark);
        }
        thin
    }
}

impl Log for ThinningLog {
    fn take(&mut self, step: Logged<'_>) {
        if !self.out.is_whole() {
            return;
        }
        match step {
            Logged::Remove(constraint, variable, values) => {
                let numbers = [&[variable.index() as Value], values].concat();
                self.hold(constraint, RemovalKind::Remove, &numbers);
            }
            Logged::Keep(constraint, variable, low, high) => {
                let numbers = [variable.index() as Value, low, high];
                self.hold(constraint, RemovalKind::Keep, &numbers);
            }
            Logged::Group(constraint, all) => self.hold(constraint, RemovalKind::Group, all),
            Logged::Spread(constraint, variable) => {
                self.hold(constraint, RemovalKind::Spread, &[variable.index() as Value]);
            }
            Logged::Fail(constraint) => self.settle(Some(constraint)),
            _ => {
                self.settle(None);
                self.follower.follow(&step);
                self.out.take(step);
            }
        }
    }

    fn end(&mut self) {
        self.settle(None);
        self.out.end();
    }
}

impl Follower {
    /// Follows a step that removes nothing.
    fn follow(&mut self, step: &Logged<'_>) {
        let Follower { space, open, .. } = self;
        match *step {
            Logged::Branch(variable, value) => {
                let decision = (variable.index(), value.into());
                open.push((space.mark(), Some(decision)));
                space.only(decision.0, &[decision.1]);
            }
            Logged::Up => {
                if let Some((mark, decision)) = open.pop() {
                    space.back(mark);
                    decision.iter().for_each(|own| space.without(own.0, &[own.1]));
                }
            }
            Logged::Split(_) => open.push((space.mark(), None)),
            Logged::Next { is_last } => {
                if let Some(&(mark, _)) = open.last() {
                    space.back(mark);
                }
                if is_last {
                    open.pop();
                }
            }
            Logged::Restart => {
                if let Some(&(mark, _)) = open.first() {
                    space.back(mark);
                }
                open.clear();
            }
            _ => {}
        }
        if open.is_empty() {
            space.keep();
        }
    }

    /// Removes what a step removes.
    fn remove(&mut self, step: &Removal, numbers: &[Value]) {
        let (space, numbers) = (&mut self.space, &numbers[step.at.clone()]);
        match (step.kind, numbers) {
            (RemovalKind::Remove, [v, values @ ..]) => space.without(*v as usize, values),
            (RemovalKind::Keep, &[v, low, high]) => {
                space.keep_if(v as usize, |own| (low..=high).contains(&own));
            }
            (RemovalKind::Spread, &[v]) => {
                let value = space.min(v as usize).into_iter();
                let scope = &self.constraints[step.constraint].scope;
                let others = scope.iter().filter(|&&own| own != v as usize);
                value.for_each(|own| others.clone().for_each(|&v| space.without(v, &[own])));
            }
            (_, mut rest) => {
                while let &[v, number, ref tail @ ..] = rest {
                    let (own, after) = tail.split_at(if number == 0 { 2 } else { number as usize });
                    match number {
                        0 => space.keep_if(v as usize, |value| (own[0]..=own[1]).contains(&value)),
                        _ => space.without(v as usize, own),
                    }
                    rest = after;
                }
            }
        }
    }

    /// Returns what a run leaves the variables of constraints; nothing if it closes the box.
    fn goal(
        &mut self,
        run: &[Removal],
        numbers: &[Value],
        constraints: &[usize],
        fails: bool,
    ) -> Option<Vec<(Variable, Vec<Value>)>> {
        let mark = self.space.mark();
        run.iter().for_each(|own| self.remove(own, numbers));
        let scopes = constraints.iter().flat_map(|&k| &self.constraints[k].scope);
        let mut variables: Vec<Variable> = scopes.copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let left = variables.into_iter().map(|v| (v, self.space.values(v).collect()));
        let left: Vec<(Variable, Vec<Value>)> = left.collect();
        self.space.back(mark);
        (!fails && left.iter().all(|own| !own.1.is_empty())).then_some(left)
    }

    /// Has constraints take all that they can, one after the other, until the goal is reached, or the
    /// box is closed if there is none. Returns those that took something; `None` if they take more
    /// than the goal, or do not reach it.
    fn reach(
        &mut self,
        constraints: &[usize],
        goal: Option<&[(Variable, Vec<Value>)]>,
    ) -> Option<Vec<usize>> {
        let Follower { model, space, constraints: asked, .. } = self;
        let mut thin = Vec::new();
        for &k in constraints {
            let (before, own) = (space.mark(), &mut asked[k]);
            let closes = model.constraints[k].take_all(space, &|| Ok(())).ok()?;
            if space.mark() == before {
                continue;
            }
            thin.push(k);
            let Some(goal) = goal else {
                if closes {
                    return Some(thin);
                }
                continue;
            };
            let takes_more = own.scope.iter().any(|&v| {
                let left = goal.binary_search_by_key(&v, |own| own.0).map(|at| &goal[at].1);
                left.is_ok_and(|left| left.iter().any(|&value| !space.has(v, value)))
            });
            if takes_more {
                own.record = own.record.map(|own| own - 1).filter(|&own| own > -TRIALS);
                return None;
            }
            own.record = own.record.map(|own| own.saturating_add(1));
        }
        let is_reached = |(v, left): &(Variable, Vec<Value>)| space.size(*v) == left.len();
        goal?.iter().all(is_reached).then_some(thin)
    }
}

impl Asked {
    /// A constraint is asked whose question is exact, cheap, and simple enough that all checkers
    /// answer alike: equations with several terms are dear.
    fn of(constraint: &Constraint) -> Self {
        let mut scope = Vec::new();
        constraint.each_variable(&mut |v| scope.push(v));
        let number = scope.len();
        scope.sort_unstable();
        scope.dedup();
        let is_plain = match constraint {
            Constraint::Linear { relation: Relation::Eq, terms, .. } => terms.0.len() <= SHORT,
            Constraint::AllDifferent { .. }
            | Constraint::Cardinality { .. }
            | Constraint::Linear { .. }
            | Constraint::Compare { .. }
            | Constraint::Table { .. }
            | Constraint::Clause { .. } => true,
            _ => false,
        };
        let record = (is_plain && scope.len() == number).then_some(0);
        Asked { scope, record }
    }

    fn is_asked(&self) -> bool {
        self.record.is_some()
    }
}

impl Removal {
    fn step<'a>(&self, numbers: &'a [Value]) -> Step<'a> {
        let (k, numbers) = (self.constraint, &numbers[self.at.clone()]);
        match (self.kind, numbers) {
            (RemovalKind::Remove, [v, values @ ..]) => Step::Remove(k, *v as usize, values),
            (RemovalKind::Keep, &[v, low, high]) => Step::Keep(k, v as usize, low, high),
            (RemovalKind::Spread, &[v]) => Step::Spread(k, v as usize),
            _ => Step::Group(k, numbers),
        }
    }
}
