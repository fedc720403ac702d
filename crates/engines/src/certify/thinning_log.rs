//! Has constraints take all that they can (step `t`) where that is shorter than the removals that a
//! search reports.
//!
//! The tracker follows the checker's box by the checker's own code, so that the values that `t`
//! takes are known. A run of removals is replaced if the constraints of the run take the same
//! values, or if both close the box. A constraint that takes more than its propagator is soon
//! excluded.

use std::ops::Range;
use std::sync::Arc;

use parallax_certificates::{
    CertificateStep, CheckerModel as Flat, Constraint, DomainBox, Relation, StepEncoding, Value,
    Variable,
};
use parallax_search::{SearchLog, SearchLogEntry};

use super::write::step_length;
use super::writer::CertificateLog;

/// Passes the steps of a count on to a certificate, with fewer removals.
pub(super) struct ThinningLog {
    out: CertificateLog,
    form: StepEncoding,
    follower: BoxTracker,
    /// The removals since the last other step, and their numbers.
    run: Vec<RemovalRecord>,
    numbers: Vec<Value>,
    /// Buffer.
    bytes: Vec<u8>,
}

/// The box of the certificate.
struct BoxTracker {
    model: Arc<Flat>,
    space: DomainBox,
    /// The open branches and splits, the innermost last: the mark of the trail to return to, and
    /// the decision; `None` for a split.
    open: Vec<(usize, Option<(Variable, Value)>)>,
    constraints: Vec<ConstraintTrackRecord>,
}

/// A constraint as the writer sees it.
struct ConstraintTrackRecord {
    /// Its variables, ascending.
    scope: Vec<Variable>,
    /// The number of times that it took the same as a run, minus the number of times that it took
    /// more; `None` if it is not asked.
    record: Option<i32>,
}

/// A step that removes values, with the range of its numbers.
struct RemovalRecord {
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

/// A constraint is excluded once it took more than a run this many times more often than the same.
const MAX_LOST_TRIALS: i32 = 8;

/// The maximum size of `t`, as a fraction of what it replaces: three in four bytes.
const MAX_THIN_FRACTION: [usize; 2] = [3, 4];

/// The maximum number of terms of an equation that is asked.
const MAX_EQUATION_TERMS: usize = 3;

impl ThinningLog {
    /// Follows a certificate about a box of a model.
    pub(super) fn new(
        out: CertificateLog,
        model: Arc<Flat>,
        space: DomainBox,
        form: StepEncoding,
    ) -> Self {
        let constraints =
            model.constraints.iter().map(ConstraintTrackRecord::from_constraint).collect();
        let follower = BoxTracker { model, space, open: Vec::new(), constraints };
        let (run, numbers, bytes) = (Vec::new(), Vec::new(), Vec::new());
        ThinningLog { out, form, follower, run, numbers, bytes }
    }

    fn hold_removal(&mut self, constraint: usize, kind: RemovalKind, numbers: &[Value]) {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        self.run.push(RemovalRecord { constraint, kind, at: start..self.numbers.len() });
    }

    /// Writes the run of removals, and then that the constraint `fails` cannot hold, if given.
    fn write_run(&mut self, fails: Option<usize>) {
        if let Some((thin, fails)) = self.thin_run(fails) {
            if !thin.is_empty() {
                self.out.append_step(&CertificateStep::Thin(&thin));
            }
            fails
                .iter()
                .for_each(|&constraint| self.out.append_step(&CertificateStep::Fail(constraint)));
        } else {
            for removal in &self.run {
                self.out.append_step(&removal.to_step(&self.numbers));
                self.follower.remove_values(removal, &self.numbers);
            }
            fails
                .iter()
                .for_each(|&constraint| self.out.append_step(&CertificateStep::Fail(constraint)));
        }
        self.run.clear();
        self.numbers.clear();
    }

    /// Returns the constraints that together remove what the run removes, if that is shorter, and
    /// one that cannot hold then if they do not close the box by themselves. The box follows them.
    fn thin_run(&mut self, fails: Option<usize>) -> Option<(Vec<Value>, Option<usize>)> {
        let ThinningLog { form, follower, run, numbers, bytes, .. } = self;
        let constraints = run.iter().map(|removal| removal.constraint).chain(fails);
        let is_asked =
            |k: usize| follower.constraints.get(k).is_some_and(ConstraintTrackRecord::is_asked);
        // The removals of a run build on each other, so all of its constraints are asked or none.
        if run.is_empty() || !constraints.clone().all(is_asked) {
            return None;
        }
        let mut all: Vec<usize> = constraints.collect();
        all.dedup();
        let steps = run
            .iter()
            .map(|removal| removal.to_step(numbers))
            .chain(fails.map(CertificateStep::Fail));
        let bytes_of_run: usize = steps.map(|step| step_length(*form, &step, bytes)).sum();
        let mut is_shorter = |constraints: &[usize], fails: Option<usize>| {
            let thin: Vec<Value> =
                constraints.iter().map(|&constraint| constraint as Value).collect();
            let steps = [Some(CertificateStep::Thin(&thin)), fails.map(CertificateStep::Fail)];
            let length: usize =
                steps.iter().flatten().map(|step| step_length(*form, step, bytes)).sum();
            // length / bytes_of_run <= 3/4, without a division.
            (length * MAX_THIN_FRACTION[1] <= bytes_of_run * MAX_THIN_FRACTION[0])
                .then_some((thin, fails))
        };
        // Most constraints of a run will be needed, so the length of a step with all of them tells,
        // before any work in the box, whether it can pay.
        if fails.is_none() {
            let mut each = all.clone();
            each.sort_unstable();
            each.dedup();
            is_shorter(&each, None)?;
        }
        // The box goes to the goal by the constraints, or back to where it was.
        let mark = follower.space.trail_mark();
        let goal = follower.run_goal(run, numbers, &all, fails.is_some());
        let reached = follower.reach_goal(&all, goal.as_deref());
        let thin = reached.and_then(|found| is_shorter(&found.0, found.1));
        if thin.is_none() {
            follower.space.undo_to(mark);
        }
        thin
    }
}

impl SearchLog for ThinningLog {
    fn take_step(&mut self, step: SearchLogEntry<'_>) {
        if !self.out.is_whole() {
            return;
        }
        match step {
            SearchLogEntry::Remove(constraint, variable, values) => {
                let numbers = [&[variable.index() as Value], values].concat();
                self.hold_removal(constraint, RemovalKind::Remove, &numbers);
            }
            SearchLogEntry::Keep(constraint, variable, low, high) => {
                let numbers = [variable.index() as Value, low, high];
                self.hold_removal(constraint, RemovalKind::Keep, &numbers);
            }
            SearchLogEntry::Group(constraint, all) => {
                self.hold_removal(constraint, RemovalKind::Group, all);
            }
            SearchLogEntry::Spread(constraint, variable) => {
                self.hold_removal(constraint, RemovalKind::Spread, &[variable.index() as Value]);
            }
            SearchLogEntry::Fail(constraint) => self.write_run(Some(constraint)),
            _ => {
                self.write_run(None);
                self.follower.follow_step(&step);
                self.out.take_step(step);
            }
        }
    }

    fn end_question(&mut self) {
        self.write_run(None);
        self.out.end_question();
    }
}

impl BoxTracker {
    /// Follows a step that removes nothing.
    fn follow_step(&mut self, step: &SearchLogEntry<'_>) {
        let BoxTracker { space, open, .. } = self;
        match *step {
            SearchLogEntry::Branch(variable, value) => {
                let decision = (variable.index(), value.into());
                open.push((space.trail_mark(), Some(decision)));
                space.keep_values(decision.0, &[decision.1]);
            }
            SearchLogEntry::Up => {
                if let Some((mark, decision)) = open.pop() {
                    space.undo_to(mark);
                    // The branch is refuted, so its value leaves the box, as in the checker. After
                    // a split nothing does.
                    decision.iter().for_each(|branch| space.remove_values(branch.0, &[branch.1]));
                }
            }
            SearchLogEntry::Split(_) => open.push((space.trail_mark(), None)),
            SearchLogEntry::Next { is_last } => {
                if let Some(&(mark, _)) = open.last() {
                    space.undo_to(mark);
                }
                if is_last {
                    open.pop();
                }
            }
            SearchLogEntry::Restart => {
                if let Some(&(mark, _)) = open.first() {
                    space.undo_to(mark);
                }
                open.clear();
            }
            _ => {}
        }
        if open.is_empty() {
            // No mark remains to which the box could return.
            space.forget_trail();
        }
    }

    /// Removes the values of a step.
    fn remove_values(&mut self, step: &RemovalRecord, numbers: &[Value]) {
        let (space, numbers) = (&mut self.space, &numbers[step.at.clone()]);
        match (step.kind, numbers) {
            (RemovalKind::Remove, [v, values @ ..]) => space.remove_values(*v as usize, values),
            (RemovalKind::Keep, &[v, low, high]) => {
                space.keep_if(v as usize, |value| (low..=high).contains(&value));
            }
            (RemovalKind::Spread, &[v]) => {
                // The variable is fixed, and its only value leaves all others of the scope.
                let value = space.least_value(v as usize).into_iter();
                let scope = &self.constraints[step.constraint].scope;
                let others = scope.iter().filter(|&&other| other != v as usize);
                value.for_each(|taken| {
                    others.clone().for_each(|&v| space.remove_values(v, &[taken]));
                });
            }
            (_, mut rest) => {
                // A group is a list of entries: a variable, the number of its values and these, or
                // a 0 and the bounds of what it keeps.
                while let &[v, number, ref tail @ ..] = rest {
                    let (listed, after) =
                        tail.split_at(if number == 0 { 2 } else { number as usize });
                    match number {
                        0 => space
                            .keep_if(v as usize, |value| (listed[0]..=listed[1]).contains(&value)),
                        _ => space.remove_values(v as usize, listed),
                    }
                    rest = after;
                }
            }
        }
    }

    /// Returns the values that a run leaves to the variables of constraints; `None` if it closes
    /// the box.
    fn run_goal(
        &mut self,
        run: &[RemovalRecord],
        numbers: &[Value],
        constraints: &[usize],
        fails: bool,
    ) -> Option<Vec<(Variable, Vec<Value>)>> {
        let mark = self.space.trail_mark();
        run.iter().for_each(|removal| self.remove_values(removal, numbers));
        let scopes = constraints.iter().flat_map(|&k| &self.constraints[k].scope);
        let mut variables: Vec<Variable> = scopes.copied().collect();
        // Ascending, because `reach_goal` looks them up by binary search.
        variables.sort_unstable();
        variables.dedup();
        let left = variables.into_iter().map(|v| (v, self.space.remaining_values(v).collect()));
        let left: Vec<(Variable, Vec<Value>)> = left.collect();
        self.space.undo_to(mark);
        (!fails && left.iter().all(|entry| !entry.1.is_empty())).then_some(left)
    }

    /// Has constraints take all that they can, one after the other, until the goal is reached, or
    /// the box is closed if there is none. Returns those that took something, and one that cannot
    /// hold then; `None` if they take more than the goal, or do not reach it.
    fn reach_goal(
        &mut self,
        constraints: &[usize],
        goal: Option<&[(Variable, Vec<Value>)]>,
    ) -> Option<(Vec<usize>, Option<usize>)> {
        let BoxTracker { model, space, constraints: asked, .. } = self;
        let mut thin = Vec::new();
        for &k in constraints {
            let (before, tracked) = (space.trail_mark(), &mut asked[k]);
            let closes = model.constraints[k].take_all(space, &|| Ok(())).ok()?;
            // The constraint took nothing and is left out of the step.
            if space.trail_mark() == before {
                continue;
            }
            thin.push(k);
            let Some(goal) = goal else {
                if closes {
                    return Some((thin, None));
                }
                continue;
            };
            // Later steps rely on the box of the search, so a constraint may not take more than the
            // run.
            let takes_more = tracked.scope.iter().any(|&v| {
                let left = goal.binary_search_by_key(&v, |entry| entry.0).map(|at| &goal[at].1);
                left.is_ok_and(|left| left.iter().any(|&value| !space.has_value(v, value)))
            });
            if takes_more {
                // Some constraints are always stronger than their propagators; asking them is
                // wasted work.
                tracked.record = tracked
                    .record
                    .map(|record| record - 1)
                    .filter(|&record| record > -MAX_LOST_TRIALS);
                return None;
            }
            tracked.record = tracked.record.map(|record| record.saturating_add(1));
        }
        let Some(goal) = goal else {
            // A fixed variable keeps its value until a constraint cannot hold.
            let mut fails = constraints.iter().rev().copied();
            let fails = fails.find(|&k| !model.constraints[k].is_possible(space))?;
            return Some((thin, Some(fails)));
        };
        let is_reached = |(v, left): &(Variable, Vec<Value>)| space.domain_size(*v) == left.len();
        goal.iter().all(is_reached).then_some((thin, None))
    }
}

impl ConstraintTrackRecord {
    /// Makes the record of a constraint. It is asked if its question is exact, cheap, and simple
    /// enough that all checkers answer alike; equations with several terms are expensive.
    fn from_constraint(constraint: &Constraint) -> Self {
        let mut scope = Vec::new();
        constraint.each_variable(&mut |v| scope.push(v));
        let number = scope.len();
        scope.sort_unstable();
        scope.dedup();
        let is_plain = match constraint {
            Constraint::Linear { relation: Relation::Eq, terms, .. } => {
                terms.0.len() <= MAX_EQUATION_TERMS
            }
            Constraint::AllDifferent { .. }
            | Constraint::Cardinality { .. }
            | Constraint::Linear { .. }
            | Constraint::Compare { .. }
            | Constraint::Table { .. }
            | Constraint::Clause { .. } => true,
            _ => false,
        };
        let record = (is_plain && scope.len() == number).then_some(0);
        ConstraintTrackRecord { scope, record }
    }

    fn is_asked(&self) -> bool {
        self.record.is_some()
    }
}

impl RemovalRecord {
    fn to_step<'a>(&self, numbers: &'a [Value]) -> CertificateStep<'a> {
        let (k, numbers) = (self.constraint, &numbers[self.at.clone()]);
        match (self.kind, numbers) {
            (RemovalKind::Remove, [v, values @ ..]) => {
                CertificateStep::Remove(k, *v as usize, values)
            }
            (RemovalKind::Keep, &[v, low, high]) => CertificateStep::Keep(k, v as usize, low, high),
            (RemovalKind::Spread, &[v]) => CertificateStep::Spread(k, v as usize),
            _ => CertificateStep::Group(k, numbers),
        }
    }
}
