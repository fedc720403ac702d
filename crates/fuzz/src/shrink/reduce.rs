//! Makes an instance, a model or a case smaller while a property still holds.
//!
//! Makes cuts to a fixpoint. Long runs are tried before short ones (Zeller and Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, 2002), and a last pass shows that no single
//! cut can be made.

use std::ops::Range;

use parallax_model::{Cuts, Model};

/// An object with numbered cuts that make it smaller.
pub trait Shrinkable: Sized {
    /// Returns the kinds of cuts, always in the same order.
    fn cuts(&self) -> Vec<Cuts>;

    /// Makes a run of cuts of a kind; `None` if the result does not exist.
    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Self>;
}

impl Shrinkable for Model {
    fn cuts(&self) -> Vec<Cuts> {
        Model::cuts(self)
    }

    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        Model::cut(self, kind, run)
    }
}

/// The result of an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    /// It still fails, so it is kept.
    Fails,
    /// It does not fail.
    Passes,
    /// The limit is reached.
    Stop,
}

/// Makes `whole` smaller until no further cut leaves an object that fails. Returns it, and whether
/// this was reached before [`Tried::Stop`]. Assumes that `whole` itself fails.
pub(super) fn reduce<T: Shrinkable>(whole: T, attempt: &mut dyn FnMut(&T) -> Tried) -> (T, bool) {
    let kinds = whole.cuts().len();
    let mut reducer = Reducer { best: whole, stopped: false, attempt };
    loop {
        // Makes every pass, even after a successful one.
        let smaller = (0..kinds).filter(|&kind| reducer.pass(kind)).count();
        if smaller == 0 || reducer.stopped {
            return (reducer.best, !reducer.stopped);
        }
    }
}

struct Reducer<'a, T> {
    best: T,
    stopped: bool,
    attempt: &'a mut dyn FnMut(&T) -> Tried,
}

impl<T: Shrinkable> Reducer<'_, T> {
    /// Tries the cuts of a kind, the longest runs first. Returns whether it made a cut.
    fn pass(&mut self, kind: usize) -> bool {
        let mut changed = false;
        let mut length = self.number(kind);
        while length > 0 {
            let mut at = 0;
            while at < self.number(kind) {
                let end = (at + length).min(self.number(kind));
                if self.stopped {
                    return changed;
                }
                if self.attempt(kind, at..end) { changed = true } else { at += length }
            }
            length /= 2;
        }
        changed
    }

    fn number(&self, kind: usize) -> usize {
        self.best.cuts().get(kind).map_or(0, |cuts| cuts.number)
    }

    fn attempt(&mut self, kind: usize, run: Range<usize>) -> bool {
        let Some(smaller) = self.best.cut(kind, run) else { return false };
        match (self.attempt)(&smaller) {
            Tried::Fails => self.best = smaller,
            Tried::Passes => return false,
            Tried::Stop => {
                self.stopped = true;
                return false;
            }
        }
        true
    }
}

/// Returns an object that is no larger and of which `fails` is still true, after at most `steps`
/// calls of it. Assumes that `fails` is true of `whole` itself.
pub fn shrink<T: Shrinkable + Clone>(
    whole: &T,
    steps: usize,
    fails: &mut dyn FnMut(&T) -> bool,
) -> T {
    let mut left = steps;
    let attempt = &mut |smaller: &T| {
        if left == 0 {
            return Tried::Stop;
        }
        left -= 1;
        if fails(smaller) { Tried::Fails } else { Tried::Passes }
    };
    reduce(whole.clone(), attempt).0
}
