//! Steps that are held back until the branch that they are in is refuted.
//!
//! A check of a constraint depends on the domains of its variables alone; one that follows from
//! bounds, on these bounds; one that another variable has the value, on that variable. So a
//! refutation needs, from its end to its beginning: the values that are gone from the domains of
//! the constraint that failed; of each removal of one of these values, the values that are gone
//! from the domains of its constraint; and so on. Other removals are dropped, and so are inner
//! branches whose refuted value is not needed. All remaining checks then have the same results.
//! A solution that is counted needs everything before it.
//!
//! Values are bits of a word: in domains of several words, values with the same last six bits
//! share a bit, so that more removals than necessary may stay.

mod counted;
mod held_steps;
mod needs;
mod record;
mod trim;
mod writing;

pub(super) use held_steps::{BranchEndReason, StepBuffer};
use held_steps::{
    BufferedRemoval, BufferedStep, CountingStep, OpenBranch, RemovalForm, RemovalReason,
};
