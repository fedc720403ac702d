//! One run of an algorithm of the paper, with its limits.

use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, EnumerationEnd};

/// The effort of a run and its output.
pub(crate) struct PaperRun<'a> {
    pub(crate) nodes: u64,
    pub(crate) checks: u64,
    pub(crate) found: u64,
    /// The sets of the current subproblem, if requested.
    pub(super) kept: Option<Vec<[usize; 3]>>,
    pub(super) control: &'a Control,
    /// Receives the indices of three cards; breaking ends the run.
    pub(super) give: &'a mut dyn FnMut([usize; 3]) -> ControlFlow<()>,
}

impl<'a> PaperRun<'a> {
    pub(super) fn new(
        control: &'a Control,
        give: &'a mut dyn FnMut([usize; 3]) -> ControlFlow<()>,
    ) -> Self {
        PaperRun { nodes: 0, checks: 0, found: 0, kept: None, control, give }
    }

    /// Reports a set.
    pub(super) fn report_set(&mut self, cards: [usize; 3]) -> Result<(), EnumerationEnd> {
        self.found += 1;
        self.kept.iter_mut().for_each(|kept| kept.push(cards));
        match (self.give)(cards) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(EnumerationEnd::Enough),
        }
    }

    /// Checks the clock.
    pub(super) fn check_clock(&self) -> Result<(), EnumerationEnd> {
        self.control.check_stop().map_err(EnumerationEnd::Stopped)
    }
}
