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
pub(crate) use campaign_run::CampaignState;
pub use campaign_run::{CampaignEvent, CampaignReport, LargerCases, ProgramCampaign};

pub use campaign_error::CampaignError;
pub use larger::LargerCounts;
#[cfg(test)]
pub(crate) use larger::overlooked_solution;
pub use resume::ResumePoint;
pub use tally::{CampaignTally, TallyCell};
