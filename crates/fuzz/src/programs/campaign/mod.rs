//! Campaigns: the cases of a seed, asked of targets.

mod block;
mod campaign_error;
mod campaign_run;
mod company;
mod cores;
mod examine;
mod join;
mod larger;
mod record;
mod resume;
mod tally;
mod turns;

use campaign_run::BLOCK;
pub(crate) use campaign_run::Shared;
pub use campaign_run::{Campaign, Event, Larger, Report};

pub use campaign_error::CampaignError;
pub use larger::LargerCounts;
#[cfg(test)]
pub(crate) use larger::overlooked;
pub use resume::Resume;
pub use tally::{Cell, Tally};
