//! A process for each case.

use std::path::{Path, PathBuf};

use parallax_model::engine_api::Control;
use parallax_solvers::process::{
    CommandTemplate, ProcessLimits, ProgramRun, RunError, ending_signal, run_program,
};
use tempfile::TempDir;

use super::{FuzzTarget, JoinOptions, StartError, TargetLimits, process_ending};
use crate::programs::case::FuzzCase;
use crate::programs::language::CaseLanguage;
use crate::programs::reply::{TargetClaim, TargetReply};

/// A program that is started for each case, with the file as its last argument or instead of a
/// placeholder such as `{fzn}`.
pub(super) struct OneShotTarget {
    pub(super) spec: String,
    pub(super) version: String,
    pub(super) language: Box<dyn CaseLanguage>,
    pub(super) program: CommandTemplate,
    pub(super) placeholder: &'static str,
    pub(super) limits: TargetLimits,
    pub(super) joining: Option<JoinOptions>,
    /// The program for a case with an objective, if it differs.
    pub(super) best: Option<CommandTemplate>,
    folder: TempDir,
}

impl OneShotTarget {
    pub(super) fn new(
        spec: String,
        language: Box<dyn CaseLanguage>,
        (program, placeholder): (CommandTemplate, &'static str),
        limits: TargetLimits,
        joining: Option<JoinOptions>,
    ) -> Result<Self, StartError> {
        let folder = TempDir::new().map_err(StartError::Folder)?;
        let version = program.name().to_owned();
        Ok(OneShotTarget {
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
    pub(super) fn read_version(&mut self, control: &Control) {
        self.version = super::version::ask_version(&self.program, self.limits, control);
    }

    fn case_file(&self) -> PathBuf {
        self.folder.path().join(format!("case.{}", self.language.file_extension()))
    }
}

impl FuzzTarget for OneShotTarget {
    fn target_spec(&self) -> &str {
        &self.spec
    }

    fn program_version(&self) -> &str {
        &self.version
    }

    fn case_language(&self) -> &dyn CaseLanguage {
        &*self.language
    }

    fn join_options(&self) -> Option<JoinOptions> {
        self.joining
    }

    fn command_line(&self, file: &Path) -> String {
        self.program.to_string().replace(self.placeholder, &file.display().to_string())
    }

    fn ask_case(&mut self, case: &FuzzCase, control: &Control) -> TargetReply {
        let text = match self.language.write_case(case) {
            Ok(text) => text,
            Err(why) => return TargetReply::Refused(format!("not written: {}", why.0)),
        };
        let file = self.case_file();
        if let Err(error) = std::fs::write(&file, &text) {
            return TargetReply::Refused(format!("cannot write a file: {error}"));
        }
        let proof =
            self.program.has_placeholder("{proof}").then(|| self.folder.path().join("proof"));
        let mut fill = vec![(self.placeholder, file.to_string_lossy().into_owned())];
        if let Some(proof) = &proof {
            // A proof of an earlier question must not pass as one of this question.
            let _ = std::fs::remove_file(proof);
            fill.push(("{proof}", proof.to_string_lossy().into_owned()));
        }
        let best = self.best.as_ref().filter(|_| case.objective.is_some());
        let mut asked = ProgramRun::new(best.unwrap_or(&self.program), fill);
        asked.bounds =
            ProcessLimits { memory_bytes: Some(self.limits.memory_bytes), cpu_seconds: None };
        let within = control.with_timeout(Some(self.limits.time));
        match run_program(&asked, self.limits.output_bytes, &within) {
            Ok(ran) => {
                let out = String::from_utf8_lossy(&ran.out);
                let mut reply = self.language.read_output(case, &out);
                if let (Some(proof), TargetReply::Answer(answer)) = (&proof, &mut reply)
                    && answer.status == TargetClaim::Unsatisfiable
                {
                    answer.unproved = unproved_reason(&text, proof, self.limits.output_bytes);
                }
                let failed = !ran.status.success();
                process_ending::judge_ending(
                    reply,
                    failed,
                    ending_signal(ran.status),
                    &out,
                    &ran.err,
                )
            }
            Err(RunError::Stopped(_)) => TargetReply::Timeout,
            Err(why @ RunError::Output { .. }) => TargetReply::Unreadable(why.to_string()),
            Err(why) => TargetReply::Crash(why.to_string()),
        }
    }
}

/// Returns the reason why a file does not prove that a formula has no solution.
fn unproved_reason(formula: &str, file: &Path, max_bytes: usize) -> Option<String> {
    // The program chooses the kind of the file: reading a named pipe could block forever.
    match file.symlink_metadata() {
        Ok(about) if !about.is_file() => return Some("no proof: it is no file".to_owned()),
        Ok(about) if about.len() > max_bytes as u64 => {
            return Some(format!("the proof has more than {max_bytes} bytes"));
        }
        _ => {}
    }
    let text = std::fs::read(file);
    let text = match text {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => return Some(format!("no proof: {error}")),
    };
    crate::programs::proof::check_proof(formula, &text).err().map(|why| why.to_string())
}
