//! The plain form of a model, within limits.

use std::sync::Arc;

use super::{Control, PreparationError, StopReason};
use crate::constraint::PlainFormBudget;
use crate::{Model, PlainModel};

impl Model {
    /// Returns the model with the plain forms of its global constraints. A model without any is
    /// shared, not copied.
    ///
    /// # Errors
    /// Returns unsupported if a form is too large or its numbers are, or the limit that `control`
    /// reached.
    pub fn plain_model(
        self: &Arc<Model>,
        control: &Control,
    ) -> Result<PlainModel, PreparationError> {
        let stop = || control.stop_reason().is_some();
        let budget = PlainFormBudget::new(&stop, control.formula_bytes());
        // The budget reports every early end as one error, so the cause is looked up: the control
        // first, then the bytes. What remains is a fault of the form itself.
        self.plain_within(&budget).map_err(|why| match control.check_stop() {
            Err(stop) => stop.into(),
            Ok(()) if budget.is_exceeded() => StopReason::Memory.into(),
            Ok(()) => PreparationError::Unsupported(why.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;
    use crate::engine_api::Answer;
    use crate::{
        BinPacking, Circuit, Constraint, ConstraintOperand, Cumulative, DeterministicAutomaton,
        DistinctCount, Domain, Global, NoOverlap, Regular, VarId,
    };

    fn numbers(count: usize, number: i32) -> Vec<ConstraintOperand> {
        vec![ConstraintOperand::Number(number); count]
    }

    /// Returns a model of `n` variables with a constraint of a kind over them.
    fn model(n: usize, kind: usize) -> Arc<Model> {
        let mut model = Model::new("pairs");
        let last = n as i32 - 1;
        let scope: Vec<VarId> = (0..n)
            .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(0, last)).unwrap())
            .collect();
        let global = match kind {
            0 => Global::NoOverlap(NoOverlap {
                origins: scope.into_iter().map(|v| vec![v]).collect(),
                lengths: vec![numbers(1, 1); n],
                zero_ignored: true,
            }),
            1 => Global::Cumulative(Cumulative {
                starts: scope,
                lengths: numbers(n, 2),
                heights: numbers(n, 1),
                limit: ConstraintOperand::Number(3),
            }),
            2 => Global::Circuit(Circuit { successors: scope, first: 0, may_be_empty: false }),
            3 => {
                let total = scope[0];
                Global::DistinctCount(DistinctCount { scope, except: Vec::new(), total })
            }
            4 => Global::BinPacking(BinPacking {
                bins: scope,
                sizes: vec![1; n],
                loads: numbers(n, 1),
                first: 0,
            }),
            _ => {
                let values = (0..=last).map(|value| (0, value, 0));
                let automaton = DeterministicAutomaton::new(0, vec![0], values.collect()).unwrap();
                Global::Regular(Regular { scope, automaton: Arc::new(automaton) })
            }
        };
        model.post("", Constraint::Global(global)).unwrap();
        Arc::new(model)
    }

    #[test]
    fn a_plain_form_of_pairs_ends_at_its_deadline_with_little_written() {
        for kind in 0..5 {
            let model = model(1_900, kind);
            let control = Control::unlimited().with_timeout(Some(Duration::ZERO));
            let refusal = model.plain_model(&control).unwrap_err();
            assert_eq!(refusal, PreparationError::Stopped(StopReason::Timeout), "{kind}");
            assert_eq!(Answer::from(refusal), Answer::from(StopReason::Timeout), "{kind}");
            let calls = Cell::new(0);
            let third = || calls.replace(calls.get() + 1) == 2;
            let budget = PlainFormBudget::new(&third, usize::MAX);
            model.plain_within(&budget).unwrap_err();
            // Of 3.6 million pairs.
            assert!(
                budget.piece_count() < 1000 && calls.get() == 3,
                "{kind}: {}",
                budget.piece_count()
            );
        }
    }

    #[test]
    fn a_plain_form_ends_within_its_bytes() {
        for kind in 0..6 {
            let model = model(1_900, kind);
            let control = Control::unlimited().with_formula_bytes(1 << 20);
            let refusal = model.plain_model(&control).unwrap_err();
            assert_eq!(refusal, PreparationError::Stopped(StopReason::Memory), "{kind}");
            let budget = PlainFormBudget::new(&|| false, 1 << 20);
            model.plain_within(&budget).unwrap_err();
            // A piece takes 36 bytes and more.
            assert!(budget.piece_count() < (1 << 20) / 36, "{kind}: {}", budget.piece_count());
        }
    }

    #[test]
    fn every_poll_can_end_a_plain_form() {
        for kind in 0..6 {
            let model = model(40, kind);
            let calls = Cell::new(0_u32);
            let count = || {
                calls.set(calls.get() + 1);
                false
            };
            let whole = model.plain_within(&PlainFormBudget::new(&count, usize::MAX)).unwrap();
            assert!(whole.model.constraints().len() >= 40 && calls.get() > 5, "{kind}");
            for last in 1..=calls.get() {
                let left = Cell::new(last);
                let stop = || {
                    left.set(left.get().saturating_sub(1));
                    left.get() == 0
                };
                let budget = PlainFormBudget::new(&stop, usize::MAX);
                let fault = model.plain_within(&budget).unwrap_err();
                assert_eq!(fault.to_string(), "stopped", "{kind} {last}");
            }
        }
    }

    #[test]
    fn an_automaton_on_wide_domains_has_a_small_plain_form() {
        let mut model = Model::new("wide");
        let all = Domain::from_range(-crate::MAX_VALUE, crate::MAX_VALUE);
        let scope: Vec<VarId> =
            ["x", "y"].map(|name| model.add_shown(name, all.clone()).unwrap()).to_vec();
        let (low, high) = (-crate::MAX_VALUE, crate::MAX_VALUE);
        let transitions =
            vec![(0, low, 0), (0, high, 1), (1, 7, 1), (1, i32::MAX, 1), (0, i32::MIN, 1)];
        let automaton = Arc::new(DeterministicAutomaton::new(0, vec![1], transitions).unwrap());
        let regular = Regular { scope, automaton };
        model.post("", Constraint::Global(Global::Regular(regular))).unwrap();
        let budget = PlainFormBudget::new(&|| false, usize::MAX);
        let plain = Arc::new(model).plain_within(&budget).unwrap();
        assert!(budget.piece_count() < 10);
        for (values, holds) in [([low, high], true), ([high, 7], true), ([high, low], false)] {
            let found = [0, 1].into_iter().filter(|&state| {
                let all = [values[0], values[1], state];
                plain.model.check(&[], &all).is_ok()
            });
            assert_eq!(found.count(), usize::from(holds), "{values:?}");
        }
    }
}
