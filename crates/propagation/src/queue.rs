//! Schedules propagators by the changes that they watch and by cost.

use parallax_model::VarId;

/// A change that wakes a propagator (the events of Schulte and Stuckey 2008). Fixing a variable
/// moves a bound, and a moved bound changes the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainEvent {
    /// The variable was fixed.
    Fixed,
    /// Its smallest value increased.
    Min,
    /// Its largest value decreased.
    Max,
    /// Its smallest or largest value changed (or it was fixed).
    Bounds,
    /// Any value was removed.
    Domain,
}

/// The cost of a call of a propagator; cheap ones run first (Schulte and Stuckey 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PropagatorCost {
    /// A few steps for each change.
    Constant,
    /// Proportional to the scope.
    Linear,
    /// More than proportional to the scope.
    High,
    /// Flows and matchings: run after everything else.
    Highest,
}

const COST_COUNT: usize = 4;

/// The kinds of change, encoded as a number: 1 if the least value moved, plus 2 if the greatest
/// did, plus 4 if the variable was fixed.
const CHANGE_KIND_COUNT: usize = 8;

impl DomainEvent {
    /// Whether a change includes this event.
    fn is_in(self, change: usize) -> bool {
        match self {
            DomainEvent::Fixed => change & 4 != 0,
            DomainEvent::Min => change & 1 != 0,
            DomainEvent::Max => change & 2 != 0,
            DomainEvent::Bounds => change != 0,
            DomainEvent::Domain => true,
        }
    }
}

/// In [`PropagationQueue::links`]: the last element of its queue.
const QUEUE_END: u32 = u32::MAX;

/// The propagators woken by a change of one variable, by kind of change: ranges of
/// [`PropagationQueue::sets`] and [`PropagationQueue::slots`]. The first set is stored inline,
/// since there is rarely a second.
#[derive(Clone, Copy, Debug, Default)]
struct EventWatchers {
    first: PropagatorSet,
    sets: (u32, u32),
    slots: (u32, u32),
}

/// Propagators whose numbers share one word of [`PropagationQueue::queued`].
#[derive(Clone, Copy, Debug, Default)]
struct PropagatorSet {
    word: u32,
    bits: u64,
}

/// A propagator that reads its changes, and a place among the variables that it watches.
type Slot = (u32, u32);

/// A propagator, the change that wakes it, and its slot, if it reads its changes.
#[derive(Clone, Copy, Debug)]
struct WatchEntry {
    variable: u32,
    number: u32,
    slot: Option<u32>,
    event: DomainEvent,
}

/// Watch lists, and a first-in-first-out queue for each [`PropagatorCost`].
#[derive(Clone, Debug)]
pub struct PropagationQueue {
    /// For each variable, by kind of change: the propagators to wake.
    watchers: Vec<[EventWatchers; CHANGE_KIND_COUNT]>,
    sets: Vec<PropagatorSet>,
    slots: Vec<Slot>,
    /// The number of variables.
    variables: usize,
    /// The watch entries added so far, until
    /// [`build_watch_lists`](PropagationQueue::build_watch_lists).
    added: Vec<WatchEntry>,
    first: [u32; COST_COUNT],
    last: [u32; COST_COUNT],
    /// For each propagator, the next one in its queue.
    links: Vec<u32>,
    costs: Vec<PropagatorCost>,
    /// A bit for each propagator: whether it is queued or running.
    queued: Vec<u64>,
    /// The changed places of each propagator that reads them.
    changed: Vec<Vec<u32>>,
    reads_changes: Vec<bool>,
    /// Whether each propagator is still to be called for the first time.
    fresh: Vec<bool>,
    running: Option<u32>,
}

impl PropagationQueue {
    /// Makes an empty queue for this number of variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        PropagationQueue {
            watchers: Vec::new(),
            sets: Vec::new(),
            slots: Vec::new(),
            variables,
            added: Vec::new(),
            first: [QUEUE_END; COST_COUNT],
            last: [QUEUE_END; COST_COUNT],
            links: Vec::new(),
            costs: Vec::new(),
            queued: Vec::new(),
            changed: Vec::new(),
            reads_changes: Vec::new(),
            fresh: Vec::new(),
            running: None,
        }
    }

    /// Adds a propagator with the next number, and queues it. With `wants_changes` the queue
    /// records which of the watched places changed.
    pub fn add_propagator(
        &mut self,
        cost: PropagatorCost,
        wants_changes: bool,
        watched: impl IntoIterator<Item = (VarId, DomainEvent)>,
    ) -> u32 {
        // Numbers are given in order: they index all lists here and the propagators of the search.
        let number = self.costs.len() as u32;
        self.costs.push(cost);
        self.links.push(QUEUE_END);
        self.queued.resize(number as usize / 64 + 1, 0);
        self.changed.push(Vec::new());
        self.reads_changes.push(wants_changes);
        self.fresh.push(true);
        for (place, (variable, event)) in watched.into_iter().enumerate() {
            let slot = wants_changes.then_some(place as u32);
            self.added.push(WatchEntry { variable: variable.index() as u32, number, slot, event });
        }
        self.push(number);
        number
    }

    /// Builds the watch lists; no propagator may be added afterwards.
    pub fn build_watch_lists(&mut self) {
        let mut added = std::mem::take(&mut self.added);
        // Stable: the propagators of each variable stay in the order of their numbers.
        added.sort_by_key(|added| added.variable);
        self.watchers = Vec::with_capacity(self.variables);
        // The entries of one variable are a run at the front of the rest.
        let mut rest = added.as_slice();
        for variable in 0..self.variables as u32 {
            let count = rest.iter().take_while(|added| added.variable == variable).count();
            let (watching, others) = rest.split_at(count);
            rest = others;
            // Eight lists for each variable cost memory but save a test of each watcher at each
            // wake-up.
            let watchers = std::array::from_fn(|change| self.lay_out(watching, change));
            self.watchers.push(watchers);
        }
    }

    /// Stores the watchers among `added` that a change wakes.
    fn lay_out(&mut self, added: &[WatchEntry], change: usize) -> EventWatchers {
        let (sets, slots) = (self.sets.len(), self.slots.len());
        for &WatchEntry { number, slot, .. } in added.iter().filter(|a| a.event.is_in(change)) {
            self.slots.extend(slot.map(|slot| (number, slot)));
            let (word, bit) = (number / 64, 1 << (number % 64));
            match self.sets[sets..].last_mut() {
                Some(last) if last.word == word => last.bits |= bit,
                _ => self.sets.push(PropagatorSet { word, bits: bit }),
            }
        }
        // The first set is copied into the entry itself and skipped in the range; without any
        // watcher it is empty, and so is the range.
        let first = self.sets.get(sets).copied().unwrap_or_default();
        let rest = (sets + 1).min(self.sets.len());
        EventWatchers {
            first,
            sets: (rest as u32, self.sets.len() as u32),
            slots: (slots as u32, self.slots.len() as u32),
        }
    }

    /// Queues a propagator unless it is queued or running.
    #[inline]
    pub fn push(&mut self, number: u32) {
        let queued = &mut self.queued[number as usize / 64];
        if *queued >> (number % 64) & 1 == 0 {
            *queued |= 1 << (number % 64);
            self.append_propagator(number);
        }
    }

    /// Appends a propagator to the queue of its cost.
    #[inline]
    fn append_propagator(&mut self, number: u32) {
        let cost = self.costs[number as usize] as usize;
        self.links[number as usize] = QUEUE_END;
        // An empty queue is recognised by its first element alone; `last` may then be stale.
        match self.first[cost] {
            QUEUE_END => self.first[cost] = number,
            _ => self.links[self.last[cost] as usize] = number,
        }
        self.last[cost] = number;
    }

    /// Queues every propagator that watches this change of a variable: whether its least value
    /// moved, whether its greatest did, and whether it was fixed.
    #[inline]
    pub fn wake_watchers(&mut self, v: VarId, min: bool, max: bool, fixed: bool) {
        let change = usize::from(min) | usize::from(max) << 1 | usize::from(fixed) << 2;
        let EventWatchers { first, sets, slots } = self.watchers[v.index()][change];
        // Changes are recorded even for a queued or running propagator, which has not read them
        // yet.
        for &(propagator, slot) in &self.slots[slots.0 as usize..slots.1 as usize] {
            self.changed[propagator as usize].push(slot);
        }
        self.push_all(first);
        for i in sets.0..sets.1 {
            self.push_all(self.sets[i as usize]);
        }
    }

    #[inline]
    fn push_all(&mut self, set: PropagatorSet) {
        // An unwatched variable has an empty first set, possibly before any propagator exists.
        let Some(queued) = self.queued.get_mut(set.word as usize) else {
            return;
        };
        // One word operation finds the propagators that are not queued yet, often none.
        let mut new = set.bits & !*queued;
        if new == 0 {
            return;
        }
        *queued |= new;
        while new != 0 {
            self.append_propagator(set.word * 64 + new.trailing_zeros());
            new &= new - 1;
        }
    }

    /// Removes and returns the next propagator. It counts as running, and its own changes do
    /// not queue it again.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        // The first queue that is not empty is the cheapest. With four queues a scan is as good as
        // a heap.
        let cost = self.first.iter().position(|&first| first != QUEUE_END)?;
        let number = self.first[cost];
        // The bit in `queued` stays set, which keeps the propagator's own changes from queueing it.
        self.first[cost] = self.links[number as usize];
        self.running = Some(number);
        Some(number)
    }

    /// Moves the watched places of the running propagator that changed since its last call to
    /// `into`. Returns false if they are unknown, because this is its first call or it does not
    /// read its changes; then any place may have changed.
    #[inline]
    pub fn take_changes(&mut self, into: &mut Vec<u32>) -> bool {
        into.clear();
        let Some(number) = self.running.map(|number| number as usize) else {
            return false;
        };
        // The queue takes the caller's empty buffer in exchange, so both keep their capacity.
        std::mem::swap(&mut self.changed[number], into);
        // Before the first call there is no earlier state that the recorded changes would complete,
        // so all places count as changed.
        self.reads_changes[number] && !std::mem::replace(&mut self.fresh[number], false)
    }

    /// Whether any watched place of the running propagator changed since the last
    /// [`take_changes`](PropagationQueue::take_changes).
    #[inline]
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.running.is_some_and(|number| !self.changed[number as usize].is_empty())
    }

    /// Marks the running propagator as done; with `again`, queues it once more.
    #[inline]
    pub fn finish_running(&mut self, again: bool) {
        let Some(number) = self.running.take() else {
            return;
        };
        // The bit of the propagator is still set, so `push` would ignore it. If it need not run
        // again, it knows the changes that it made itself, and its next call must not report them
        // as new.
        if again { self.append_propagator(number) } else { self.forget_changes(number) }
    }

    #[inline]
    fn forget_changes(&mut self, number: u32) {
        self.queued[number as usize / 64] &= !(1 << (number % 64));
        self.changed[number as usize].clear();
    }

    /// Copies from another queue which propagators have not been called yet; both must be empty.
    pub fn take_state_of(&mut self, other: &PropagationQueue) {
        self.fresh.clone_from(&other.fresh);
    }

    /// Empties all queues.
    #[inline]
    pub fn clear(&mut self) {
        for cost in 0..COST_COUNT {
            let mut number = std::mem::replace(&mut self.first[cost], QUEUE_END);
            // Only queued propagators are visited, so a backtrack costs no more than the wake-ups
            // that it cancels.
            while number != QUEUE_END {
                self.forget_changes(number);
                number = self.links[number as usize];
            }
        }
        if let Some(number) = self.running.take() {
            self.forget_changes(number);
        }
    }
}
