//! The six comparisons.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ComparisonOperator {
    /// Equal.
    #[serde(rename = "=")]
    Eq,
    /// Different.
    #[serde(rename = "!=")]
    Ne,
    /// At most.
    #[serde(rename = "<=")]
    Le,
    /// Less than.
    #[serde(rename = "<")]
    Lt,
    /// At least.
    #[serde(rename = ">=")]
    Ge,
    /// Greater than.
    #[serde(rename = ">")]
    Gt,
}

impl ComparisonOperator {
    /// All six, for tables and tests.
    pub const ALL: [ComparisonOperator; 6] = [
        ComparisonOperator::Eq,
        ComparisonOperator::Ne,
        ComparisonOperator::Le,
        ComparisonOperator::Lt,
        ComparisonOperator::Ge,
        ComparisonOperator::Gt,
    ];

    /// Whether the relation holds between `left` and `right`.
    #[must_use]
    pub fn holds_between(self, left: i64, right: i64) -> bool {
        match self {
            ComparisonOperator::Eq => left == right,
            ComparisonOperator::Ne => left != right,
            ComparisonOperator::Le => left <= right,
            ComparisonOperator::Lt => left < right,
            ComparisonOperator::Ge => left >= right,
            ComparisonOperator::Gt => left > right,
        }
    }

    /// Returns the relation that holds exactly when this one does not.
    #[must_use]
    pub fn negate_relation(self) -> Self {
        match self {
            ComparisonOperator::Eq => ComparisonOperator::Ne,
            ComparisonOperator::Ne => ComparisonOperator::Eq,
            ComparisonOperator::Le => ComparisonOperator::Gt,
            ComparisonOperator::Lt => ComparisonOperator::Ge,
            ComparisonOperator::Ge => ComparisonOperator::Lt,
            ComparisonOperator::Gt => ComparisonOperator::Le,
        }
    }

    /// Returns the relation that holds with both sides swapped, or negated.
    #[must_use]
    pub fn mirror_relation(self) -> Self {
        match self {
            ComparisonOperator::Le => ComparisonOperator::Ge,
            ComparisonOperator::Lt => ComparisonOperator::Gt,
            ComparisonOperator::Ge => ComparisonOperator::Le,
            ComparisonOperator::Gt => ComparisonOperator::Lt,
            same => same,
        }
    }

    /// Returns the sign in files and messages.
    #[must_use]
    pub fn sign_text(self) -> &'static str {
        match self {
            ComparisonOperator::Eq => "=",
            ComparisonOperator::Ne => "!=",
            ComparisonOperator::Le => "<=",
            ComparisonOperator::Lt => "<",
            ComparisonOperator::Ge => ">=",
            ComparisonOperator::Gt => ">",
        }
    }
}

impl fmt::Display for ComparisonOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign_text())
    }
}
