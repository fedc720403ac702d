//! Decodes solutions of a FlatZinc solver.

use parallax_instance::{InputError, PuzzleSolution};
use parallax_model::Value;
use parallax_solvers::replies::flatzinc::{FlatzincReader, FlatzincReply};

use super::assignment_error::AssignmentError;
use super::{DecodeResult, settle_solutions};
use crate::cli::CliError;
use crate::cli::formula::InstanceModel;

/// Whether a text is the output of a FlatZinc solver.
pub(super) fn is_meant(text: &str) -> bool {
    let ends = |line: &str| line.starts_with("----------") || line.starts_with("=====");
    text.lines().any(|line| ends(line.trim()))
}

/// Fills in the solutions and returns the exit code.
pub(super) fn decode_flatzinc(
    viewed: &InstanceModel,
    source: &str,
    text: &str,
    decoded: &mut DecodeResult,
) -> Result<u8, CliError> {
    let fail = |why: String| CliError::from(InputError::new(source, why));
    let mut reader = FlatzincReader::new(viewed.model.variables().len());
    reader.push_output(text.as_bytes());
    // The reader takes whole lines, and the last one may lack its line break.
    reader.push_output(b"\n");
    let mut found = Vec::new();
    while let Some(reply) = reader.read_next().map_err(|why| fail(why.to_string()))? {
        match reply {
            FlatzincReply::Solution(values) => found.push(model_solution(viewed, &values)),
            FlatzincReply::Unsatisfiable => {
                decoded.answer = "unsat";
                return Ok(20);
            }
            FlatzincReply::Unknown | FlatzincReply::Failed | FlatzincReply::Complete => {}
        }
    }
    if found.is_empty() {
        return Ok(0);
    }
    decoded.answer = "sat";
    Ok(settle_solutions(viewed, found.into_iter().collect(), decoded))
}

/// Checks the values of the model's variables.
fn model_solution(
    viewed: &InstanceModel,
    values: &[i64],
) -> Result<PuzzleSolution, AssignmentError> {
    let narrow =
        |&value: &i64| Value::try_from(value).map_err(|_| AssignmentError::LargeValue { value });
    let values = values.iter().map(narrow).collect::<Result<Vec<_>, _>>()?;
    let solution = viewed.model.check(&viewed.model_givens(), &values)?;
    Ok(viewed.source_instance().solution(&viewed.viewpoint, &solution))
}
