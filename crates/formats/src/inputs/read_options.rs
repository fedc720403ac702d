//! The options of reading a file.

use std::time::Duration;

use super::data::DataFile;

/// The options of reading a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReadOptions<'a> {
    /// The limit on the time of each instance, as [`LineReader::limit_instance_time`] counts it.
    pub(super) limit: Option<Duration>,
    /// The memory of this process, in bytes, beyond which reading such a file stops.
    pub(super) memory: Option<u64>,
    /// The extension in lower case.
    pub(super) extension: Option<&'a str>,
    /// The sheets of a workbook to read.
    pub(super) sheets: &'a [String],
    /// The decision of a file of DMN to read.
    pub(super) decision: Option<&'a str>,
    /// The values of the parameters of models by hand.
    pub(super) data: Option<&'a DataFile>,
    /// Whether drawings that no rule explains are left out of grid puzzles.
    pub(super) ignore_drawings: bool,
    /// Whether decision tables in DMN are read one by one, to be linted.
    pub(super) separate_tables: bool,
    /// Whether the run was interrupted, so that a pipe is not waited for.
    pub(super) interrupted: Option<fn() -> bool>,
}

impl ReadOptions<'_> {
    /// Whether the run was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.is_some_and(|happened| happened())
    }
}
