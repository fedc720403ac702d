//! Writes the findings of a fuzzing run to files, as soon as they are found.

use std::collections::BTreeSet;
use std::path::PathBuf;

use parallax_experiment::regress::write_whole;
use parallax_fuzz::engines::{Finding, FindingKind};
use parallax_json as json;
use parallax_model::ask::Control;

use super::Args;
use crate::cli::Failure;

/// The cases whose findings are written, and the first error.
pub(super) struct Written {
    pub(super) cases: BTreeSet<u64>,
    pub(super) result: Result<(), Failure>,
}

impl Default for Written {
    fn default() -> Self {
        Written { cases: BTreeSet::new(), result: Ok(()) }
    }
}

impl Written {
    /// Keeps the first error and ends the run: findings cannot be written.
    pub(super) fn add(&mut self, case: u64, written: Result<(), Failure>, control: &Control) {
        self.cases.insert(case);
        if written.is_err() && self.result.is_ok() {
            self.result = written;
            control.cancel();
        }
    }
}

/// Writes the file of a finding when it is found, and a line about it to standard error.
pub(super) fn write(finding: &Finding, args: &Args) -> Result<(), Failure> {
    let Finding { case, fault, answers, .. } = finding;
    let path = save(finding, args)?;
    let answers: Vec<String> =
        answers.iter().map(|said| format!("{} ({})", said.engine, said.words)).collect();
    eprintln!(
        "parallax: case {case}: {fault}: {}; engines' seed {case}, {}: {}",
        answers.join(", "),
        size(finding),
        path.display()
    );
    Ok(())
}

/// Writes the file again when the work on the finding is done, if that changes it. `known` says
/// whether it is written already.
pub(super) fn finish(finding: &Finding, args: &Args, known: bool) -> Result<(), Failure> {
    match (known, &finding.fault, &finding.unshrunk) {
        (false, ..) => write(finding, args)?,
        (true, FindingKind::Lost(_), _) => {}
        (true, FindingKind::Disagreement(_), Some(why)) => {
            eprintln!("parallax: case {}: the model is not shrunk: {why}", finding.case);
        }
        (true, FindingKind::Disagreement(_), None) => {
            let path = save(finding, args)?;
            let (case, size) = (finding.case, size(finding));
            eprintln!("parallax: case {case}: shrunk to {size}: {}", path.display());
        }
    }
    Ok(())
}

/// Describes the size of the model.
fn size(finding: &Finding) -> String {
    let model = &finding.model;
    let (variables, constraints) = (model.variables().len(), model.constraints().len());
    format!("{variables} variables, {constraints} constraints")
}

/// Writes the model, and returns its file.
fn save(finding: &Finding, args: &Args) -> Result<PathBuf, Failure> {
    let path = args.out.join(format!("fuzz-{}-{}.model.json", args.seed, finding.case));
    let failed = |error| Failure(format!("{}: cannot write: {error}", path.display()));
    // An interrupt leaves the file as it was.
    write_whole(&path, &json::write(&finding.model)).map_err(failed)?;
    Ok(path)
}
