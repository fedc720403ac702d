//! Makes an instance or model smaller while a property still holds.
//!
//! Makes cuts to a fixpoint. Long runs are tried before short ones (Zeller and Hildebrandt,
//! *Simplifying and isolating failure-inducing input*, 2002), and a last pass shows that no single
//! cut can be made.

use std::ops::Range;

use parallax_model::{Cuts, Model};

/// An object with numbered cuts that make it smaller.
pub(super) trait Shrinkable: Sized {
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

/// Returns a model that is no larger and on which `fails` is still true, after at most `steps`
/// calls of it. Assumes that `fails` is true of `model` itself.
pub fn shrink(model: &Model, steps: usize, fails: &mut dyn FnMut(&Model) -> bool) -> Model {
    let mut left = steps;
    let attempt = &mut |smaller: &Model| {
        if left == 0 {
            return Tried::Stop;
        }
        left -= 1;
        if fails(smaller) { Tried::Fails } else { Tried::Passes }
    };
    reduce(model.clone(), attempt).0
}

#[cfg(test)]
mod tests {
    use parallax_model::{Constraint, ConstraintKind, Kind};

    use super::*;
    use crate::fuzz::{draw, rng};

    fn sizes(model: &Model) -> (usize, usize, u64) {
        let values = model.variables().iter().map(|v| v.domain.len()).sum();
        (model.variables().len(), model.constraints().len(), values)
    }

    #[test]
    fn what_a_failure_needs_is_left() {
        let sums = |model: &Model| {
            model
                .constraints()
                .iter()
                .filter(
                    |p| matches!(&p.constraint, Constraint::Linear(kind) if kind.terms.len() >= 2),
                )
                .count()
        };
        let mut shrunk = 0;
        for case in 0..200 {
            let model = draw::model(&mut rng(3, case));
            if sums(&model) == 0 {
                continue;
            }
            shrunk += 1;
            let small = shrink(&model, usize::MAX, &mut |model| sums(model) > 0);
            let (variables, constraints, values) = sizes(&small);
            assert!(variables <= 2 && values == 0, "{small}");
            assert_eq!((constraints, sums(&small), small.dimensions().len()), (1, 1, 0), "{small}");
            assert_eq!((small.objective(), small.grid()), (None, None), "{small}");
        }
        assert!(shrunk > 10, "{shrunk}");
    }

    #[test]
    fn every_model_on_the_way_is_sound_and_the_steps_end() {
        for case in 0..100 {
            let model = draw::model(&mut rng(4, case));
            let mut calls = 0;
            let small = shrink(&model, 50, &mut |smaller| {
                calls += 1;
                assert!(
                    smaller.constraints().iter().all(|p| p.constraint.validate(smaller).is_ok())
                );
                calls % 3 != 0
            });
            assert!(calls <= 50 && sizes(&small) <= sizes(&model));
        }
    }

    #[test]
    fn each_kind_shrinks_to_nothing_and_can_be_kept() {
        for &kind in ConstraintKind::ALL {
            let has =
                |model: &Model| model.constraints().iter().any(|p| p.constraint.kind() == kind);
            let model = (0..).map(|case| draw::model(&mut rng(5, case))).find(has);
            let model = model.expect("every kind is drawn");
            assert_eq!(sizes(&shrink(&model, usize::MAX, &mut |_| true)), (0, 0, 0));
            let kept = shrink(&model, usize::MAX, &mut |model| has(model));
            assert_eq!(kept.constraints().len(), 1, "{kept}");
        }
    }
}
