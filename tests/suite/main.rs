//! The integration tests, in one binary.

mod agree;
mod floors;
