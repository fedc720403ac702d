//! Domains as bit sets, with a trail that undoes every change.

mod prune;
mod span;
mod trail;

use super::queue::Queue;
use crate::model::{Domain, Model, Value, VarId};
use span::Span;
pub use trail::Cell;
pub(super) use trail::Entry;

/// A domain became empty, or a propagator saw that it would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// What a change or a propagation gives.
pub type Pruned = Result<(), Conflict>;

/// Who made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The search tried or excluded a value.
    Decision,
    /// A given of the question.
    Given,
    /// The propagator with this number.
    Propagator(u32),
}

/// All domains, the trail and the queue of propagators to wake.
#[derive(Debug)]
pub struct Store {
    spans: Vec<Span>,
    words: Vec<u64>,
    pub(super) trail: Vec<Entry>,
    cells: Vec<u32>,
    cell_trail: Vec<(usize, u32)>,
    /// Trail lengths at the start of each level.
    levels: Vec<(usize, usize)>,
    /// Whose changes are being made.
    pub(super) reason: Reason,
    pub(super) queue: Queue,
    /// Values removed so far.
    pub(super) prunings: u64,
}

impl Store {
    /// The domains of a model.
    ///
    /// # Errors
    /// When they are too large for bit sets.
    pub fn new(model: &Model) -> Result<Self, String> {
        let mut spans = Vec::with_capacity(model.variables().len());
        let mut words = Vec::new();
        for variable in model.variables() {
            let span = Span::allocate(&variable.domain, &mut words).ok_or_else(|| {
                format!("the domain of '{}' is too large for bit sets", variable.name)
            })?;
            spans.push(span);
        }
        Ok(Store {
            queue: Queue::new(spans.len()),
            spans,
            words,
            trail: Vec::new(),
            cells: Vec::new(),
            cell_trail: Vec::new(),
            levels: Vec::new(),
            reason: Reason::Decision,
            prunings: 0,
        })
    }

    /// The number of values left.
    #[inline]
    pub fn size(&self, v: VarId) -> u32 {
        self.spans[v.index()].size
    }

    /// The smallest value left.
    #[inline]
    pub fn min(&self, v: VarId) -> Value {
        self.spans[v.index()].min
    }

    /// The largest value left.
    #[inline]
    pub fn max(&self, v: VarId) -> Value {
        self.spans[v.index()].max
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, v: VarId) -> bool {
        self.spans[v.index()].size == 1
    }

    /// The value of a fixed variable.
    #[inline]
    pub fn fixed(&self, v: VarId) -> Option<Value> {
        let span = &self.spans[v.index()];
        (span.size == 1).then_some(span.min)
    }

    /// Whether a value is left.
    #[inline]
    pub fn contains(&self, v: VarId, value: Value) -> bool {
        let span = &self.spans[v.index()];
        if value < span.min || value > span.max {
            return false;
        }
        let place = (value - span.base) as usize;
        self.words[span.start + place / 64] >> (place % 64) & 1 == 1
    }

    /// The words of a domain, lowest values first.
    #[inline]
    pub fn words(&self, v: VarId) -> &[u64] {
        let span = &self.spans[v.index()];
        &self.words[span.start..span.start + span.words]
    }

    /// The value of the lowest bit of a domain's first word, a multiple of 64.
    #[inline]
    pub fn base(&self, v: VarId) -> Value {
        self.spans[v.index()].base
    }

    /// The 64 values of a domain from `from` (a multiple of 64) on.
    #[inline]
    pub fn word_at(&self, v: VarId, from: Value) -> u64 {
        let span = &self.spans[v.index()];
        let offset = (from - span.base) >> 6;
        match offset >= 0 && (offset as usize) < span.words {
            true => self.words[span.start + offset as usize],
            false => 0,
        }
    }

    /// The values left, in ascending order.
    pub fn values(&self, v: VarId) -> impl Iterator<Item = Value> + '_ {
        let base = self.base(v);
        self.words(v).iter().enumerate().flat_map(move |(w, &word)| {
            bits(word).map(move |b| base + (w * 64) as Value + b as Value)
        })
    }

    /// The values left, as a domain.
    pub fn domain(&self, v: VarId) -> Domain {
        Domain::of(self.values(v))
    }
}

/// The set bits of a word, lowest first.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}
