//! A process for each case.

use std::path::{Path, PathBuf};

use parallax_model::ask::Control;
use parallax_solvers::process::{Bounds, Program, Run, RunError, run, signal};
use tempfile::TempDir;

use super::{Joining, Limits, StartError, Target, ending};
use crate::programs::case::Case;
use crate::programs::language::Language;
use crate::programs::reply::{Reply, Status};

/// A program that is started for each case, with the file as its last argument or in the place of
/// a placeholder such as `{fzn}`.
pub(super) struct Once {
    pub(super) spec: String,
    pub(super) version: String,
    pub(super) language: Box<dyn Language>,
    pub(super) program: Program,
    pub(super) placeholder: &'static str,
    pub(super) limits: Limits,
    pub(super) joining: Option<Joining>,
    /// The program for a case with an objective, if that is asked differently.
    pub(super) best: Option<Program>,
    folder: TempDir,
}

impl Once {
    pub(super) fn new(
        spec: String,
        language: Box<dyn Language>,
        (program, placeholder): (Program, &'static str),
        limits: Limits,
        joining: Option<Joining>,
    ) -> Result<Self, StartError> {
        let folder = TempDir::new().map_err(StartError::Folder)?;
        let version = program.name().to_owned();
        Ok(Once {
            spec,
            version,
            language,
            program,
            placeholder,
            limits,
            joining,
            best: None,
            folder,
        })
    }

    /// Asks the program for its version.
    pub(super) fn introduce(&mut self, control: &Control) {
        self.version = super::version::ask(&self.program, self.limits, control);
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(format!("case.{}", self.language.extension()))
    }
}

impl Target for Once {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn language(&self) -> &dyn Language {
        &*self.language
    }

    fn joining(&self) -> Option<Joining> {
        self.joining
    }

    fn command(&self, file: &Path) -> String {
        self.program.to_string().replace(self.placeholder, &file.display().to_string())
    }

    fn ask(&mut self, case: &Case, control: &Control) -> Reply {
        let text = match self.language.write(case) {
            Ok(text) => text,
            Err(why) => return Reply::Refused(format!("not written: {}", why.0)),
        };
        let file = self.file();
        if let Err(error) = std::fs::write(&file, &text) {
            return Reply::Refused(format!("cannot write a file: {error}"));
        }
        let proof = self.program.takes("{proof}").then(|| self.folder.path().join("proof"));
        let mut fill = vec![(self.placeholder, file.to_string_lossy().into_owned())];
        if let Some(proof) = &proof {
            // A proof of an earlier question is none of this one.
            let _ = std::fs::remove_file(proof);
            fill.push(("{proof}", proof.to_string_lossy().into_owned()));
        }
        let best = self.best.as_ref().filter(|_| case.objective.is_some());
        let mut asked = Run::of(best.unwrap_or(&self.program), fill);
        asked.bounds = Bounds { memory_bytes: Some(self.limits.memory_bytes), cpu_seconds: None };
        let within = control.within(Some(self.limits.time));
        match run(&asked, self.limits.output_bytes, &within) {
            Ok(ran) => {
                let out = String::from_utf8_lossy(&ran.out);
                let mut reply = self.language.read(case, &out);
                if let (Some(proof), Reply::Answer(answer)) = (&proof, &mut reply)
                    && answer.status == Status::Unsatisfiable
                {
                    answer.unproved = unproved(&text, proof, self.limits.output_bytes);
                }
                let failed = !ran.status.success();
                ending::judge(reply, failed, signal(ran.status), &out, &ran.err)
            }
            Err(RunError::Stopped(_)) => Reply::Timeout,
            Err(why @ RunError::Output { .. }) => Reply::Unreadable(why.to_string()),
            Err(why) => Reply::Crash(why.to_string()),
        }
    }
}

/// Returns the reason why a file does not prove that a formula has no solution.
fn unproved(formula: &str, file: &Path, most: usize) -> Option<String> {
    // Reading a pipe could block forever.
    match file.symlink_metadata() {
        Ok(about) if !about.is_file() => return Some("no proof: it is no file".to_owned()),
        Ok(about) if about.len() > most as u64 => {
            return Some(format!("the proof has more than {most} bytes"));
        }
        _ => {}
    }
    let text = std::fs::read(file);
    let text = match text {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => return Some(format!("no proof: {error}")),
    };
    crate::programs::proof::check(formula, &text).err().map(|why| why.to_string())
}
