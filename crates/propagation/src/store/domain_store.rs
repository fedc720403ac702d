//! The store: domains, their trail and the events of changes.

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{Domain, Model, Value, VarId};

use super::change_request::InnerPropagator;
use super::change_request::RefusedChange;
use super::reason::ChangeReason;
use super::reason::PackedReason;
use super::stored_domain::StoredDomain;
use super::trail::TrailEntry;
use crate::queue::PropagationQueue;
use crate::refusal::PropagationRefusal;

/// Elementary steps between two checks of the clock: a few milliseconds.
const STEPS_BETWEEN_POLLS: u32 = 1 << 18;

/// A domain became empty, or a propagator detected that it would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropagationConflict;

/// All domains, the trail, and the queue of propagators to wake.
#[derive(Clone, Debug)]
pub struct DomainStore {
    pub(super) spans: Vec<StoredDomain>,
    pub(super) words: Vec<u64>,
    /// The first values of the words of sparse domains.
    pub(super) blocks: Vec<Value>,
    pub(crate) trail: Vec<TrailEntry>,
    pub(super) cells: Vec<u32>,
    pub(super) cell_trail: Vec<(usize, u32)>,
    pub(super) own_words: Vec<u64>,
    pub(super) own_word_trail: Vec<(usize, u64)>,
    /// Lengths of the three trails at the start of each level.
    pub(super) levels: Vec<(usize, usize, usize)>,
    /// The reason of the changes being made.
    pub(super) reason: PackedReason,
    /// The propagator inside the running one that makes the changes.
    pub(super) inner: InnerPropagator,
    /// The last refused change, written only when a conflict follows.
    pub(super) refused: RefusedChange,
    /// The propagators to wake.
    pub queue: PropagationQueue,
    /// Values removed so far.
    pub(crate) prunings: u64,
    /// Constraint checks so far: assignments, tuples or supports visited.
    pub(crate) checks: u64,
    /// The limits of the running question.
    control: Control,
    steps: u32,
    /// Set when [`account_steps`](DomainStore::account_steps) reached a limit.
    stopped: Option<StopReason>,
}

impl DomainStore {
    /// Makes the domains of a model.
    ///
    /// # Errors
    /// Returns an error if they are too large for bit sets.
    pub fn new(model: &Model) -> Result<Self, PropagationRefusal> {
        let mut spans = Vec::with_capacity(model.variables().len());
        let (mut words, mut blocks) = (Vec::new(), Vec::new());
        for variable in model.variables() {
            let span =
                StoredDomain::allocate_words(&variable.domain, &mut words, &mut blocks).map_err(
                    |why| PropagationRefusal::Domain { variable: variable.name.to_string(), why },
                )?;
            spans.push(span);
        }
        Ok(DomainStore {
            queue: PropagationQueue::new(spans.len()),
            spans,
            words,
            blocks,
            trail: Vec::new(),
            cells: Vec::new(),
            cell_trail: Vec::new(),
            own_words: Vec::new(),
            own_word_trail: Vec::new(),
            levels: Vec::new(),
            reason: PackedReason::from_reason(ChangeReason::Decision),
            inner: InnerPropagator::default(),
            refused: RefusedChange::Nothing,
            prunings: 0,
            checks: 0,
            control: Control::unlimited(),
            steps: 0,
            stopped: None,
        })
    }

    /// Attributes all following changes to this reason.
    #[inline]
    pub fn set_reason(&mut self, reason: ChangeReason) {
        // A stale inner number would send later explanations to a part of another propagator.
        self.reason = PackedReason::from_reason(reason);
        self.inner = InnerPropagator::default();
    }

    /// Attributes all following changes, and a conflict, to a propagator inside the running one:
    /// its number from 1, or 0 for the running one itself. The next reason ends it.
    #[inline]
    pub(crate) fn set_inner(&mut self, inner: usize) {
        self.inner = InnerPropagator::from_number(inner);
    }

    /// Returns the propagator inside another one that made the change at an index of the trail;
    /// at its end, the one that ran last.
    #[inline]
    #[must_use]
    pub fn inner_at(&self, index: usize) -> usize {
        // A conflict need not leave a trail entry: its time is the length of the trail.
        self.trail.get(index).map_or(self.inner.number(), TrailEntry::inner_number)
    }

    /// Returns the change whose refusal led to a conflict, since the last
    /// [`forget_refusal`](DomainStore::forget_refusal).
    #[inline]
    #[must_use]
    pub fn refused_change(&self) -> RefusedChange {
        self.refused
    }

    /// Forgets the last refused change; to be called before each propagator whose conflicts are
    /// explained.
    #[inline]
    pub fn forget_refusal(&mut self) {
        self.refused = RefusedChange::Nothing;
    }

    /// Sets the limits of the next question.
    pub fn set_limits(&mut self, control: &Control) {
        self.control = control.clone();
        self.stopped = None;
    }

    /// Returns the limit that was reached, if any; then a conflict does not come from the
    /// constraints.
    #[inline]
    #[must_use]
    pub fn reached_limit(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Counts the elementary steps of one long propagation, and checks the clock every few
    /// milliseconds.
    ///
    /// # Errors
    /// Returns a conflict if a limit is reached;
    /// [`reached_limit`](DomainStore::reached_limit) then returns it.
    #[inline]
    pub fn spend_steps(&mut self, steps: usize) -> Result<(), PropagationConflict> {
        self.account_steps(steps);
        match self.stopped {
            Some(_) => Err(PropagationConflict),
            None => Ok(()),
        }
    }

    /// Counts steps without ending the current work: the next propagation stops if a limit is
    /// reached.
    #[inline]
    pub fn account_steps(&mut self, steps: usize) {
        // Reading the clock costs far more than one step, so steps are added up until a poll is
        // worthwhile.
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.steps >= STEPS_BETWEEN_POLLS {
            self.steps = 0;
            self.stopped = self.control.stop_reason();
        }
    }

    /// Returns the number of values removed so far.
    #[inline]
    #[must_use]
    pub fn prunings(&self) -> u64 {
        self.prunings
    }

    /// Returns the number of constraint checks so far: assignments, tuples or supports visited.
    #[inline]
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Counts constraint checks.
    #[inline]
    pub fn count_checks(&mut self, checks: usize) {
        self.checks += checks as u64;
    }

    /// Moves the watched places of the running propagator that changed since its last call to
    /// `into`. Returns false if they are unknown: then any place may have changed.
    #[inline]
    pub fn take_changes(&mut self, into: &mut Vec<u32>) -> bool {
        self.queue.take_changes(into)
    }

    /// Whether [`take_changes`](DomainStore::take_changes) would return any places.
    #[inline]
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.queue.has_changes()
    }

    /// Returns the number of remaining values.
    #[inline]
    #[must_use]
    pub fn domain_size(&self, v: VarId) -> u32 {
        self.spans[v.index()].size
    }

    /// Returns the smallest remaining value.
    #[inline]
    #[must_use]
    pub fn min(&self, v: VarId) -> Value {
        self.spans[v.index()].min
    }

    /// Returns the largest remaining value.
    #[inline]
    #[must_use]
    pub fn max(&self, v: VarId) -> Value {
        self.spans[v.index()].max
    }

    /// Whether exactly one value remains.
    #[inline]
    #[must_use]
    pub fn is_fixed(&self, v: VarId) -> bool {
        self.spans[v.index()].size == 1
    }

    /// Returns the value of a fixed variable.
    #[inline]
    #[must_use]
    pub fn fixed_value(&self, v: VarId) -> Option<Value> {
        let span = &self.spans[v.index()];
        (span.size == 1).then_some(span.min)
    }

    /// Whether a value remains.
    #[inline]
    #[must_use]
    pub fn contains(&self, v: VarId, value: Value) -> bool {
        let span = &self.spans[v.index()];
        // Words start at multiples of 64, so the low six bits are the position, for negative values
        // as well: -1 & 63 is 63, the last bit of the word from -64.
        let bit = value & 63;
        let word = span.word_of(value, &self.blocks);
        word.is_some_and(|w| self.words[span.start + w] >> bit & 1 == 1)
    }

    /// Returns the words of a domain, lowest values first; [`word_start`](DomainStore::word_start)
    /// returns the values that they represent.
    #[inline]
    #[must_use]
    pub fn domain_words(&self, v: VarId) -> &[u64] {
        let span = &self.spans[v.index()];
        &self.words[span.start..span.start + span.words]
    }

    /// Returns the value of the lowest bit of a domain's word, a multiple of 64.
    #[inline]
    #[must_use]
    pub fn word_start(&self, v: VarId, word: usize) -> Value {
        self.spans[v.index()].start_of(word, &self.blocks)
    }

    /// Returns the value of the lowest bit of a domain's first word, a multiple of 64.
    #[inline]
    #[must_use]
    pub fn domain_base(&self, v: VarId) -> Value {
        self.spans[v.index()].base
    }

    /// Returns the number of a value's bit among the words of a domain, if it has one.
    #[inline]
    #[must_use]
    pub fn bit_index(&self, v: VarId, value: Value) -> Option<usize> {
        let word = self.spans[v.index()].word_of(value, &self.blocks)?;
        Some(word * 64 + (value & 63) as usize)
    }

    /// Returns the 64 values of a domain from `from` (a multiple of 64) on, as bits.
    #[inline]
    #[must_use]
    pub fn word_at(&self, v: VarId, from: Value) -> u64 {
        let span = &self.spans[v.index()];
        span.word_of(from, &self.blocks).map_or(0, |w| self.words[span.start + w])
    }

    /// Returns the remaining values, in ascending order.
    #[inline]
    pub fn values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        self.domain_words(v).iter().enumerate().filter(|(_, word)| **word != 0).flat_map(
            move |(w, &word)| {
                let start = self.word_start(v, w);
                set_bits(word).map(move |b| start + b as Value)
            },
        )
    }

    /// Returns the smallest remaining value that is at least `bound`.
    #[inline]
    #[must_use]
    pub fn at_least(&self, v: VarId, bound: Value) -> Option<Value> {
        // The clamp also ensures that `first_from` stays within the domain's words.
        let from = bound.max(self.min(v));
        if from > self.max(v) {
            return None;
        }
        let words = self.domain_words(v);
        let mut w = self.spans[v.index()].first_from(from, &self.blocks);
        // In a sparse domain the first word not below `from` may start above it: then all of it
        // counts.
        let start = self.word_start(v, w);
        let mut word = words[w] & u64::MAX << (from.max(start) - start);
        // The greatest value is at least `from`, so a nonempty word follows.
        while word == 0 {
            w += 1;
            word = words[w];
        }
        Some(self.word_start(v, w) + word.trailing_zeros() as Value)
    }

    /// Returns the greatest remaining value that is at most `bound`.
    #[inline]
    #[must_use]
    pub fn at_most(&self, v: VarId, bound: Value) -> Option<Value> {
        // The mirror image of `at_least`: the least value bounds the walk downwards.
        let from = bound.min(self.max(v));
        if from < self.min(v) {
            return None;
        }
        let words = self.domain_words(v);
        let mut w = self.spans[v.index()].first_from(from, &self.blocks);
        let start = self.word_start(v, w);
        // A sparse domain may have no word for the bound itself.
        let mut word = if start > from { 0 } else { words[w] & u64::MAX >> (63 - (from - start)) };
        while word == 0 {
            w -= 1;
            word = words[w];
        }
        Some(self.word_start(v, w) + 63 - word.leading_zeros() as Value)
    }

    /// Returns the remaining value with `n` smaller ones.
    #[inline]
    #[must_use]
    pub fn nth_value(&self, v: VarId, mut n: u32) -> Option<Value> {
        for (w, &word) in self.domain_words(v).iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                // One count for each word before: sampling from a large domain does not walk its
                // values.
                let bit = set_bits(word).nth(n as usize)?;
                return Some(self.word_start(v, w) + bit as Value);
            }
            n -= count;
        }
        None
    }

    /// Returns the remaining values, as a domain.
    #[must_use]
    pub fn domain(&self, v: VarId) -> Domain {
        Domain::from_values(self.values(v))
    }
}

/// Returns the set bits of a word, lowest first.
#[inline]
pub fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            // Clears the lowest set bit; the word is not 0 in this branch.
            word &= word - 1;
            bit
        })
    })
}
