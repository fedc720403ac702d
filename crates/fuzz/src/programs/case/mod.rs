//! Cases: small problems as plain data.

mod case_data;
mod case_error;
mod json;

pub use case_data::{CaseExpr, CaseObjective, CaseVariable, FuzzCase};

pub use case_error::CaseError;
