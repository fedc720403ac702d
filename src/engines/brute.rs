//! Brute force: all assignments, each with the plain check.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::ask::{Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use crate::model::{Given, Model, Objective, Value, VarId};

/// The largest product of domain sizes that is tried.
pub const MAX_ASSIGNMENTS: u128 = 10_000_000;

/// Tries every assignment in lexicographic order, shown variables outermost;
/// the oracle that every other engine is compared with.
pub struct Brute {
    model: Arc<Model>,
    /// The variables, shown ones first.
    order: Vec<VarId>,
    shown: usize,
}

impl Brute {
    /// Brute force on a model. The limit is on what the givens of a question
    /// leave open, so it is checked there.
    pub fn new(model: Arc<Model>) -> Self {
        let (mut order, hidden): (Vec<VarId>, Vec<VarId>) = (0..model.variables().len())
            .map(VarId::new)
            .partition(|v| model.variables()[v.index()].shown);
        let shown = order.len();
        order.extend(hidden);
        Brute { model, order, shown }
    }
}

/// One walk through the assignments.
struct Walk<'a> {
    model: &'a Model,
    givens: &'a [Given],
    order: &'a [VarId],
    shown: usize,
    domains: Vec<Vec<Value>>,
    values: Vec<Value>,
    tried: u64,
    found: u64,
    /// Set when the best solution is wanted, with its value so far.
    aim: Option<(&'a Objective, Option<i64>)>,
    clock: Clock,
    task: Task,
    control: &'a Control,
    on_candidate: OnCandidate<'a>,
}

/// How a subtree was left.
enum Left {
    /// It is done; the flag tells whether it held a solution.
    Done(bool),
    Ended(Ended),
}

impl Walk<'_> {
    fn visit(&mut self, depth: usize) -> Left {
        let Some(&variable) = self.order.get(depth) else {
            return self.try_assignment();
        };
        let mut any = false;
        for i in 0..self.domains[variable.index()].len() {
            self.values[variable.index()] = self.domains[variable.index()][i];
            match self.visit(depth + 1) {
                Left::Done(false) => {}
                Left::Done(true) => {
                    any = true;
                    // Another value of a hidden variable is no other solution.
                    if depth >= self.shown && self.aim.is_none() {
                        return Left::Done(true);
                    }
                }
                ended => return ended,
            }
        }
        Left::Done(any)
    }

    fn try_assignment(&mut self) -> Left {
        self.tried += 1;
        if self.tried.is_multiple_of(1024)
            && let Some(stop) = self.control.stopped()
        {
            return Left::Ended(Ended::Stopped(stop));
        }
        if self.model.check(self.givens, &self.values).is_err() {
            return Left::Done(false);
        }
        if let Some((objective, best)) = &mut self.aim {
            let value = objective.value(&self.values);
            if best.is_some_and(|best| !objective.is_better(value, best)) {
                return Left::Done(true);
            }
            *best = Some(value);
        }
        self.found += 1;
        let flow = self.clock.outside(|| (self.on_candidate)(&self.values));
        let enough = self.task.limit().is_some_and(|limit| self.found >= limit);
        match flow == ControlFlow::Break(()) || enough {
            true => Left::Ended(Ended::Enough),
            false => Left::Done(true),
        }
    }
}

impl Session for Brute {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let clock = Clock::start();
        let aim = match (task, self.model.objective()) {
            (Task::Optimise, None) => return Outcome::without_objective(),
            (Task::Optimise, Some(objective)) => Some((objective, None)),
            _ => None,
        };
        let open = self.model.restricted(givens);
        match open.assignments() {
            Some(count) if count <= MAX_ASSIGNMENTS => {}
            count => {
                let count = count.map_or("more than 2^128".to_owned(), |c| c.to_string());
                let why =
                    format!("{count} assignments, brute force takes at most {MAX_ASSIGNMENTS}");
                return Outcome::at_once(Refusal::Unsupported(why).into());
            }
        }
        let mut walk = Walk {
            model: &self.model,
            givens,
            order: &self.order,
            shown: self.shown,
            domains: open.variables().iter().map(|v| v.domain.to_vec()).collect(),
            values: vec![0; self.order.len()],
            tried: 0,
            found: 0,
            aim,
            clock,
            task,
            control,
            on_candidate,
        };
        let ended = match (control.stopped(), task.limit()) {
            (Some(stop), _) => Ended::Stopped(stop),
            (None, Some(0)) => Ended::Enough,
            _ => match walk.visit(0) {
                Left::Done(_) => Ended::Exhausted,
                Left::Ended(ended) => ended,
            },
        };
        let mut counters = Counters::new();
        counters.add("assignments", walk.tried);
        match walk.aim {
            None => Outcome::enumerated(walk.found, ended, counters, walk.clock.elapsed()),
            Some((_, best)) => Outcome::optimised(best, ended, counters, walk.clock.elapsed()),
        }
    }
}
