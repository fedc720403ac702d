//! Statistics of run times: medians and geometric means, bootstrap intervals (Efron 1979), the
//! signed-rank test (Wilcoxon 1945) and the correction for several tests (Holm 1979). Each is
//! tested against published or independently computed values.

mod bootstrap;
mod holm;
mod means;
mod signed_rank;

pub use bootstrap::{ConfidenceInterval, mean_interval};
pub use holm::adjust_p_values;
pub(crate) use means::CLOCK_RESOLUTION_SECONDS;
pub use means::{geometric_mean, median, quantile, shifted_mean};
pub use signed_rank::{SignedRank, signed_rank};
