//! The three published algorithms on SET, with the effort that the paper counts: `brute:paper`,
//! `native:set-paper`, `reform:paper`.
//!
//! Swearngin, Choueiry and Freuder (SARA 2011) do not define how they count; the rules here
//! reproduce every number of their Table 5 for the full deck. Two of them are fitted to it: the
//! order of attributes in the search, and `consistency=new` in the reformulation. `nodes` are nodes
//! visited (#NV), `checks` constraint checks (#CC).

mod attributes;
mod brute;
mod leaf;
mod paper_run;
mod search;
mod session;
mod spec;

pub(crate) use paper_run::PaperRun;

#[cfg(test)]
mod tests;

pub use attributes::AttributeOrder;
use session::{paper_session, trace_algorithm};
pub use spec::Paper;
