//! Removes values: every change goes on the trail and wakes its watchers.

use parallax_model::{Value, VarId};

use super::{Asked, Conflict, Entry, Refused, Span, Store};

impl Store {
    /// Removes one value.
    ///
    /// # Errors
    /// Returns a conflict if it was the last one.
    #[inline]
    pub fn remove(&mut self, v: VarId, value: Value) -> Result<(), Conflict> {
        if !self.contains(v, value) {
            return Ok(());
        }
        self.drop_value(v, value)
    }

    /// Removes one value from several variables.
    ///
    /// # Errors
    /// Returns a conflict if it was the last value of one of them.
    #[inline]
    pub fn remove_from(&mut self, scope: &[VarId], value: Value) -> Result<(), Conflict> {
        scope.iter().try_for_each(|&v| self.remove(v, value))
    }

    /// Removes every other value.
    ///
    /// # Errors
    /// Returns a conflict if the value is not in the domain.
    #[inline]
    pub fn fix(&mut self, v: VarId, value: Value) -> Result<(), Conflict> {
        if !self.contains(v, value) {
            self.refused = Refused::Fix(v, value);
            return Err(Conflict);
        }
        let span = self.spans[v.index()];
        if span.size == 1 {
            return Ok(());
        }
        let bit = 1 << (value & 63);
        if span.words == 1 {
            return self.keep_word(v, bit, Asked::Fix);
        }
        let own = span.first_from(value, &self.blocks);
        let (low, high) = self.used_words(v);
        for w in low..=high {
            self.cut(v, w, if w == own { bit } else { 0 }, Asked::Fix);
        }
        self.settle(v, span)
    }

    /// Removes the values below `bound`.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    #[inline]
    pub fn remove_below(&mut self, v: VarId, bound: i64) -> Result<(), Conflict> {
        let span = self.spans[v.index()];
        if bound <= i64::from(span.min) {
            return Ok(());
        }
        if bound > i64::from(span.max) {
            self.refused = Refused::Below(v);
            return Err(Conflict);
        }
        // Now between the bounds of the domain.
        let bound = bound as Value;
        if span.words == 1 {
            return self.keep_word(v, u64::MAX << (bound & 63), Asked::Below);
        }
        let border = span.first_from(bound, &self.blocks);
        for w in span.first_from(span.min, &self.blocks)..border {
            self.cut(v, w, 0, Asked::Below);
        }
        let start = self.start(v, border);
        self.cut(v, border, u64::MAX << (bound.max(start) - start), Asked::Below);
        self.settle(v, span)
    }

    /// Removes the values above `bound`.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    #[inline]
    pub fn remove_above(&mut self, v: VarId, bound: i64) -> Result<(), Conflict> {
        let span = self.spans[v.index()];
        if bound >= i64::from(span.max) {
            return Ok(());
        }
        if bound < i64::from(span.min) {
            self.refused = Refused::Above(v);
            return Err(Conflict);
        }
        // Now between the bounds of the domain.
        let bound = bound as Value;
        if span.words == 1 {
            return self.keep_word(v, u64::MAX >> (63 - (bound & 63)), Asked::Above);
        }
        let border = span.first_from(bound, &self.blocks);
        for w in border + 1..=span.first_from(span.max, &self.blocks) {
            self.cut(v, w, 0, Asked::Above);
        }
        // A sparse domain may have no word for the bound itself.
        let start = self.start(v, border);
        let mask = if start > bound { 0 } else { u64::MAX >> (63 - (bound - start)) };
        self.cut(v, border, mask, Asked::Above);
        self.settle(v, span)
    }

    /// Keeps only the values in `mask` among the 64 values of one word of a domain.
    ///
    /// # Errors
    /// Returns a conflict if the domain has no value left.
    #[inline]
    pub fn keep(&mut self, v: VarId, word: usize, mask: u64) -> Result<(), Conflict> {
        let span = self.spans[v.index()];
        if span.words == 1 {
            return self.keep_word(v, mask, Asked::Values);
        }
        if self.cut(v, word, mask, Asked::Values) { self.settle(v, span) } else { Ok(()) }
    }

    /// Keeps only the values in `mask`, for a domain in one word.
    ///
    /// # Errors
    /// Returns a conflict if the domain has no value left.
    #[inline]
    pub(super) fn keep_word(&mut self, v: VarId, mask: u64, asked: Asked) -> Result<(), Conflict> {
        let span = &mut self.spans[v.index()];
        let place = &mut self.words[span.start];
        let (old, word) = (*place, *place & mask);
        if word == old {
            return Ok(());
        }
        self.trail.push(Entry {
            old,
            variable: v.index() as u32,
            reason: self.reason,
            word: self.inner.tag(asked.tag(0)),
            old_size: span.size,
            old_min: span.min,
            old_max: span.max,
        });
        *place = word;
        let gone = (old & !mask).count_ones();
        span.size -= gone;
        self.prunings += u64::from(gone);
        if word == 0 {
            self.refused = Refused::Emptied(v);
            return Err(Conflict);
        }
        let min = span.base + word.trailing_zeros() as Value;
        let max = span.base + 63 - word.leading_zeros() as Value;
        let (raised, lowered) = (min != span.min, max != span.max);
        (span.min, span.max) = (min, max);
        self.queue.wake(v, raised, lowered, min == max);
        Ok(())
    }

    /// Removes a value that is in the domain.
    fn drop_value(&mut self, v: VarId, value: Value) -> Result<(), Conflict> {
        let word = self.spans[v.index()].first_from(value, &self.blocks);
        self.keep(v, word, !(1 << (value & 63)))
    }

    /// Returns the first and the last word that can hold values.
    fn used_words(&self, v: VarId) -> (usize, usize) {
        let span = &self.spans[v.index()];
        (span.first_from(span.min, &self.blocks), span.first_from(span.max, &self.blocks))
    }

    /// Removes the values outside `mask` from one word and records it on the trail; returns
    /// whether any was removed.
    #[inline]
    fn cut(&mut self, v: VarId, word: usize, mask: u64, asked: Asked) -> bool {
        let span = &mut self.spans[v.index()];
        let place = &mut self.words[span.start + word];
        if *place & !mask == 0 {
            return false;
        }
        let gone = (*place & !mask).count_ones();
        self.trail.push(Entry {
            variable: v.index() as u32,
            reason: self.reason,
            word: self.inner.tag(asked.tag(word)),
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

    /// Updates the bounds after cuts and wakes the watchers.
    #[inline]
    fn settle(&mut self, v: VarId, before: Span) -> Result<(), Conflict> {
        let span = &mut self.spans[v.index()];
        if span.size == 0 {
            self.refused = Refused::Emptied(v);
            return Err(Conflict);
        }
        let words = &self.words[span.start..span.start + span.words];
        let mut low = before.first_from(before.min, &self.blocks);
        while words[low] == 0 {
            low += 1;
        }
        let mut high = before.first_from(before.max, &self.blocks);
        while words[high] == 0 {
            high -= 1;
        }
        span.min = span.start_of(low, &self.blocks) + words[low].trailing_zeros() as Value;
        span.max = span.start_of(high, &self.blocks) + 63 - words[high].leading_zeros() as Value;
        let (raised, lowered) = (span.min != before.min, span.max != before.max);
        self.queue.wake(v, raised, lowered, span.size == 1);
        Ok(())
    }
}
