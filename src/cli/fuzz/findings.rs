//! Writes the findings of a fuzzing run to files, as soon as they are found.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parallax_experiment::regress::write_whole;
use parallax_fuzz::engines::{FindingKind, ModelFinding};
use parallax_json as json;
use parallax_model::engine_api::Control;

use super::FuzzArgs;
use crate::cli::CliError;

/// The cases whose findings are written, and the first error.
pub(super) struct FindingFiles {
    pub(super) cases: BTreeSet<u64>,
    pub(super) result: Result<(), CliError>,
}

impl Default for FindingFiles {
    fn default() -> Self {
        FindingFiles { cases: BTreeSet::new(), result: Ok(()) }
    }
}

impl FindingFiles {
    /// Keeps the first error, and ends the run if a finding cannot be written.
    pub(super) fn add_result(
        &mut self,
        case: u64,
        written: Result<(), CliError>,
        control: &Control,
    ) {
        self.cases.insert(case);
        if written.is_err() && self.result.is_ok() {
            self.result = written;
            control.cancel_work();
        }
    }
}

/// Writes the file of a new finding, and a line about it to standard error.
pub(super) fn write_finding(finding: &ModelFinding, args: &FuzzArgs) -> Result<(), CliError> {
    let ModelFinding { case, fault, answers, .. } = finding;
    let path = save_model(finding, args)?;
    let answers: Vec<String> =
        answers.iter().map(|said| format!("{} ({})", said.engine, said.words)).collect();
    eprintln!(
        "parallax: case {case}: {fault}: {}; engines' seed {case}, {}: {}",
        answers.join(", "),
        describe_size(finding),
        path.display()
    );
    Ok(())
}

/// Writes the file again once the finding is shrunk, if that changes it. `known` is whether the
/// file is already written.
pub(super) fn finish_finding(
    finding: &ModelFinding,
    args: &FuzzArgs,
    known: bool,
) -> Result<(), CliError> {
    match (known, &finding.fault, &finding.unshrunk) {
        (false, ..) => write_finding(finding, args)?,
        (true, FindingKind::Lost(_), _) => {}
        (true, FindingKind::Disagreement(_), Some(why)) => {
            eprintln!("parallax: case {}: the model is not shrunk: {why}", finding.case);
        }
        (true, FindingKind::Disagreement(_), None) => {
            let path = save_model(finding, args)?;
            let (case, size) = (finding.case, describe_size(finding));
            eprintln!("parallax: case {case}: shrunk to {size}: {}", path.display());
        }
    }
    Ok(())
}

/// Describes the size of the model.
fn describe_size(finding: &ModelFinding) -> String {
    let model = &finding.model;
    let (variables, constraints) = (model.variables().len(), model.constraints().len());
    format!("{variables} variables, {constraints} constraints")
}

/// Writes the model, and returns its file.
fn save_model(finding: &ModelFinding, args: &FuzzArgs) -> Result<PathBuf, CliError> {
    let path = args.out.join(format!("fuzz-{}-{}.model.json", args.seed, finding.case));
    let failed = |error| CliError(format!("{}: cannot write: {error}", path.display()));
    // Replaces the file as a whole, so that an interrupt leaves the old content.
    write_whole(&path, &json::write_model(&finding.model)).map_err(failed)?;
    Ok(path)
}
