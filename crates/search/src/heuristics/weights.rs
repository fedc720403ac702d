//! Weights of variables: they count the failures of their constraints.

use parallax_model::VarId;
use parallax_propagation::propagators::ConstraintPropagator;

/// The change of weights at a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeightRule {
    /// dom/wdeg: each constraint starts at weight 1, and each failure adds 1. As is usual in
    /// solvers, constraints that are already decided keep counting.
    Failures,
    /// CHS: a score that moves towards 1/(failures since its last failure), with a step that
    /// shrinks from 0.4 to 0.06 (Habet and Terrioux 2021, section 3).
    History,
}

const FIRST_STEP: f64 = 0.4;
const LAST_STEP: f64 = 0.06;
const STEP_SHRINKS: f64 = 1e-6;
/// The initial score of every constraint, so that degree distinguishes variables without
/// failures.
const HISTORY_START: f64 = 1e-4;
/// The factor by which scores decay at a restart, for each failure since their last one.
const HISTORY_DECAY: f64 = 0.995;

/// The weight of each variable: the sum over its propagators.
#[derive(Clone)]
pub(super) struct FailureWeights {
    rule: WeightRule,
    scopes: Vec<Vec<VarId>>,
    degrees: Vec<u32>,
    of_variable: Vec<f64>,
    scores: Vec<f64>,
    last_failure: Vec<u64>,
    failures: u64,
    step: f64,
}

impl FailureWeights {
    pub(super) fn new(
        rule: WeightRule,
        degrees: Vec<u32>,
        propagators: &[Box<dyn ConstraintPropagator>],
    ) -> Self {
        let scopes: Vec<Vec<VarId>> = propagators.iter().map(|p| p.scope()).collect();
        let mut weights = FailureWeights {
            rule,
            of_variable: Vec::new(),
            scores: Vec::new(),
            last_failure: Vec::new(),
            scopes,
            degrees,
            failures: 0,
            step: FIRST_STEP,
        };
        weights.reset();
        weights
    }

    pub(super) fn reset(&mut self) {
        let start = match self.rule {
            WeightRule::Failures => 1.0,
            WeightRule::History => HISTORY_START,
        };
        self.of_variable.clear();
        self.of_variable.extend(self.degrees.iter().map(|&degree| start * f64::from(degree)));
        self.scores.clear();
        self.scores.resize(self.scopes.len(), 0.0);
        self.last_failure.clear();
        self.last_failure.resize(self.scopes.len(), 0);
        (self.failures, self.step) = (0, FIRST_STEP);
    }

    #[inline]
    pub(super) fn variable_weight(&self, v: VarId) -> f64 {
        self.of_variable[v.index()]
    }

    /// Learns from the conflict of a propagator; returns the variables whose weights changed.
    pub(super) fn note_conflict(&mut self, propagator: usize) -> &[VarId] {
        self.failures += 1;
        let change = match self.rule {
            WeightRule::Failures => 1.0,
            WeightRule::History => {
                // At least 1, because this failure is counted and the last one was earlier.
                let since = self.failures - self.last_failure[propagator];
                self.last_failure[propagator] = self.failures;
                let change = self.step * (1.0 / since as f64 - self.scores[propagator]);
                self.scores[propagator] += change;
                self.step = (self.step - STEP_SHRINKS).max(LAST_STEP);
                change
            }
        };
        // The sums are kept up to date, so a choice reads one number per variable instead of all
        // its constraints.
        for v in &self.scopes[propagator] {
            self.of_variable[v.index()] += change;
        }
        &self.scopes[propagator]
    }

    /// Returns the weight of each variable from failures, if weights add up.
    pub(super) fn learned_weights(&self) -> Option<&[f64]> {
        (self.rule == WeightRule::Failures).then_some(&self.of_variable)
    }

    /// Adds the change of another search's weights from `before` to `after`.
    pub(super) fn add_weights(&mut self, before: &[f64], after: &[f64]) {
        for (own, (before, after)) in self.of_variable.iter_mut().zip(before.iter().zip(after)) {
            // Weights of failures are whole numbers, whose sums are exact in any order.
            *own += after - before;
        }
    }

    pub(super) fn note_restart(&mut self) {
        if self.rule != WeightRule::History {
            return;
        }
        self.step = FIRST_STEP;
        for (propagator, score) in self.scores.iter_mut().enumerate() {
            let since = self.failures - self.last_failure[propagator];
            // The sums of the variables move by the change of each score.
            let change = *score * (exact_power(HISTORY_DECAY, since) - 1.0);
            *score += change;
            for v in &self.scopes[propagator] {
                self.of_variable[v.index()] += change;
            }
        }
    }
}

/// Computes a power by repeated squaring: unlike the standard library's, it gives equal results on
/// every machine.
fn exact_power(base: f64, mut exponent: u64) -> f64 {
    let (mut square, mut product) = (base, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    #[test]
    fn powers_are_powers() {
        for exponent in [0, 1, 2, 3, 10, 1000] {
            let expected = 0.995f64.powf(exponent as f64);
            assert!((super::exact_power(0.995, exponent) - expected).abs() < 1e-12);
        }
    }
}
