//! The six comparisons.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
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

impl Relation {
    /// All six, for tables and tests.
    pub const ALL: [Relation; 6] =
        [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];

    /// Whether the relation holds between `left` and `right`.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
            Relation::Lt => left < right,
            Relation::Ge => left >= right,
            Relation::Gt => left > right,
        }
    }

    /// Returns the relation that holds exactly when this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Le => Relation::Gt,
            Relation::Lt => Relation::Ge,
            Relation::Ge => Relation::Lt,
            Relation::Gt => Relation::Le,
        }
    }

    /// Returns the relation that holds with both sides swapped, or negated.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Relation::Le => Relation::Ge,
            Relation::Lt => Relation::Gt,
            Relation::Ge => Relation::Le,
            Relation::Gt => Relation::Lt,
            same => same,
        }
    }

    /// Returns the sign in files and messages.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Eq => "=",
            Relation::Ne => "!=",
            Relation::Le => "<=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}
