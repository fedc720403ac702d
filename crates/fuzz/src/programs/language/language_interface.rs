//! The interface of a language.

use crate::programs::case::FuzzCase;
use crate::programs::definition::UndefinedSemantics;
use crate::programs::operator::Operator;
use crate::programs::reply::TargetReply;

/// A language.
pub trait CaseLanguage: Send + Sync {
    /// Returns its name, as in the specification of a target.
    fn language_name(&self) -> &str;

    /// Returns the extension of its files.
    fn file_extension(&self) -> &str;

    /// Returns its treatment of undefined terms.
    fn undefined_semantics(&self) -> UndefinedSemantics;

    /// Whether an operator can appear in it; [`write_case`](CaseLanguage::write_case) decides for
    /// each case.
    fn has_operator(&self, operator: Operator) -> bool;

    /// Whether arguments may be expressions; otherwise they are constants and variables.
    fn nests_expressions(&self) -> bool;

    /// Whether lists of variables may hold constants.
    fn lists_constants(&self) -> bool {
        true
    }

    /// The largest absolute value of a number that its solvers are expected to take.
    fn widest_number(&self) -> u64 {
        u64::MAX
    }

    /// Whether its solvers are asked for [cores](crate::programs::cores).
    fn supports_assumptions(&self) -> bool {
        false
    }

    /// Whether it can name terms that occur again, so that cases have some.
    fn names_terms(&self) -> bool {
        false
    }

    /// Writes a case.
    ///
    /// # Errors
    /// [`NotExpressible`], if the language cannot express it.
    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible>;

    /// Reads the output of a solver that was given a case.
    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply;
}

/// The reason why a language cannot express a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotExpressible(pub &'static str);
