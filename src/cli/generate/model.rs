//! `parallax generate model`.

use super::Common;
use crate::generate::Named;

/// Multi-dimensional models: sets, timetables, zebra puzzles
///
/// The seed of a model is the sum of --seed and the number of the instance.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A name without a seed: sets:4x3x3, timetable:12, zebra:4
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    pub(super) common: Common,
}

impl Args {
    pub(super) fn recipe(&self) -> Named {
        Named(self.name.clone())
    }
}
