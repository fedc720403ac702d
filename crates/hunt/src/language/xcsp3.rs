//! XCSP3-core.

use super::{Language, Unspelled};
use crate::case::Case;
use crate::definition::Semantics;
use crate::operator::Operator;
use crate::reply::Reply;

/// XCSP3-core.
#[derive(Clone, Copy, Debug)]
pub struct Xcsp3;

impl Language for Xcsp3 {
    fn name(&self) -> &str {
        "xcsp3"
    }

    fn extension(&self) -> &str {
        "xml"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Total
    }

    fn has(&self, _operator: Operator) -> bool {
        false
    }

    fn nests(&self) -> bool {
        true
    }

    fn write(&self, _case: &Case) -> Result<String, Unspelled> {
        Err(Unspelled("a case"))
    }

    fn read(&self, _case: &Case, _output: &str) -> Reply {
        Reply::Unreadable("not read".into())
    }
}
