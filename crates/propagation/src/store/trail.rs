//! Levels of the trail, and how they are undone.

use parallax_model::{Value, VarId};

use super::reason::PackedReason;
use super::{ChangeReason, ChangeRequest, DomainStore, InnerPropagator, set_bits};

/// One changed word, with the data to undo the change.
#[derive(Clone, Copy, Debug)]
pub struct TrailEntry {
    pub(super) old: u64,
    pub(crate) variable: u32,
    pub(super) reason: PackedReason,
    /// The word of the domain, tagged with the request.
    pub(super) word: u32,
    pub(super) old_size: u32,
    pub(super) old_min: Value,
    pub(super) old_max: Value,
}

impl TrailEntry {
    /// Returns the variable.
    #[inline]
    #[must_use]
    pub fn variable(&self) -> VarId {
        VarId::new(self.variable as usize)
    }

    /// Returns the bounds of the variable before the change.
    #[inline]
    #[must_use]
    pub fn previous_bounds(&self) -> (Value, Value) {
        (self.old_min, self.old_max)
    }

    /// Returns the number of values of the variable before the change.
    #[inline]
    #[must_use]
    pub fn previous_size(&self) -> u32 {
        self.old_size
    }

    /// Returns the request that the change granted.
    #[inline]
    #[must_use]
    pub fn change_request(&self) -> ChangeRequest {
        ChangeRequest::from_tagged(self.word)
    }

    /// Returns the number of the propagator inside the one of its reason that made it, or 0.
    #[inline]
    pub(super) fn inner_number(&self) -> usize {
        InnerPropagator::number_in(self.word)
    }

    /// Returns the word of the domain that changed.
    #[inline]
    fn word_number(&self) -> usize {
        ChangeRequest::word_number(self.word)
    }

    /// Whether this entry continues the change of the entry before it, of the same variable.
    #[inline]
    pub(crate) fn continues_change(&self, before: &TrailEntry) -> bool {
        let (asked, earlier) = (self.change_request(), before.change_request());
        // Two separate requests for a bound differ in the old bounds, since the first one moved
        // them, and nothing can follow a fixing. Values are removed one word at a time, so their
        // entries stand alone.
        asked == earlier
            && asked != ChangeRequest::Values
            && self.previous_bounds() == before.previous_bounds()
    }

    /// Whether the changed word had a bit, given by its index in the domain, before the change.
    #[inline]
    pub(crate) fn removes_from(&self, bit: usize) -> bool {
        self.word_number() == bit / 64 && self.old >> (bit % 64) & 1 == 1
    }

    /// Returns the cause of the change.
    #[inline]
    #[must_use]
    pub fn change_reason(&self) -> ChangeReason {
        self.reason.unpack()
    }
}

/// A run of 64-bit words of a propagator, restored by the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailWords {
    start: usize,
    len: usize,
}

impl TrailWords {
    /// Returns the number of words.
    #[must_use]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A number of a propagator, restored by the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailCell(usize);

impl DomainStore {
    /// Creates a number that the trail restores.
    pub fn new_cell(&mut self, value: u32) -> TrailCell {
        self.cells.push(value);
        TrailCell(self.cells.len() - 1)
    }

    /// Returns the number in a cell.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: TrailCell) -> u32 {
        self.cells[cell.0]
    }

    /// Sets the number in a cell until the level is undone.
    #[inline]
    pub fn set_cell(&mut self, cell: TrailCell, value: u32) {
        // Propagators often write the same number again; that must not grow the trail.
        let old = self.cells[cell.0];
        if old != value {
            self.cell_trail.push((cell.0, old));
            self.cells[cell.0] = value;
        }
    }

    /// Creates words that the trail restores.
    pub fn new_words(&mut self, words: &[u64]) -> TrailWords {
        let start = self.own_words.len();
        self.own_words.extend(words);
        TrailWords { start, len: words.len() }
    }

    /// Returns the word at an index of a run.
    #[inline]
    #[must_use]
    pub fn own_word(&self, words: TrailWords, index: usize) -> u64 {
        self.own_words[words.start + index]
    }

    /// Sets the word at an index of a run until the level is undone.
    #[inline]
    pub fn set_own_word(&mut self, words: TrailWords, index: usize, word: u64) {
        let at = words.start + index;
        let old = std::mem::replace(&mut self.own_words[at], word);
        if old != word {
            self.own_word_trail.push((at, old));
        }
    }

    /// Opens a level; [`undo_level`](DomainStore::undo_level) undoes everything that follows.
    #[inline]
    pub fn open_level(&mut self) {
        // Three lengths are all that a level needs: everything above them is undone.
        self.levels.push((self.trail.len(), self.cell_trail.len(), self.own_word_trail.len()));
    }

    /// Returns the changes since the beginning that are not undone, oldest first.
    #[inline]
    #[must_use]
    pub fn trail(&self) -> &[TrailEntry] {
        &self.trail
    }

    /// Returns the length of the trail when the innermost level was opened.
    #[inline]
    #[must_use]
    pub fn level_start(&self) -> usize {
        self.levels.last().map_or(0, |level| level.0)
    }

    /// Returns the number of open levels.
    #[inline]
    #[must_use]
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Undoes the innermost level and empties the queue.
    #[inline]
    pub fn undo_level(&mut self) {
        let (trail, cells, own_words) = self.levels.pop().expect("an open level to undo");
        // Newest first: a word that changed twice in the level ends with its oldest content.
        while self.trail.len() > trail {
            let entry = self.trail.pop().expect("a trail longer than its mark");
            // The entry has size and bounds as well, so nothing is recomputed.
            let span = &mut self.spans[entry.variable as usize];
            self.words[span.start + entry.word_number()] = entry.old;
            (span.size, span.min, span.max) = (entry.old_size, entry.old_min, entry.old_max);
        }
        // A cell has one entry for each assignment, so the order matters here as well.
        for (cell, old) in self.cell_trail.drain(cells..).rev() {
            self.cells[cell] = old;
        }
        for (at, old) in self.own_word_trail.drain(own_words..).rev() {
            self.own_words[at] = old;
        }
        // The queued propagators were woken by changes that no longer exist.
        self.queue.clear();
    }

    /// Returns the values that one trail entry removed; `after` is the word that it left.
    #[inline]
    pub fn removed_values(
        &self,
        entry: &TrailEntry,
        after: u64,
    ) -> impl Iterator<Item = Value> + use<> {
        let span = &self.spans[entry.variable as usize];
        let from = span.start_of(entry.word_number(), &self.blocks);
        // Later changes may have shrunk the word further, so `after` must be its content just after
        // this entry.
        set_bits(entry.old & !after).map(move |b| from + b as Value)
    }

    /// Returns the index of the word that an entry changed, and its content before.
    #[inline]
    #[must_use]
    pub fn changed_word(&self, entry: &TrailEntry) -> (usize, u64) {
        let start = self.spans[entry.variable as usize].start;
        (start + entry.word_number(), entry.old)
    }

    /// Returns the value of the lowest bit of a variable's word, by its index among all words.
    #[inline]
    #[must_use]
    pub fn value_at(&self, v: VarId, index: usize) -> Value {
        self.word_start(v, index - self.spans[v.index()].start)
    }

    /// Returns the number of variables.
    #[inline]
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.spans.len()
    }

    /// Returns the word of a domain that holds `value`, or else the first one above it.
    /// The value must not exceed the greatest one of the domain.
    pub(crate) fn word_from(&self, v: VarId, value: Value) -> usize {
        self.spans[v.index()].first_from(value, &self.blocks)
    }

    /// Returns all words of all domains; [`word_range`](DomainStore::word_range) gives the range
    /// of a variable.
    #[inline]
    #[must_use]
    pub fn all_words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the range of a variable's words among [`all_words`](DomainStore::all_words).
    #[inline]
    #[must_use]
    pub fn word_range(&self, v: VarId) -> std::ops::Range<usize> {
        let span = &self.spans[v.index()];
        span.start..span.start + span.words
    }
}
