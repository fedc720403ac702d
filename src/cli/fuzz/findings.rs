//! Writes the findings of a fuzzing run to files, as soon as they are found.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parallax_experiment::regress::write_whole;
use parallax_fuzz::engines::{Finding, FindingKind};
use parallax_fuzz::parsers::Trouble;
use parallax_fuzz::texts::TextFinding;
use parallax_json as json;
use parallax_model::ask::Control;

use super::Args;
use crate::cli::Failure;

/// A finding that has a file of its own.
pub(super) trait KeptFinding {
    /// The number of the case.
    fn case(&self) -> u64;

    /// Writes the file when the finding is found, and a line about it to standard error.
    fn write(&self, args: &Args) -> Result<(), Failure>;

    /// Writes the file again when the work on the finding is done, if that changes it. `known` says
    /// whether it is written already.
    fn finish(&self, args: &Args, known: bool) -> Result<(), Failure> {
        if known { Ok(()) } else { self.write(args) }
    }
}

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

impl KeptFinding for Finding {
    fn case(&self) -> u64 {
        self.case
    }

    fn write(&self, args: &Args) -> Result<(), Failure> {
        let Finding { case, fault, answers, .. } = self;
        let path = save(self, args)?;
        let answers: Vec<String> =
            answers.iter().map(|said| format!("{} ({})", said.engine, said.words)).collect();
        eprintln!(
            "parallax: case {case}: {fault}: {}; engines' seed {case}, {}: {}",
            answers.join(", "),
            size(self),
            path.display()
        );
        Ok(())
    }

    fn finish(&self, args: &Args, known: bool) -> Result<(), Failure> {
        match (known, &self.fault, &self.unshrunk) {
            (false, ..) => self.write(args)?,
            (true, FindingKind::Lost(_), _) => {}
            (true, FindingKind::Disagreement(_), Some(why)) => {
                eprintln!("parallax: case {}: the model is not shrunk: {why}", self.case);
            }
            (true, FindingKind::Disagreement(_), None) => {
                let path = save(self, args)?;
                let (case, size) = (self.case, size(self));
                eprintln!("parallax: case {case}: shrunk to {size}: {}", path.display());
            }
        }
        Ok(())
    }
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
    // An interrupt leaves the file as it was.
    write_whole(&path, &json::write(&finding.model)).map_err(|error| failed(&path, &error))?;
    Ok(path)
}

impl KeptFinding for Trouble {
    fn case(&self) -> u64 {
        self.case
    }

    fn write(&self, args: &Args) -> Result<(), Failure> {
        let Trouble { case, format, bytes, how } = self;
        let path = args.out.join(format!("fuzz-{}-{case}.txt", args.seed));
        write(&path, bytes)?;
        eprintln!("parallax: case {case}: {format}: {how}: {}", path.display());
        Ok(())
    }
}

impl KeptFinding for TextFinding {
    fn case(&self) -> u64 {
        self.case
    }

    fn write(&self, args: &Args) -> Result<(), Failure> {
        let TextFinding { case, format, text, how } = self;
        let path = args.out.join(format!("fuzz-{}-{case}.{format}", args.seed));
        write(&path, text.as_bytes())?;
        eprintln!("parallax: case {case}: {how}: {}", path.display());
        Ok(())
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure(format!("{}: cannot write: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| failed(path, &error))
}
