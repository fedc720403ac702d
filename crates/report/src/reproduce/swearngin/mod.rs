//! Table 5 and Figures 18 and 19 of Swearngin, Choueiry and Freuder, "A
//! Reformulation Strategy for Multi-Dimensional CSPs: The Case Study of the SET
//! Game" (2011): brute force, search and reformulation on SET.
//!
//! The paper does not define how constraint checks (#CC) and nodes visited (#NV) are counted;
//! the rules of the engines `brute:paper`, `native:set-paper` and `reform:paper` reproduce
//! every number of Table 5 for 81 cards. One convention is fitted to them, the order in which
//! the search checks the attributes. The deals are of our own making.

pub mod deals;
pub mod figures;
pub mod measure;
pub mod print;

pub use deals::deal;
pub use measure::{ALGORITHMS, Figures, Group, Measured, run};
