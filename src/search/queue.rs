//! Who is to be woken: propagators, by the changes they watch and by cost.

use std::collections::VecDeque;

use crate::model::VarId;

/// A change that wakes a propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The variable was fixed.
    Fixed,
    /// Its smallest or largest value changed (or it was fixed).
    Bounds,
    /// Any value went.
    Domain,
}

impl Event {
    /// The set of happenings that wake a watcher of this event: bit 0 a
    /// change, bit 1 of the bounds, bit 2 a fixing.
    fn mask(self) -> u8 {
        match self {
            Event::Fixed => 0b100,
            Event::Bounds => 0b010,
            Event::Domain => 0b001,
        }
    }
}

/// How much a propagator's call costs; cheap ones run first (Schulte and
/// Stuckey 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few variables.
    Constant,
    /// Proportional to the scope.
    Linear,
    /// More than that.
    High,
}

/// Watch lists and three first-in-first-out queues, one for each [`Cost`].
#[derive(Debug)]
pub struct Queue {
    watchers: Vec<Vec<(u32, u8)>>,
    waiting: [VecDeque<u32>; 3],
    costs: Vec<Cost>,
    queued: Vec<bool>,
    running: Option<u32>,
}

impl Queue {
    /// No propagators yet, for this number of variables.
    pub fn new(variables: usize) -> Self {
        Queue {
            watchers: vec![Vec::new(); variables],
            waiting: Default::default(),
            costs: Vec::new(),
            queued: Vec::new(),
            running: None,
        }
    }

    /// Adds a propagator, which will be known by its number, and queues it.
    pub fn add(&mut self, cost: Cost, watched: impl IntoIterator<Item = (VarId, Event)>) -> u32 {
        let number = self.costs.len() as u32;
        self.costs.push(cost);
        self.queued.push(false);
        for (variable, event) in watched {
            let list = &mut self.watchers[variable.index()];
            match list.last_mut() {
                Some((last, mask)) if *last == number => *mask |= event.mask(),
                _ => list.push((number, event.mask())),
            }
        }
        self.push(number);
        number
    }

    /// Queues a propagator unless it is queued or running.
    #[inline]
    pub fn push(&mut self, number: u32) {
        let queued = &mut self.queued[number as usize];
        if !*queued && self.running != Some(number) {
            *queued = true;
            self.waiting[self.costs[number as usize] as usize].push_back(number);
        }
    }

    /// Queues everything that watches this change of a variable.
    #[inline]
    pub fn wake(&mut self, v: VarId, bounds: bool, fixed: bool) {
        let happened = 1 | u8::from(bounds) << 1 | u8::from(fixed) << 2;
        for i in 0..self.watchers[v.index()].len() {
            let (number, mask) = self.watchers[v.index()][i];
            if mask & happened != 0 {
                self.push(number);
            }
        }
    }

    /// Takes the next propagator: it counts as running, and changes that it
    /// makes itself do not queue it again.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let number = self.waiting.iter_mut().find_map(VecDeque::pop_front)?;
        self.queued[number as usize] = false;
        self.running = Some(number);
        Some(number)
    }

    /// The running propagator is done.
    #[inline]
    pub fn done(&mut self) {
        self.running = None;
    }

    /// Forgets everything that is queued.
    pub fn clear(&mut self) {
        for waiting in &mut self.waiting {
            for number in waiting.drain(..) {
                self.queued[number as usize] = false;
            }
        }
        self.running = None;
    }
}
