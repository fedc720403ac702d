//! The output of SAT solvers: the competition's format, and MiniSat's file.

use parallax_instance::literals::{self, LiteralNotation, SolverAnswer};

use super::{ReplyError, ReplyingProgram, SolverClaim};
use crate::process::{ProgramResult, describe_crash, ending_signal};

/// The answer of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatReply {
    /// Satisfiable, with the true literals as DIMACS numbers. May leave out variables that do
    /// not matter.
    Satisfiable(Vec<i64>),
    /// Unsatisfiable.
    Unsatisfiable,
}

/// Reads an answer, whose literals are named in this way, from `file`, the content of the file that
/// the solver was expected to write, if there was one, otherwise from its standard output.
///
/// An irregular output is not an answer: no `s` line or two different ones, an exit code that
/// contradicts it (10 is satisfiable, 20 unsatisfiable, 0 is neutral), values that end early.
///
/// # Errors
/// If the output has no answer, with the reason.
pub fn read_sat_reply(
    ran: &ProgramResult,
    file: Option<&str>,
    naming: LiteralNotation,
) -> Result<SatReply, ReplyError> {
    if ending_signal(ran.status).is_some() {
        return Err(describe_crash(ran.status, &ran.err).into());
    }
    let code = ran.status.code().unwrap_or(-1);
    let text = match file {
        Some(text) => text.to_owned(),
        None => lines_that_count(&String::from_utf8_lossy(&ran.out)),
    };
    let read = literals::read_solver_output("answer", &text, naming);
    let output = read.map_err(ReplyError::Literals)?;
    match (output.answer, code) {
        // The program's end is more informative than its missing output.
        (None, 0 | 10 | 20) => Err(describe_silence(ran, file)),
        (Some(SolverAnswer::Unknown), _) => Err(ReplyError::GaveUp(ReplyingProgram::Solver)),
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
        _ => Err(describe_crash(ran.status, &ran.err).into()),
    }
}

/// Returns the `s` and `v` lines of an output; all other lines are comments.
fn lines_that_count(text: &str) -> String {
    let counts = |line: &&str| matches!(line.split_whitespace().next(), Some("s" | "v"));
    text.lines().filter(counts).flat_map(|line| [line, "\n"]).collect()
}

/// Describes the output of a solver that gave no answer.
fn describe_silence(ran: &ProgramResult, file: Option<&str>) -> ReplyError {
    let out = String::from_utf8_lossy(&ran.out);
    let last = out.trim().lines().next_back().map(str::to_owned);
    match (file, last) {
        (Some(_), last) => ReplyError::EmptyFile { last },
        (None, None) => ReplyError::Nothing,
        (None, Some(last)) => ReplyError::NoLine { line: "s", last },
    }
}
