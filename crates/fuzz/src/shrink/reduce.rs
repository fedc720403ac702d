//! Makes an instance, a model or a case smaller while a property still holds.
//!
//! Makes cuts to a fixpoint. Long runs are tried before short ones (Zeller and Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, 2002), and a last pass shows that no single
//! cut can be made.

use std::ops::Range;

use parallax_model::{Model, NumberedCuts};

/// An object with numbered cuts that make it smaller.
pub trait CutSource: Sized {
    /// Returns the kinds of cuts, always in the same order.
    fn list_cuts(&self) -> Vec<NumberedCuts>;

    /// Makes a run of cuts of a kind; `None` if the result does not exist.
    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Self>;
}

impl CutSource for Model {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        Model::list_cuts(self)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        Model::apply_cuts(self, kind, run)
    }
}

/// The result of an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AttemptResult {
    /// It still fails, so it is kept.
    Fails,
    /// It does not fail.
    Passes,
    /// The limit is reached.
    Stop,
}

/// Makes `whole` smaller until no further cut leaves an object that fails. Returns it, and whether
/// this was reached before [`AttemptResult::Stop`]. Assumes that `whole` itself fails.
pub(super) fn reduce_object<T: CutSource>(
    whole: T,
    attempt: &mut dyn FnMut(&T) -> AttemptResult,
) -> (T, bool) {
    let kinds = whole.list_cuts().len();
    let mut reducer = CutReducer { best: whole, stopped: false, attempt };
    loop {
        // Makes every pass, even after a successful one.
        let smaller = (0..kinds).filter(|&kind| reducer.try_cuts(kind)).count();
        if smaller == 0 || reducer.stopped {
            return (reducer.best, !reducer.stopped);
        }
    }
}

struct CutReducer<'a, T> {
    best: T,
    stopped: bool,
    attempt: &'a mut dyn FnMut(&T) -> AttemptResult,
}

impl<T: CutSource> CutReducer<'_, T> {
    /// Tries the cuts of a kind, the longest runs first. Returns whether it made a cut.
    fn try_cuts(&mut self, kind: usize) -> bool {
        let mut changed = false;
        let mut length = self.cut_count(kind);
        while length > 0 {
            let mut at = 0;
            while at < self.cut_count(kind) {
                let end = (at + length).min(self.cut_count(kind));
                if self.stopped {
                    return changed;
                }
                // After a cut the later ones move down, so the same position is tried again.
                // `cut_count` is read again because the number of cuts has changed.
                if self.attempt_cut(kind, at..end) { changed = true } else { at += length }
            }
            length /= 2;
        }
        changed
    }

    fn cut_count(&self, kind: usize) -> usize {
        self.best.list_cuts().get(kind).map_or(0, |cuts| cuts.number)
    }

    fn attempt_cut(&mut self, kind: usize, run: Range<usize>) -> bool {
        let Some(smaller) = self.best.make_cut(kind, run) else { return false };
        match (self.attempt)(&smaller) {
            AttemptResult::Fails => self.best = smaller,
            AttemptResult::Passes => return false,
            AttemptResult::Stop => {
                self.stopped = true;
                return false;
            }
        }
        true
    }
}

/// Returns an object that is no larger and of which `fails` is still true, after at most `steps`
/// calls of it. Assumes that `fails` is true of `whole` itself.
pub fn shrink_object<T: CutSource + Clone>(
    whole: &T,
    steps: usize,
    fails: &mut dyn FnMut(&T) -> bool,
) -> T {
    let mut left = steps;
    let attempt = &mut |smaller: &T| {
        if left == 0 {
            return AttemptResult::Stop;
        }
        left -= 1;
        if fails(smaller) { AttemptResult::Fails } else { AttemptResult::Passes }
    };
    reduce_object(whole.clone(), attempt).0
}
