//! Decision and constraint tables in the notation of cDMN (constraint decision model and
//! notation; Aerts, Vandevelde and Vennekens, "Tackling the DMN Challenges with cDMN", 2020).
//!
//! Readers of workbooks, Markdown, CSV and DMN give [`Sheet`]s of [`RawTable`]s; everything
//! after that is the same for all of them.

mod raw;

pub use raw::{Cell, Place, RawTable, Sheet};
