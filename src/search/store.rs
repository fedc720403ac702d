//! Domains as bit sets, with a trail that undoes every change.

use super::queue::Queue;
use crate::model::{Domain, Model, Value, VarId};

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

/// The domain of one variable: a run of words in the store. Bit `b` of word
/// `w` stands for the value `base + 64 w + b`; `base` is a multiple of 64, so
/// that the words of different variables line up.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    words: usize,
    base: Value,
    size: u32,
    min: Value,
    max: Value,
}

/// One changed word, with what undoes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) variable: u32,
    pub(super) reason: Reason,
    word: u32,
    old: u64,
    old_size: u32,
    old_min: Value,
    old_max: Value,
}

/// A number of a propagator that is undone with the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(usize);

/// Bit sets above this number of words in all are refused (512 MiB).
const MAX_WORDS: usize = 1 << 26;

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
            let span = allocate(&variable.domain, &mut words).ok_or_else(|| {
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

    /// Removes one value.
    ///
    /// # Errors
    /// When it was the last.
    #[inline]
    pub fn remove(&mut self, v: VarId, value: Value) -> Pruned {
        if !self.contains(v, value) {
            return Ok(());
        }
        let place = (value - self.base(v)) as usize;
        self.keep(v, place / 64, !(1 << (place % 64)))
    }

    /// Removes every other value.
    ///
    /// # Errors
    /// When the value is not left.
    #[inline]
    pub fn fix(&mut self, v: VarId, value: Value) -> Pruned {
        if !self.contains(v, value) {
            return Err(Conflict);
        }
        let span = self.spans[v.index()];
        if span.size == 1 {
            return Ok(());
        }
        let place = (value - span.base) as usize;
        let (low, high) = self.used_words(v);
        for w in low..=high {
            let mask = if w == place / 64 { 1 << (place % 64) } else { 0 };
            self.cut(v, w, mask);
        }
        self.settle(v, span)
    }

    /// Removes the values below `bound`.
    ///
    /// # Errors
    /// When none is left.
    #[inline]
    pub fn remove_below(&mut self, v: VarId, bound: i64) -> Pruned {
        let span = self.spans[v.index()];
        if bound <= i64::from(span.min) {
            return Ok(());
        }
        if bound > i64::from(span.max) {
            return Err(Conflict);
        }
        let place = (bound - i64::from(span.base)) as usize;
        let first = ((span.min - span.base) / 64) as usize;
        for w in first..place / 64 {
            self.cut(v, w, 0);
        }
        self.cut(v, place / 64, u64::MAX << (place % 64));
        self.settle(v, span)
    }

    /// Removes the values above `bound`.
    ///
    /// # Errors
    /// When none is left.
    #[inline]
    pub fn remove_above(&mut self, v: VarId, bound: i64) -> Pruned {
        let span = self.spans[v.index()];
        if bound >= i64::from(span.max) {
            return Ok(());
        }
        if bound < i64::from(span.min) {
            return Err(Conflict);
        }
        let place = (bound - i64::from(span.base)) as usize;
        let last = ((span.max - span.base) / 64) as usize;
        for w in place / 64 + 1..=last {
            self.cut(v, w, 0);
        }
        self.cut(v, place / 64, u64::MAX >> (63 - place % 64));
        self.settle(v, span)
    }

    /// Keeps, of the 64 values from `base + 64 word` on, those in `mask`.
    ///
    /// # Errors
    /// When no value of the domain is left.
    #[inline]
    pub fn keep(&mut self, v: VarId, word: usize, mask: u64) -> Pruned {
        let span = self.spans[v.index()];
        match self.cut(v, word, mask) {
            true => self.settle(v, span),
            false => Ok(()),
        }
    }

    /// The first and last word that can hold values.
    fn used_words(&self, v: VarId) -> (usize, usize) {
        let span = &self.spans[v.index()];
        (((span.min - span.base) / 64) as usize, ((span.max - span.base) / 64) as usize)
    }

    /// Takes the values outside `mask` from one word and trails it; tells
    /// whether any went.
    #[inline]
    fn cut(&mut self, v: VarId, word: usize, mask: u64) -> bool {
        let span = &mut self.spans[v.index()];
        let place = &mut self.words[span.start + word];
        let gone = (*place & !mask).count_ones();
        if gone == 0 {
            return false;
        }
        self.trail.push(Entry {
            variable: v.index() as u32,
            reason: self.reason,
            word: word as u32,
            old: *place,
            old_size: span.size,
            old_min: span.min,
            old_max: span.max,
        });
        *place &= mask;
        span.size -= gone;
        self.prunings += u64::from(gone);
        true
    }

    /// Finds the new bounds after cuts and wakes who watches.
    #[inline]
    fn settle(&mut self, v: VarId, before: Span) -> Pruned {
        let span = &mut self.spans[v.index()];
        if span.size == 0 {
            return Err(Conflict);
        }
        let words = &self.words[span.start..span.start + span.words];
        let mut low = ((before.min - before.base) / 64) as usize;
        while words[low] == 0 {
            low += 1;
        }
        let mut high = ((before.max - before.base) / 64) as usize;
        while words[high] == 0 {
            high -= 1;
        }
        span.min = span.base + (low * 64) as Value + words[low].trailing_zeros() as Value;
        span.max = span.base + (high * 64 + 63) as Value - words[high].leading_zeros() as Value;
        let moved = span.min != before.min || span.max != before.max;
        self.queue.wake(v, moved, span.size == 1);
        Ok(())
    }

    /// A new number that is undone with the trail.
    pub fn new_cell(&mut self, value: u32) -> Cell {
        self.cells.push(value);
        Cell(self.cells.len() - 1)
    }

    /// The number in a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> u32 {
        self.cells[cell.0]
    }

    /// Changes the number in a cell until the level is undone.
    #[inline]
    pub fn set(&mut self, cell: Cell, value: u32) {
        let old = self.cells[cell.0];
        if old != value {
            self.cell_trail.push((cell.0, old));
            self.cells[cell.0] = value;
        }
    }

    /// Opens a level: what follows is undone by [`undo_level`](Store::undo_level).
    pub fn open_level(&mut self) {
        self.levels.push((self.trail.len(), self.cell_trail.len()));
    }

    /// The number of open levels.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Undoes the innermost level and empties the queue.
    pub fn undo_level(&mut self) {
        let (trail, cells) = self.levels.pop().expect("an open level to undo");
        while self.trail.len() > trail {
            let entry = self.trail.pop().expect("a trail longer than its mark");
            let span = &mut self.spans[entry.variable as usize];
            self.words[span.start + entry.word as usize] = entry.old;
            (span.size, span.min, span.max) = (entry.old_size, entry.old_min, entry.old_max);
        }
        for (cell, old) in self.cell_trail.drain(cells..).rev() {
            self.cells[cell] = old;
        }
        self.queue.clear();
    }

    /// The values that one trail entry removed.
    pub(super) fn removed(&self, entry: &Entry, after: u64) -> impl Iterator<Item = Value> + use<> {
        let from = self.spans[entry.variable as usize].base + entry.word as Value * 64;
        bits(entry.old & !after).map(move |b| from + b as Value)
    }

    /// Which word of the store an entry changed, and its content before.
    pub(super) fn changed(&self, entry: &Entry) -> (usize, u64) {
        let start = self.spans[entry.variable as usize].start;
        (start + entry.word as usize, entry.old)
    }

    /// All words of all domains; a variable's part is given by
    /// [`part`](Store::part).
    pub(super) fn all_words(&self) -> &[u64] {
        &self.words
    }

    /// The place of a variable's words among [`all_words`](Store::all_words).
    pub(super) fn part(&self, v: VarId) -> std::ops::Range<usize> {
        let span = &self.spans[v.index()];
        span.start..span.start + span.words
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

fn allocate(domain: &Domain, words: &mut Vec<u64>) -> Option<Span> {
    let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
    let base = min.div_euclid(64) * 64;
    let count = ((max - base) / 64 + 1) as usize;
    let start = words.len();
    if start + count > MAX_WORDS {
        return None;
    }
    words.resize(start + count, 0);
    for (low, high) in domain.intervals() {
        let (low, high) = ((low - base) as usize, (high - base) as usize);
        for w in low / 64..=high / 64 {
            let from = if w == low / 64 { u64::MAX << (low % 64) } else { u64::MAX };
            let to = if w == high / 64 { u64::MAX >> (63 - high % 64) } else { u64::MAX };
            words[start + w] |= from & to;
        }
    }
    Some(Span { start, words: count, base, size: domain.len() as u32, min, max })
}
