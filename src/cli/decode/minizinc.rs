//! Decodes solutions that MiniZinc printed for a model written by `encode`.

use parallax_instance::{InputError, PuzzleSolution};
use parallax_model::{Given, Value};
use parallax_translate::minizinc::OutputVariables;

use super::assignment_error::AssignmentError;
use super::{DecodeResult, complete, flatzinc, settle_solutions};
use crate::cli::CliError;
use crate::cli::formula::InstanceModel;

/// Whether a text is the output of MiniZinc: its values end without a semicolon.
pub(super) fn is_meant(text: &str) -> bool {
    let is_value = |line: &&str| line.contains('=') && !line.starts_with(['=', '%']);
    let first = text.lines().map(str::trim).find(is_value);
    flatzinc::is_meant(text) && first.is_some_and(|line| !line.ends_with(';'))
}

/// Fills in the solutions and returns the exit code.
pub(super) fn decode_minizinc(
    viewed: &InstanceModel,
    source: &str,
    text: &str,
    decoded: &mut DecodeResult,
) -> Result<u8, CliError> {
    let outputs = OutputVariables::from_model(&viewed.model);
    let mut values: Vec<Option<i64>> = vec![None; viewed.model.variables().len()];
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fail = |why: String| InputError::new(source, why).at_position(number, 1);
        match line.trim() {
            "----------" => {
                let all =
                    std::mem::replace(&mut values, vec![None; viewed.model.variables().len()]);
                found.push(shown_solution(viewed, &all));
            }
            "" | "==========" | "=====UNKNOWN=====" => {}
            comment if comment.starts_with('%') => {}
            line => {
                let (variable, value) =
                    outputs.parse_pair(line).map_err(|why| fail(why.to_string()))?;
                let before = values.get_mut(variable.index()).and_then(|own| own.replace(value));
                if before.is_some_and(|before| before != value) {
                    let name = viewed.model.name_of(variable);
                    return Err(fail(format!("'{name}' has two values")).into());
                }
            }
        }
    }
    decoded.answer = "sat";
    Ok(settle_solutions(viewed, found.into_iter().collect(), decoded))
}

/// Checks the values of the shown variables; an engine finds the values of hidden ones.
fn shown_solution(
    viewed: &InstanceModel,
    values: &[Option<i64>],
) -> Result<PuzzleSolution, AssignmentError> {
    let mut givens = Vec::new();
    for &variable in viewed.model.shown() {
        let name = || viewed.model.name_of(variable).to_string();
        let value = values.get(variable.index()).copied().flatten();
        let value = value.ok_or_else(|| AssignmentError::NoValue { variable: name() })?;
        let value = Value::try_from(value)
            .map_err(|_| AssignmentError::LargeVariable { variable: name(), value })?;
        if !viewed.model.domain(variable).contains(value) {
            return Err(AssignmentError::OutsideDomain { variable: name(), value });
        }
        givens.push(Given { variable, value });
    }
    complete::solution(viewed, givens)
}
