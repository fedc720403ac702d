//! The output of model counters: the format of the Model Counting Competition (Fichte et al.
//! 2021).

use parallax_model::engine_api::SolutionCount;

use super::{ReplyError, ReplyingProgram, SolverClaim, StatusForm};
use crate::process::{ProgramResult, describe_crash, ending_signal};

/// Reads a number of models: one line `c s exact arb int N` and one line `s SATISFIABLE` or
/// `s UNSATISFIABLE` that agrees with it. All other lines are comments.
///
/// An irregular output is not an answer: a missing line, two different ones, an exact number in
/// another form, an approximate number, an exit code other than 0, 10 or 20, or one that
/// contradicts the number.
///
/// # Errors
/// If the output has no valid number, with the reason.
pub fn read_count(ran: &ProgramResult) -> Result<SolutionCount, ReplyError> {
    let code = ran.status.code().unwrap_or(-1);
    if ending_signal(ran.status).is_some() || ![0, 10, 20].contains(&code) {
        return Err(describe_crash(ran.status, &ran.err).into());
    }
    let text = String::from_utf8_lossy(&ran.out);
    let mut number: Option<SolutionCount> = None;
    let mut satisfiable = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().take(7).collect();
        match words[..] {
            ["c", "s", "exact", "arb", "int", digits] => {
                let strange = |_| ReplyError::Number(digits.to_owned());
                let read: SolutionCount = digits.parse().map_err(strange)?;
                if number.replace(read.clone()).is_some_and(|before| before != read) {
                    return Err(ReplyError::TwoNumbers);
                }
            }
            ["c", "s", "exact" | "approx", ..] => {
                return Err(ReplyError::InexactNumber(line.to_owned()));
            }
            // A status may be repeated, but not with another meaning.
            ["s", answer] => {
                let read = match answer {
                    "SATISFIABLE" => true,
                    "UNSATISFIABLE" => false,
                    "UNKNOWN" => return Err(ReplyError::GaveUp(ReplyingProgram::Counter)),
                    other => return Err(unknown_status(other)),
                };
                if satisfiable.replace(read).is_some_and(|before| before != read) {
                    return Err(ReplyError::BothAnswers);
                }
            }
            ["s", ..] => return Err(unknown_status(line)),
            _ => {}
        }
    }
    let missing = |line| match text.trim().lines().next_back() {
        None => ReplyError::Nothing,
        Some(last) => ReplyError::NoLine { line, last: last.to_owned() },
    };
    let satisfiable = satisfiable.ok_or_else(|| missing("s"))?;
    let number = number.ok_or_else(|| missing("c s exact arb int"))?;
    let contradicts = match code {
        10 => !satisfiable,
        20 => satisfiable,
        _ => false,
    };
    let claim = if satisfiable { SolverClaim::Satisfiable } else { SolverClaim::Unsatisfiable };
    if contradicts {
        return Err(ReplyError::ExitCode { claim, code });
    }
    // The two lines confirm each other, and a counter that contradicts itself is not believed.
    if satisfiable == number.is_zero() {
        return Err(ReplyError::ContraryCount { claim, count: number });
    }
    Ok(number)
}

fn unknown_status(status: &str) -> ReplyError {
    ReplyError::Status { language: StatusForm::Count, status: status.to_owned() }
}
