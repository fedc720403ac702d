//! Removes values: every change goes on the trail and wakes its watchers.

use parallax_model::{Value, VarId};

use super::{
    ChangeRequest, DomainStore, PropagationConflict, RefusedChange, StoredDomain, TrailEntry,
};

impl DomainStore {
    /// Removes one value.
    ///
    /// # Errors
    /// Returns a conflict if it was the last one.
    #[inline]
    pub fn remove_value(&mut self, v: VarId, value: Value) -> Result<(), PropagationConflict> {
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
    pub fn remove_from(
        &mut self,
        scope: &[VarId],
        value: Value,
    ) -> Result<(), PropagationConflict> {
        scope.iter().try_for_each(|&v| self.remove_value(v, value))
    }

    /// Removes every other value.
    ///
    /// # Errors
    /// Returns a conflict if the value is not in the domain.
    #[inline]
    pub fn fix_value(&mut self, v: VarId, value: Value) -> Result<(), PropagationConflict> {
        if !self.contains(v, value) {
            // The trail holds the loss of the value but not this request, which a conflict analysis
            // needs.
            self.refused = RefusedChange::Fix(v, value);
            return Err(PropagationConflict);
        }
        let span = self.spans[v.index()];
        if span.size == 1 {
            return Ok(());
        }
        let bit = 1 << (value & 63);
        if span.words == 1 {
            return self.keep_word(v, bit, ChangeRequest::Fix);
        }
        let kept = span.first_from(value, &self.blocks);
        // Words outside the bounds are empty already. The watchers are woken once, after all cuts.
        let (low, high) = self.used_words(v);
        for w in low..=high {
            self.cut_word(v, w, if w == kept { bit } else { 0 }, ChangeRequest::Fix);
        }
        self.settle_bounds(v, span)
    }

    /// Removes the values below `bound`.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    #[inline]
    pub fn remove_below(&mut self, v: VarId, bound: i64) -> Result<(), PropagationConflict> {
        let span = self.spans[v.index()];
        if bound <= i64::from(span.min) {
            return Ok(());
        }
        if bound > i64::from(span.max) {
            self.refused = RefusedChange::Below(v);
            return Err(PropagationConflict);
        }
        // Now between the bounds of the domain.
        let bound = bound as Value;
        if span.words == 1 {
            // The bound lies in the single word, so its low six bits are the position there.
            return self.keep_word(v, u64::MAX << (bound & 63), ChangeRequest::Below);
        }
        // Words wholly below the bound become empty. The border word keeps its values from the
        // bound on; in a sparse domain it may start above the bound and keep them all.
        let border = span.first_from(bound, &self.blocks);
        for w in span.first_from(span.min, &self.blocks)..border {
            self.cut_word(v, w, 0, ChangeRequest::Below);
        }
        let start = self.word_start(v, border);
        self.cut_word(v, border, u64::MAX << (bound.max(start) - start), ChangeRequest::Below);
        self.settle_bounds(v, span)
    }

    /// Removes the values above `bound`.
    ///
    /// # Errors
    /// Returns a conflict if none remains.
    #[inline]
    pub fn remove_above(&mut self, v: VarId, bound: i64) -> Result<(), PropagationConflict> {
        let span = self.spans[v.index()];
        if bound >= i64::from(span.max) {
            return Ok(());
        }
        if bound < i64::from(span.min) {
            self.refused = RefusedChange::Above(v);
            return Err(PropagationConflict);
        }
        // Now between the bounds of the domain.
        let bound = bound as Value;
        if span.words == 1 {
            return self.keep_word(v, u64::MAX >> (63 - (bound & 63)), ChangeRequest::Above);
        }
        // Words wholly above the bound become empty, then the border word loses its upper part.
        let border = span.first_from(bound, &self.blocks);
        for w in border + 1..=span.first_from(span.max, &self.blocks) {
            self.cut_word(v, w, 0, ChangeRequest::Above);
        }
        // A sparse domain may have no word for the bound itself.
        let start = self.word_start(v, border);
        let mask = if start > bound { 0 } else { u64::MAX >> (63 - (bound - start)) };
        self.cut_word(v, border, mask, ChangeRequest::Above);
        self.settle_bounds(v, span)
    }

    /// Keeps only the values in `mask` among the 64 values of one word of a domain.
    ///
    /// # Errors
    /// Returns a conflict if the domain has no value left.
    #[inline]
    pub fn keep_bits(
        &mut self,
        v: VarId,
        word: usize,
        mask: u64,
    ) -> Result<(), PropagationConflict> {
        let span = self.spans[v.index()];
        if span.words == 1 {
            return self.keep_word(v, mask, ChangeRequest::Values);
        }
        if self.cut_word(v, word, mask, ChangeRequest::Values) {
            self.settle_bounds(v, span)
        } else {
            Ok(())
        }
    }

    /// Keeps only the values in `mask`, for a domain in one word.
    ///
    /// # Errors
    /// Returns a conflict if the domain has no value left.
    #[inline]
    pub(super) fn keep_word(
        &mut self,
        v: VarId,
        mask: u64,
        asked: ChangeRequest,
    ) -> Result<(), PropagationConflict> {
        let span = &mut self.spans[v.index()];
        let stored = &mut self.words[span.start];
        let (old, word) = (*stored, *stored & mask);
        if word == old {
            return Ok(());
        }
        // The entry is pushed even if the domain becomes empty: undoing the level then restores it
        // like any other change, and `RefusedChange::Emptied` refers to it.
        self.trail.push(TrailEntry {
            old,
            variable: v.index() as u32,
            reason: self.reason,
            word: self.inner.tag_word(asked.tag_word(0)),
            old_size: span.size,
            old_min: span.min,
            old_max: span.max,
        });
        *stored = word;
        let gone = (old & !mask).count_ones();
        span.size -= gone;
        self.prunings += u64::from(gone);
        if word == 0 {
            self.refused = RefusedChange::Emptied(v);
            return Err(PropagationConflict);
        }
        // The word is not 0 here, so both counts are below 64.
        let min = span.base + word.trailing_zeros() as Value;
        let max = span.base + 63 - word.leading_zeros() as Value;
        let (raised, lowered) = (min != span.min, max != span.max);
        (span.min, span.max) = (min, max);
        // Equal bounds mean exactly one value, since the word is not empty.
        self.queue.wake_watchers(v, raised, lowered, min == max);
        Ok(())
    }

    /// Removes a value that is in the domain.
    fn drop_value(&mut self, v: VarId, value: Value) -> Result<(), PropagationConflict> {
        let word = self.spans[v.index()].first_from(value, &self.blocks);
        self.keep_bits(v, word, !(1 << (value & 63)))
    }

    /// Returns the first and the last word that can hold values.
    fn used_words(&self, v: VarId) -> (usize, usize) {
        let span = &self.spans[v.index()];
        (span.first_from(span.min, &self.blocks), span.first_from(span.max, &self.blocks))
    }

    /// Removes the values outside `mask` from one word and records it on the trail; returns
    /// whether any was removed.
    #[inline]
    fn cut_word(&mut self, v: VarId, word: usize, mask: u64, asked: ChangeRequest) -> bool {
        let span = &mut self.spans[v.index()];
        let stored = &mut self.words[span.start + word];
        if *stored & !mask == 0 {
            return false;
        }
        let gone = (*stored & !mask).count_ones();
        self.trail.push(TrailEntry {
            variable: v.index() as u32,
            reason: self.reason,
            word: self.inner.tag_word(asked.tag_word(word)),
            old: *stored,
            old_size: span.size,
            // The bounds move only in `settle_bounds`, so all entries of one change record the same
            // old bounds; `continues_change` recognises them by that.
            old_min: span.min,
            old_max: span.max,
        });
        *stored &= mask;
        span.size -= gone;
        self.prunings += u64::from(gone);
        true
    }

    /// Updates the bounds after cuts and wakes the watchers.
    #[inline]
    fn settle_bounds(&mut self, v: VarId, before: StoredDomain) -> Result<(), PropagationConflict> {
        let span = &mut self.spans[v.index()];
        if span.size == 0 {
            self.refused = RefusedChange::Emptied(v);
            return Err(PropagationConflict);
        }
        // The size is positive, so a nonempty word lies between the old bounds, and both walks end
        // at one.
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
        self.queue.wake_watchers(v, raised, lowered, span.size == 1);
        Ok(())
    }
}
