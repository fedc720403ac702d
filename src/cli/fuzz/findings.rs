//! Writes the findings of a fuzzing run to files.

use std::path::Path;

use parallax_lab::fuzz::Finding;
use parallax_lab::fuzz::parsers::Trouble;
use parallax_lab::fuzz::texts::TextFinding;
use parallax_model::json;

use super::Args;
use crate::cli::Failure;

impl Args {
    /// Writes the model of a finding, and a line about it to standard error.
    pub(super) fn write_finding(&self, finding: &Finding) -> Result<(), Failure> {
        let Finding { case, fault, answers, model } = finding;
        let path = self.out.join(format!("fuzz-{}-{case}.model.json", self.seed));
        write(&path, json::write(model).as_bytes())?;
        let answers: Vec<String> =
            answers.iter().map(|said| format!("{} ({})", said.engine, said.words)).collect();
        let (variables, constraints) = (model.variables().len(), model.constraints().len());
        eprintln!(
            "parallax: case {case}: {fault}: {}; engines' seed {case}, {variables} variables, \
             {constraints} constraints: {}",
            answers.join(", "),
            path.display()
        );
        Ok(())
    }

    /// Writes a text that a reader cannot take, and a line about it.
    pub(super) fn write_trouble(&self, trouble: &Trouble) -> Result<(), Failure> {
        let Trouble { case, format, bytes, how } = trouble;
        let path = self.out.join(format!("fuzz-{}-{case}.txt", self.seed));
        write(&path, bytes)?;
        eprintln!("parallax: case {case}: {format}: {how}: {}", path.display());
        Ok(())
    }

    /// Writes a text that is read or solved incorrectly, and a line about it.
    pub(super) fn write_text(&self, finding: &TextFinding) -> Result<(), Failure> {
        let TextFinding { case, format, text, how } = finding;
        let path = self.out.join(format!("fuzz-{}-{case}.{format}", self.seed));
        write(&path, text.as_bytes())?;
        eprintln!("parallax: case {case}: {how}: {}", path.display());
        Ok(())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure(format!("{}: cannot write: {error}", path.display()));
    std::fs::write(path, bytes).map_err(failed)
}
