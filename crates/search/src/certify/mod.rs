//! Logs the steps of a search, from which a checker can verify its answer.
//!
//! A step is a decision, the removals of one propagator call with the constraint that caused them,
//! a conflict, a solution, or a return. Steps below decisions on hidden variables are buffered: if
//! there is a solution below, the log gets the solution alone.

mod removals;
#[cfg(any(test, feature = "sabotage"))]
mod sabotage;

use std::borrow::Cow;

use parallax_model::{Value, VarId};

use self::removals::Removals;
use super::store::Store;

/// A step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Logged<'a> {
    /// A decision: a variable takes a value.
    Branch(VarId, Value),
    /// A constraint, by its place in the model, removes values from a variable. The place after the
    /// last constraint is the bound on the objective.
    Remove(usize, VarId, Cow<'a, [Value]>),
    /// A constraint removes the values of a variable outside two bounds, which remain.
    Keep(usize, VarId, Value, Value),
    /// Several removals by one constraint, in order. Each is the place of a variable followed by
    /// the number of removed values and the values, or by 0 and the bounds that remain.
    Group(usize, Cow<'a, [Value]>),
    /// A constraint cannot hold.
    Fail(usize),
    /// A solution, with values for all variables.
    Solution(Cow<'a, [Value]>),
    /// The return from the last decision, whose value is refuted.
    Up,
    /// The return to the root: all decisions are dropped, refuted or not.
    Restart,
}

impl Logged<'_> {
    fn into_owned(self) -> Logged<'static> {
        match self {
            Logged::Remove(owner, variable, values) => {
                Logged::Remove(owner, variable, values.into_owned().into())
            }
            Logged::Group(owner, all) => Logged::Group(owner, all.into_owned().into()),
            Logged::Solution(values) => Logged::Solution(values.into_owned().into()),
            Logged::Branch(variable, value) => Logged::Branch(variable, value),
            Logged::Keep(owner, variable, low, high) => Logged::Keep(owner, variable, low, high),
            Logged::Fail(owner) => Logged::Fail(owner),
            Logged::Up => Logged::Up,
            Logged::Restart => Logged::Restart,
        }
    }
}

/// A sink for the steps of a search. The log itself records any failure to store them.
pub trait Log {
    /// Takes a step.
    fn take(&mut self, step: &Logged<'_>);
}

/// Passes the steps of a search to its log.
pub(super) struct Certifier {
    log: Box<dyn Log>,
    /// The number of constraints of the model: the place of the bound.
    constraints: usize,
    /// Steps below the first decision on a hidden variable. If there is a solution below, only the
    /// solution is logged, because any values of the hidden variables will do.
    held: Option<Vec<Logged<'static>>>,
    /// Whether the last step has closed the branch.
    closed: bool,
    /// The number of decisions that are open in the log.
    open: u64,
    removals: Removals,
    /// Buffer for the removals of one call.
    group: Vec<Value>,
}

impl Certifier {
    pub(super) fn new(log: Box<dyn Log>, constraints: usize) -> Self {
        let removals = Removals::default();
        let group = Vec::new();
        Certifier { log, constraints, held: None, closed: false, open: 0, removals, group }
    }

    fn say(&mut self, step: Logged<'_>) {
        match &mut self.held {
            Some(held) => held.push(step.into_owned()),
            None => self.log.take(&step),
        }
    }

    /// Logs the removals since a mark of the trail, with the constraint that caused them.
    pub(super) fn removed(&mut self, store: &Store, mark: usize, owner: Option<usize>) {
        if store.trail.len() == mark {
            return;
        }
        let owner = owner.unwrap_or(self.constraints);
        let mut removals = std::mem::take(&mut self.removals);
        let mut group = std::mem::take(&mut self.group);
        group.clear();
        let mut number = 0;
        removals.since(store, mark, |variable, kept, gone| {
            number += 1;
            group.push(variable.index() as Value);
            match kept {
                Some((low, high)) => group.extend([0, low, high]),
                None => {
                    group.push(gone.len() as Value);
                    group.extend(gone);
                }
            }
            self.closed |= store.words(variable).iter().all(|&word| word == 0);
        });
        match group[..] {
            [variable, 0, low, high] if number == 1 => {
                self.say(Logged::Keep(owner, VarId::new(variable as usize), low, high));
            }
            [variable, _, ref gone @ ..] if number == 1 => {
                self.say(Logged::Remove(owner, VarId::new(variable as usize), gone.into()));
            }
            _ => self.say(Logged::Group(owner, group[..].into())),
        }
        self.group = group;
        self.removals = removals;
    }

    /// Logs that a constraint cannot hold, unless a domain is empty already.
    pub(super) fn failed(&mut self, owner: Option<usize>) {
        if !std::mem::replace(&mut self.closed, true) {
            let owner = owner.unwrap_or(self.constraints);
            self.say(Logged::Fail(owner));
        }
    }

    pub(super) fn commits(&mut self, variable: VarId, value: Value, shown: bool) {
        if !shown && self.held.is_none() {
            self.held = Some(Vec::new());
        }
        self.closed = false;
        self.open += u64::from(self.held.is_none());
        self.say(Logged::Branch(variable, value));
    }

    /// Logs a solution. With `counting`, it covers all values of hidden variables.
    pub(super) fn solved(&mut self, values: &[Value], counting: bool) {
        if counting {
            self.held = None;
        }
        self.say(Logged::Solution(values.into()));
        self.closed = true;
    }

    /// Logs the return from a decision.
    pub(super) fn retreats(&mut self, shown: bool) {
        if shown {
            self.flush();
        }
        self.open -= u64::from(self.held.is_none());
        self.say(Logged::Up);
        self.closed = false;
    }

    /// Logs the return to the root, and discards the buffered steps except solutions.
    pub(super) fn restarts(&mut self) {
        let solutions = self.held.take().into_iter().flatten();
        for step in solutions.filter(|step| matches!(step, Logged::Solution(_))) {
            self.log.take(&step);
        }
        if self.open > 0 {
            self.open = 0;
            self.log.take(&Logged::Restart);
        }
        self.closed = false;
    }

    fn flush(&mut self) {
        for step in self.held.take().into_iter().flatten() {
            match step {
                Logged::Branch(..) => self.open += 1,
                Logged::Up => self.open -= 1,
                _ => {}
            }
            self.log.take(&step);
        }
    }

    /// Logs the buffered steps when the search is complete.
    pub(super) fn ends(&mut self) {
        self.flush();
    }
}
