//! Reads a suite from its file, with line and column in every error: `settings.rs` the settings,
//! `expectations.rs` the expectations, `race.rs` the comparisons of times.

mod expectations;
mod race;
mod settings;
mod suite_reader;
