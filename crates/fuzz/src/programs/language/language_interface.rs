//! The interface of a language.

use crate::programs::case::Case;
use crate::programs::definition::Semantics;
use crate::programs::operator::Operator;
use crate::programs::reply::Reply;

/// A language.
pub trait Language: Send + Sync {
    /// Returns its name, as in the specification of a target.
    fn name(&self) -> &str;

    /// Returns the extension of its files.
    fn extension(&self) -> &str;

    /// Returns its treatment of undefined terms.
    fn semantics(&self) -> Semantics;

    /// Whether an operator can appear in it; [`write`](Language::write) decides for each case.
    fn has(&self, operator: Operator) -> bool;

    /// Whether arguments may be expressions; otherwise they are constants and variables.
    fn nests(&self) -> bool;

    /// Whether lists of variables may hold constants.
    fn lists_constants(&self) -> bool {
        true
    }

    /// The largest absolute value of a number that its solvers are expected to take.
    fn widest(&self) -> u64 {
        u64::MAX
    }

    /// Whether its solvers are asked for [cores](crate::programs::cores).
    fn assumes(&self) -> bool {
        false
    }

    /// Whether it can name terms that occur again, so that cases have some.
    fn names_terms(&self) -> bool {
        false
    }

    /// Writes a case.
    ///
    /// # Errors
    /// [`Unspelled`], if the language cannot express it.
    fn write(&self, case: &Case) -> Result<String, Unspelled>;

    /// Reads the output of a solver that was given a case.
    fn read(&self, case: &Case, output: &str) -> Reply;
}

/// The reason why a language cannot express a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unspelled(pub &'static str);
