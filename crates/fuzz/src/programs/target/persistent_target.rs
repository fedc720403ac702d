//! A persistent process, which answers one question after another.

use std::path::Path;
use std::time::{Duration, Instant};

use parallax_model::engine_api::Control;
use parallax_solvers::process::{CommandTemplate, shorten_text};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::target_process::{AnswerEnd, TargetProcess};
use super::{FuzzTarget, JoinOptions, JoinRule, StartError, TargetLimits, process_ending};
use crate::programs::case::FuzzCase;
use crate::programs::language::CaseLanguage;
use crate::programs::language::json::JsonLanguage;
use crate::programs::language::minizinc::MiniZinc;
use crate::programs::reply::TargetReply;

/// The form of questions and answers.
#[derive(Clone, PartialEq, Eq)]
enum TargetProtocol {
    /// One line of JSON each, as [`programs`](crate::programs) describes.
    Adapter,
    /// A line with the path of a file; the answer ends with `%%%end`.
    Files,
    /// One line of JSON each: the model with options, the output with the exit code.
    MiniZinc(Vec<String>),
}

/// A program that keeps running. After a crash, a timeout or a flood it is started again.
pub(super) struct PersistentTarget {
    spec: String,
    version: String,
    language: Box<dyn CaseLanguage>,
    program: CommandTemplate,
    protocol: TargetProtocol,
    limits: TargetLimits,
    folder: TempDir,
    child: Option<TargetProcess>,
    /// Number of answers of the current process.
    answered: u64,
}

impl PersistentTarget {
    /// Makes a target that reads the paths of files.
    pub(super) fn file_target(
        spec: String,
        language: Box<dyn CaseLanguage>,
        program: CommandTemplate,
        limits: TargetLimits,
    ) -> Result<Self, StartError> {
        let mut target =
            PersistentTarget::new(spec, language, (program, TargetProtocol::Files), limits)?;
        target.version = target.program.to_string();
        Ok(target)
    }

    /// Makes a target that reads JSON, and asks it to introduce itself.
    pub(super) fn adapter_target(
        spec: String,
        program: CommandTemplate,
        limits: TargetLimits,
        control: &Control,
    ) -> Result<Self, StartError> {
        let semantics = crate::programs::definition::UndefinedSemantics::Total;
        let nothing = JsonLanguage { semantics, operators: Vec::new(), assumes: false };
        let mut target = PersistentTarget::new(
            spec,
            Box::new(nothing),
            (program, TargetProtocol::Adapter),
            limits,
        )?;
        let name = target.program.to_string();
        let line = target.ask_introduction("{\"hello\":1}", control)?;
        let (name, version, language) = JsonLanguage::from_introduction(&line)
            .map_err(|why| StartError::Introduction { program: name, line: line.clone(), why })?;
        target.version = format!("{name} {version}");
        target.language = Box::new(language);
        Ok(target)
    }

    /// Makes a target that runs MiniZinc with options, and asks it for its version.
    pub(super) fn minizinc_target(
        spec: String,
        program: CommandTemplate,
        options: Vec<String>,
        limits: TargetLimits,
        control: &Control,
    ) -> Result<Self, StartError> {
        let solver = options.iter().skip_while(|word| *word != "--solver").nth(1).cloned();
        let protocol = TargetProtocol::MiniZinc(options);
        let mut target =
            PersistentTarget::new(spec, Box::new(MiniZinc), (program, protocol), limits)?;
        let question = r#"{"id":0,"model":"solve satisfy;","options":["--version"]}"#;
        let line = target.ask_introduction(question, control)?;
        let value: Value = serde_json::from_str(&line).unwrap_or_default();
        let out = value["out"].as_str().unwrap_or_default();
        let stated = out.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
        let stated = stated.ok_or_else(|| StartError::Version { line: line.clone() })?;
        target.version = match solver {
            Some(solver) => format!("{}, --solver {solver}", shorten_text(stated)),
            None => shorten_text(stated),
        };
        Ok(target)
    }

    fn new(
        spec: String,
        language: Box<dyn CaseLanguage>,
        (program, protocol): (CommandTemplate, TargetProtocol),
        limits: TargetLimits,
    ) -> Result<Self, StartError> {
        let folder = TempDir::new().map_err(StartError::Folder)?;
        let version = String::new();
        let (child, answered) = (None, 0);
        Ok(PersistentTarget {
            spec,
            version,
            language,
            program,
            protocol,
            limits,
            folder,
            child,
            answered,
        })
    }

    /// Returns the answer to a first question, which includes the time of a slow start.
    fn ask_introduction(
        &mut self,
        question: &str,
        control: &Control,
    ) -> Result<String, StartError> {
        let patience = Instant::now() + self.limits.time.max(Duration::from_secs(60));
        let answer = self.exchange_question(question, patience, control);
        let program = || self.program.to_string();
        answer.map_err(|reply| StartError::Silence { program: program(), reply })
    }

    /// Sends a question to the process, which is started if there is none. An error ends it.
    fn exchange_once(
        &mut self,
        question: &str,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), TargetReply> {
        if self.child.is_none() {
            self.child = Some(TargetProcess::start_process(&self.program, self.limits)?);
        }
        let answers = match self.protocol {
            TargetProtocol::Files => AnswerEnd::UntilEnd,
            _ => AnswerEnd::Line,
        };
        let result = match &mut self.child {
            Some(child) => child.exchange_question(question, answers, deadline, control),
            None => Err(TargetReply::Crash("it does not start".into())),
        };
        if !matches!(result, Ok((_, true))) {
            self.child = None;
        }
        result
    }

    /// Sends a question and returns the answer's text.
    fn exchange_question(
        &mut self,
        question: &str,
        deadline: Instant,
        control: &Control,
    ) -> Result<String, TargetReply> {
        let mut result = self.exchange_once(question, deadline, control);
        // A process may end late, because of an earlier question.
        let is_late = match &result {
            Err(TargetReply::Crash(_)) => true,
            Ok((text, false)) => text.trim().is_empty(),
            _ => false,
        };
        // The question is repeated once in a new process. If that one dies as well, `answered` is
        // 0, and the crash belongs to this question.
        if is_late && self.answered > 0 && self.protocol == TargetProtocol::Files {
            self.answered = 0;
            result = self.exchange_once(question, deadline, control);
        }
        self.answered += 1;
        if !matches!(result, Ok((_, true))) {
            self.answered = 0;
        }
        result.map(|(text, _)| text)
    }

    /// Returns the line that asks about a case.
    fn question_line(&self, case: &FuzzCase, text: String) -> Result<String, TargetReply> {
        match &self.protocol {
            TargetProtocol::Adapter => Ok(text),
            TargetProtocol::MiniZinc(options) => {
                let options: Vec<&str> = options.iter().map(String::as_str).chain(["-a"]).collect();
                Ok(json!({ "id": case.id, "model": text, "options": options }).to_string())
            }
            TargetProtocol::Files => {
                let file =
                    self.folder.path().join(format!("case.{}", self.language.file_extension()));
                let written = std::fs::write(&file, text);
                written.map_err(|error| {
                    TargetReply::Refused(format!("cannot write a file: {error}"))
                })?;
                Ok(file.to_string_lossy().into_owned())
            }
        }
    }

    /// Reads an answer's text.
    fn read_answer(&mut self, case: &FuzzCase, answer: &str) -> TargetReply {
        match self.protocol {
            TargetProtocol::Adapter => self.language.read_output(case, answer),
            TargetProtocol::Files => process_ending::judge_ending(
                self.language.read_output(case, answer),
                false,
                None,
                answer,
                "",
            ),
            TargetProtocol::MiniZinc(_) => {
                let reply = read_minizinc_answer(case, answer);
                if matches!(reply, TargetReply::Unreadable(_)) {
                    // The next line of the process may be the answer to this question.
                    self.child = None;
                }
                reply
            }
        }
    }
}

/// Reads `{"id":1,"code":0,"out":"…","err":"…"}`; `trap` in it is the reason of a crash.
fn read_minizinc_answer(case: &FuzzCase, answer: &str) -> TargetReply {
    let Ok(value) = serde_json::from_str::<Value>(answer) else {
        return TargetReply::Unreadable(format!("the line '{}'", shorten_text(answer)));
    };
    if value["id"].as_u64() != Some(case.id) {
        return TargetReply::Unreadable(format!("the answer to question {}", value["id"]));
    }
    if let Some(reason) = value["trap"].as_str() {
        return TargetReply::Crash(shorten_text(reason));
    }
    let text = |name: &str| value[name].as_str().unwrap_or_default();
    let (out, err) = (text("out"), text("err"));
    let reply = MiniZinc.read_output(case, out);
    process_ending::judge_ending(reply, value["code"].as_i64() != Some(0), None, out, err)
}

impl FuzzTarget for PersistentTarget {
    fn target_spec(&self) -> &str {
        &self.spec
    }

    fn program_version(&self) -> &str {
        &self.version
    }

    fn case_language(&self) -> &dyn CaseLanguage {
        &*self.language
    }

    fn ask_fresh(&mut self, case: &FuzzCase, control: &Control) -> TargetReply {
        // The other process is kept for later: many are fast only after a while.
        let before = (self.child.take(), std::mem::take(&mut self.answered));
        let reply = self.ask_case(case, control);
        (self.child, self.answered) = before;
        reply
    }

    fn join_options(&self) -> Option<JoinOptions> {
        match self.protocol {
            TargetProtocol::Adapter => None,
            TargetProtocol::Files => {
                Some(JoinOptions { rule: JoinRule::Sum, solutions: 600, cases: 24 })
            }
            TargetProtocol::MiniZinc(_) => {
                Some(JoinOptions { rule: JoinRule::Sum, solutions: 600, cases: 32 })
            }
        }
    }

    fn command_line(&self, file: &Path) -> String {
        let file = file.display().to_string();
        let program = self.program.to_string();
        match &self.protocol {
            TargetProtocol::Adapter => format!("(echo '{{\"hello\":1}}'; cat {file}) | {program}"),
            TargetProtocol::Files => format!("echo {file} | {program}"),
            TargetProtocol::MiniZinc(options) => {
                format!("{program} {} -a {file}", options.join(" "))
            }
        }
    }

    fn ask_case(&mut self, case: &FuzzCase, control: &Control) -> TargetReply {
        let text = match self.language.write_case(case) {
            Ok(text) => text,
            Err(why) => return TargetReply::Refused(format!("not written: {}", why.0)),
        };
        let question = match self.question_line(case, text) {
            Ok(question) => question,
            Err(reply) => return reply,
        };
        let deadline = Instant::now() + self.limits.time;
        match self.exchange_question(&question, deadline, control) {
            Ok(answer) => self.read_answer(case, &answer),
            Err(reply) => reply,
        }
    }
}
