//! Statistics of run times: means, intervals, tests.

mod bootstrap;
mod holm;
mod means;
mod signed_rank;

pub use bootstrap::{Interval, interval};
pub use holm::holm;
pub use means::{geometric, median, quantile, shifted};
pub use signed_rank::{SignedRank, signed_rank};
