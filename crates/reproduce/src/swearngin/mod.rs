//! Table 5 and Figures 18 and 19 of Swearngin, Choueiry and Freuder, "A
//! Reformulation Strategy for Multi-Dimensional CSPs: The Case Study of the SET
//! Game" (2011): brute force, search and reformulation on SET.
//!
//! The paper does not define how constraint checks (#CC) and nodes visited (#NV) are counted;
//! the rules of the engines `brute:paper`, `native:set-paper` and `reform:paper` reproduce
//! every number of Table 5 for 81 cards. Two choices are fitted to them: the order in which
//! the search checks the attributes, and the consistency that reformulation enforces. The table
//! measures the other choices as well ([`algorithm_variants`]). The deals are generated here.

pub mod algorithm_variants;
pub mod compare;
pub mod deals;
pub mod figures;
pub mod measure;
pub mod print;
pub mod published;
mod records;
mod swearngin_error;

pub use algorithm_variants::{ALGORITHM_VARIANTS, PAPER_ALGORITHMS};
pub use deals::draw_deal;
pub use measure::{AlgorithmEffort, DealGroup, DealMeasurement, measure_groups};
pub use records::differing_count;
pub use swearngin_error::{DeckDealError, SwearnginError};
