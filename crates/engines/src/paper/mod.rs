//! The three published algorithms on SET, with the effort that the paper counts: `brute:paper`,
//! `native:set-paper`, `reform:paper`.
//!
//! Swearngin, Choueiry and Freuder (SARA 2011) do not define how they count; the rules here
//! reproduce every number of their Table 5 for the full deck. Two of them are fitted to it: the order of
//! attributes in the search, and `consistency=new` in the reformulation. `nodes` are nodes visited (#NV),
//! `checks` constraint checks (#CC).

mod attributes;
mod brute;
mod leaf;
mod search;
mod session;
mod spec;
#[cfg(test)]
mod tests;

pub use attributes::AttributeOrder;
use session::{session, trace};
pub use spec::Paper;

use std::ops::ControlFlow;

use parallax_model::ask::{Control, Ended};

/// The effort of a run and its output.
pub(crate) struct Run<'a> {
    pub(crate) nodes: u64,
    pub(crate) checks: u64,
    pub(crate) found: u64,
    /// The sets of the current subproblem, if requested.
    kept: Option<Vec<[usize; 3]>>,
    control: &'a Control,
    /// Receives the indices of three cards; breaking ends the run.
    give: &'a mut dyn FnMut([usize; 3]) -> ControlFlow<()>,
}

impl<'a> Run<'a> {
    fn new(control: &'a Control, give: &'a mut dyn FnMut([usize; 3]) -> ControlFlow<()>) -> Self {
        Run { nodes: 0, checks: 0, found: 0, kept: None, control, give }
    }

    /// Reports a set.
    fn set(&mut self, cards: [usize; 3]) -> Result<(), Ended> {
        self.found += 1;
        self.kept.iter_mut().for_each(|kept| kept.push(cards));
        match (self.give)(cards) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Enough),
        }
    }

    /// Checks the clock.
    fn look(&self) -> Result<(), Ended> {
        self.control.check().map_err(Ended::Stopped)
    }
}
