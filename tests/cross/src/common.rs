//! Helpers of several tests.

pub use parallax_test_support::{data, lacks_real_instances, script, skipped};

pub(crate) use crate::plans::*;
