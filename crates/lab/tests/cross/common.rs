//! Helpers of several tests.

pub use parallax_test_support::{data, script, skipped};

pub(crate) use crate::plans::*;
