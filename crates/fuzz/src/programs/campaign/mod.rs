//! Campaigns: the cases of a seed, asked of targets.

mod campaign_error;
mod campaign_run;
mod campaign_worker;
mod core_questions;
mod examine;
mod joined_groups;
mod joined_question;
mod larger_cases;
mod outcome_table;
mod resume;
mod tally;
mod target_schedule;

use campaign_run::BLOCK_CASES;
pub(crate) use campaign_run::CampaignState;
pub use campaign_run::{CampaignEvent, CampaignReport, LargerCases, ProgramCampaign};

pub use campaign_error::CampaignError;
pub use larger_cases::LargerCounts;
#[cfg(test)]
pub(crate) use larger_cases::overlooked_solution;
pub use resume::ResumePoint;
pub use tally::{CampaignTally, TallyCell};
