//! The output of SAT solvers: the competition's format, and MiniSat's file.

use parallax_model::instance::literals::{self, Naming, SolverAnswer};

use super::{Answerer, ReplyError, SolverClaim};
use crate::process::{Ran, crash, signal};

/// The answer of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatReply {
    /// Satisfiable, with the true literals as DIMACS numbers. May leave out variables that do
    /// not matter.
    Satisfiable(Vec<i64>),
    /// Unsatisfiable.
    Unsatisfiable,
}

/// Reads an answer, whose literals are named in this way, from `file`, the content of the file that the solver was expected to write, if
/// there was one, otherwise from its standard output.
///
/// An irregular output is not an answer: no `s` line or two different ones, an exit code that
/// contradicts it (10 is satisfiable, 20 unsatisfiable, 0 is neutral), values that end early.
///
/// # Errors
/// If the output has no answer, with the reason.
pub fn read(ran: &Ran, file: Option<&str>, naming: Naming) -> Result<SatReply, ReplyError> {
    if signal(ran.status).is_some() {
        return Err(crash(ran.status, &ran.err).into());
    }
    let code = ran.status.code().unwrap_or(-1);
    let text = match file {
        Some(text) => text.to_owned(),
        None => lines_that_count(&String::from_utf8_lossy(&ran.out)),
    };
    let read = literals::read("answer", &text, naming);
    let output = read.map_err(ReplyError::Literals)?;
    match (output.answer, code) {
        // The program's end is more informative than its missing output.
        (None, 0 | 10 | 20) => Err(silence(ran, file)),
        (Some(SolverAnswer::Unknown), _) => Err(ReplyError::GaveUp(Answerer::Solver)),
        (Some(SolverAnswer::Satisfiable), 20) => {
            Err(ReplyError::ExitCode { claim: SolverClaim::Satisfiable, code })
        }
        (Some(SolverAnswer::Unsatisfiable), 10) => {
            Err(ReplyError::ExitCode { claim: SolverClaim::Unsatisfiable, code })
        }
        (Some(SolverAnswer::Unsatisfiable), 0 | 20) => Ok(SatReply::Unsatisfiable),
        // Clasp ends with 30 when it has found all models.
        (Some(SolverAnswer::Satisfiable), 0 | 10 | 30) => {
            match <[_; 1]>::try_from(output.assignments) {
                Ok([literals]) => Ok(SatReply::Satisfiable(literals)),
                Err(others) => Err(ReplyError::Assignments(others.len())),
            }
        }
        _ => Err(crash(ran.status, &ran.err).into()),
    }
}

/// Returns the `s` and `v` lines of an output; all other lines are comments.
fn lines_that_count(text: &str) -> String {
    let counts = |line: &&str| matches!(line.split_whitespace().next(), Some("s" | "v"));
    text.lines().filter(counts).flat_map(|line| [line, "\n"]).collect()
}

/// Returns what is wrong with the output of a solver that did not give an answer.
fn silence(ran: &Ran, file: Option<&str>) -> ReplyError {
    let out = String::from_utf8_lossy(&ran.out);
    let last = out.trim().lines().next_back().map(str::to_owned);
    match (file, last) {
        (Some(_), last) => ReplyError::EmptyFile { last },
        (None, None) => ReplyError::Nothing,
        (None, Some(last)) => ReplyError::NoLine { line: "s", last },
    }
}
