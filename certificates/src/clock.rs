//! The time that a check may take.

use super::model::{Constraint, Model};

/// Returns why to stop, if it is time to. It is asked many times a second.
pub type Stop<'a> = dyn Fn() -> Result<(), String> + 'a;

/// How much is done between two looks at the clock, in words of domains that a question reads.
const WORK: usize = 1 << 12;

/// Looks at the clock now and then.
#[derive(Clone)]
pub(crate) struct Clock<'a> {
    stop: &'a Stop<'a>,
    /// The cost of a question about each constraint.
    costs: Vec<usize>,
    /// The work since the last look.
    work: usize,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(model: &Model, stop: &'a Stop<'a>) -> Self {
        let cost = |own: &Constraint| {
            let mut cost = 1;
            let words = |variable: usize| model.variables[variable].domain.len() / 64 + 1;
            own.each_variable(&mut |variable| cost += words(variable));
            cost
        };
        Clock { stop, costs: model.constraints.iter().map(cost).collect(), work: 0 }
    }

    /// Does some work.
    ///
    /// # Errors
    /// Why to stop.
    pub(crate) fn pay(&mut self, cost: usize) -> Result<(), String> {
        self.work += cost;
        if self.work < WORK {
            return Ok(());
        }
        self.work = 0;
        (self.stop)()
    }

    /// The work of a question about a constraint, the bound or a lemma.
    ///
    /// # Errors
    /// Why to stop.
    pub(crate) fn pay_question(&mut self, constraint: usize) -> Result<(), String> {
        self.pay(self.costs.get(constraint).copied().unwrap_or(64))
    }
}
