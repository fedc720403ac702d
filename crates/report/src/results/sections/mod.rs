//! The sections of a report, one function each.

mod answers;
mod best;
mod conclusions;
mod disagreements;
mod effort;
mod front;
mod pairs;
mod ranked_lanes;
mod spread;
mod times;

use ranked_lanes::{lane_cell, rank_figures};

pub(super) use answers::answer_section;
pub(super) use best::best_section;
pub(super) use conclusions::conclusion_sentences;
pub(super) use disagreements::disagreement_section;
pub(super) use effort::counter_section;
pub(super) use front::front_section;
pub(super) use pairs::{interval_cell, pair_section};
pub(super) use spread::spread_section;
pub(super) use times::{cost_section, time_section};
