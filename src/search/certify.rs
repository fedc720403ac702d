//! Writes down what a search does, step by step, so that a checker can follow it.

use super::store::{Store, bits};
use crate::model::{Value, VarId};

/// A step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Logged {
    /// A decision: a variable gets a value.
    Branch(VarId, Value),
    /// A constraint, by its place in the model, takes values from a variable. The place after the
    /// last constraint is the bound on the objective.
    Remove(usize, VarId, Vec<Value>),
    /// The same; it leaves the values from the first to the second.
    Keep(usize, VarId, Value, Value),
    /// A constraint cannot hold.
    Fail(usize),
    /// A solution, with values for all variables.
    Solution(Vec<Value>),
    /// Back from the last decision, whose value is refuted.
    Up,
    /// The search is complete.
    End,
}

/// Takes the steps of a search. What cannot be kept is the matter of the log.
pub trait Log {
    /// Takes a step.
    fn take(&mut self, step: &Logged);
}

/// Removals of at least so many values are written as bounds where they are.
const SEVERAL: usize = 4;

/// What a search says to its log.
pub(super) struct Certifier {
    log: Box<dyn Log>,
    /// The number of constraints of the model: the place of the bound.
    constraints: usize,
    /// Steps below the first decision on a hidden variable. If there is a solution below, the
    /// solution alone is said, because any values of the hidden variables do.
    held: Option<Vec<Logged>>,
    /// Whether the last step has closed the branch.
    closed: bool,
}

impl Certifier {
    pub(super) fn new(log: Box<dyn Log>, constraints: usize) -> Self {
        Certifier { log, constraints, held: None, closed: false }
    }

    fn say(&mut self, step: Logged) {
        match &mut self.held {
            Some(held) => held.push(step),
            None => self.log.take(&step),
        }
    }

    /// Says what has left the domains since a mark of the trail, because of a constraint.
    pub(super) fn removed(&mut self, store: &Store, mark: usize, owner: Option<usize>) {
        let owner = owner.unwrap_or(self.constraints);
        let entries = &store.trail[mark..];
        let mut line: Option<(VarId, Vec<Value>)> = None;
        for (place, entry) in entries.iter().enumerate() {
            let variable = VarId::new(entry.variable as usize);
            let word = entry.word();
            let next = entries[place + 1..]
                .iter()
                .find(|own| own.variable == entry.variable && own.word() == word);
            let now = next.map_or(store.words(variable)[word], |next| next.old());
            let start = store.start(variable, word);
            let gone = bits(entry.old() & !now).map(|bit| start + bit as Value);
            match &mut line {
                Some((own, values)) if *own == variable => values.extend(gone),
                _ => {
                    if let Some((own, values)) = line.take() {
                        self.line(store, owner, own, values);
                    }
                    line = Some((variable, gone.collect()));
                }
            }
        }
        if let Some((own, values)) = line {
            self.line(store, owner, own, values);
        }
    }

    fn line(&mut self, store: &Store, owner: usize, variable: VarId, values: Vec<Value>) {
        let empty = store.words(variable).iter().all(|&word| word == 0);
        self.closed |= empty;
        if values.len() >= SEVERAL && !empty {
            let (low, high) = (store.min(variable), store.max(variable));
            if values.iter().all(|&value| value < low || value > high) {
                return self.say(Logged::Keep(owner, variable, low, high));
            }
        }
        self.say(Logged::Remove(owner, variable, values));
    }

    /// Says that a constraint cannot hold, unless a domain is empty already.
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
        self.say(Logged::Branch(variable, value));
    }

    /// A solution. Where solutions are counted, it stands for all values of hidden variables.
    pub(super) fn solved(&mut self, values: &[Value], counting: bool) {
        if counting {
            self.held = None;
        }
        self.say(Logged::Solution(values.to_vec()));
        self.closed = true;
    }

    /// Back from a decision.
    pub(super) fn retreats(&mut self, shown: bool) {
        if shown {
            self.flush();
        }
        self.say(Logged::Up);
        self.closed = false;
    }

    fn flush(&mut self) {
        for step in self.held.take().into_iter().flatten() {
            self.log.take(&step);
        }
    }

    /// The search is complete.
    pub(super) fn ends(&mut self) {
        self.flush();
        self.say(Logged::End);
    }
}
