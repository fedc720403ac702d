//! Who is to be woken: propagators, by the changes they watch and by cost.

use crate::model::VarId;

/// A change that wakes a propagator. Each includes the ones before it: a
/// fixing moves a bound, and a moved bound changes the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The variable was fixed.
    Fixed,
    /// Its smallest or largest value changed (or it was fixed).
    Bounds,
    /// Any value went.
    Domain,
}

/// How much a propagator's call costs; cheap ones run first (Schulte and
/// Stuckey 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few steps for each change.
    Constant,
    /// Proportional to the scope.
    Linear,
    /// More than that.
    High,
    /// Flows and matchings: after everything else.
    Highest,
}

const COSTS: usize = 4;

/// In [`Queue::links`]: not queued.
const IDLE: u32 = u32::MAX;
/// In [`Queue::links`]: the last of its queue.
const END: u32 = u32::MAX - 1;

/// In [`Watch::slot`]: the watcher does not want to know what changed.
const NO_SLOT: u32 = u32::MAX;

/// One entry of a watch list.
#[derive(Clone, Copy, Debug)]
struct Watch {
    propagator: u32,
    /// The place in what the propagator watches.
    slot: u32,
}

/// Watch lists, and a first-in-first-out queue for each [`Cost`].
#[derive(Debug)]
pub struct Queue {
    /// For each variable: who watches any change, the bounds, a fixing.
    watchers: Vec<[Vec<Watch>; 3]>,
    first: [u32; COSTS],
    last: [u32; COSTS],
    /// The propagator behind each in its queue.
    links: Vec<u32>,
    costs: Vec<Cost>,
    /// The watched places that changed, for those who want to know.
    changed: Vec<Vec<u32>>,
    wants: Vec<bool>,
    /// Whether a propagator has not been called yet.
    fresh: Vec<bool>,
    running: Option<u32>,
}

impl Queue {
    /// No propagators yet, for this number of variables.
    pub fn new(variables: usize) -> Self {
        Queue {
            watchers: vec![Default::default(); variables],
            first: [END; COSTS],
            last: [END; COSTS],
            links: Vec::new(),
            costs: Vec::new(),
            changed: Vec::new(),
            wants: Vec::new(),
            fresh: Vec::new(),
            running: None,
        }
    }

    /// Adds a propagator, which will be known by its number, and queues it.
    /// With `wants_changes` it is told which of the watched places changed.
    pub fn add(
        &mut self,
        cost: Cost,
        wants_changes: bool,
        watched: impl IntoIterator<Item = (VarId, Event)>,
    ) -> u32 {
        let number = self.costs.len() as u32;
        self.costs.push(cost);
        self.links.push(IDLE);
        self.changed.push(Vec::new());
        self.wants.push(wants_changes);
        self.fresh.push(true);
        for (place, (variable, event)) in watched.into_iter().enumerate() {
            let slot = if wants_changes { place as u32 } else { NO_SLOT };
            let list = match event {
                Event::Domain => 0,
                Event::Bounds => 1,
                Event::Fixed => 2,
            };
            self.watchers[variable.index()][list].push(Watch { propagator: number, slot });
        }
        self.push(number);
        number
    }

    /// Queues a propagator unless it is queued or running.
    #[inline]
    pub fn push(&mut self, number: u32) {
        let link = &mut self.links[number as usize];
        if *link != IDLE || self.running == Some(number) {
            return;
        }
        *link = END;
        let cost = self.costs[number as usize] as usize;
        match self.first[cost] {
            END => self.first[cost] = number,
            _ => self.links[self.last[cost] as usize] = number,
        }
        self.last[cost] = number;
    }

    /// Queues everything that watches this change of a variable.
    #[inline]
    pub fn wake(&mut self, v: VarId, bounds: bool, fixed: bool) {
        let lists = 1 + usize::from(bounds) + usize::from(fixed);
        for list in 0..lists {
            for i in 0..self.watchers[v.index()][list].len() {
                let Watch { propagator, slot } = self.watchers[v.index()][list][i];
                if slot != NO_SLOT {
                    self.changed[propagator as usize].push(slot);
                }
                self.push(propagator);
            }
        }
    }

    /// Takes the next propagator: it counts as running, and changes that it
    /// makes itself do not queue it again.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let cost = self.first.iter().position(|&first| first != END)?;
        let number = self.first[cost];
        self.first[cost] = self.links[number as usize];
        self.links[number as usize] = IDLE;
        self.running = Some(number);
        Some(number)
    }

    /// Moves the watched places of the running propagator that changed since
    /// its last call to `into`. False when that is not known: it has not been
    /// called yet, or did not ask to be told; then anything may have changed.
    #[inline]
    pub fn take_changes(&mut self, into: &mut Vec<u32>) -> bool {
        into.clear();
        let Some(number) = self.running.map(|number| number as usize) else {
            return false;
        };
        std::mem::swap(&mut self.changed[number], into);
        self.wants[number] && !std::mem::replace(&mut self.fresh[number], false)
    }

    /// The running propagator is done; with `again` it is queued once more.
    #[inline]
    pub fn done(&mut self, again: bool) {
        let Some(number) = self.running.take() else {
            return;
        };
        match again {
            true => self.push(number),
            false => self.changed[number as usize].clear(),
        }
    }

    /// Forgets everything that is queued.
    pub fn clear(&mut self) {
        for cost in 0..COSTS {
            let mut number = std::mem::replace(&mut self.first[cost], END);
            while number != END {
                self.changed[number as usize].clear();
                number = std::mem::replace(&mut self.links[number as usize], IDLE);
            }
        }
        if let Some(number) = self.running.take() {
            self.changed[number as usize].clear();
        }
    }
}
