//! A process that stays and answers one question after another.

use std::path::Path;
use std::time::{Duration, Instant};

use parallax_model::ask::Control;
use parallax_solvers::process::{Program, short};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::child::{Answers, Child};
use super::{Joining, Limits, Rule, StartError, Target, ending};
use crate::programs::case::Case;
use crate::programs::language::Language;
use crate::programs::language::json::Json;
use crate::programs::language::minizinc::MiniZinc;
use crate::programs::reply::Reply;

/// The form of questions and answers.
#[derive(Clone, PartialEq, Eq)]
enum Protocol {
    /// One line of JSON each, as the head of the crate describes.
    Adapter,
    /// A line with the path of a file; the answer ends with `%%%end`.
    Files,
    /// One line of JSON each: the model with options, the output with the exit code.
    MiniZinc(Vec<String>),
}

/// A program that stays. After a crash, a timeout or a flood it is started again.
pub(super) struct Stays {
    spec: String,
    version: String,
    language: Box<dyn Language>,
    program: Program,
    protocol: Protocol,
    limits: Limits,
    folder: TempDir,
    child: Option<Child>,
    /// Number of answers of the current process.
    answered: u64,
}

impl Stays {
    /// Makes a target that reads the paths of files.
    pub(super) fn files(
        spec: String,
        language: Box<dyn Language>,
        program: Program,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let mut target = Stays::new(spec, language, (program, Protocol::Files), limits)?;
        target.version = target.program.to_string();
        Ok(target)
    }

    /// Makes a target that reads JSON, and asks it to introduce itself.
    pub(super) fn adapter(
        spec: String,
        program: Program,
        limits: Limits,
        control: &Control,
    ) -> Result<Self, StartError> {
        let semantics = crate::programs::definition::Semantics::Total;
        let nothing = Json { semantics, operators: Vec::new(), assumes: false };
        let mut target = Stays::new(spec, Box::new(nothing), (program, Protocol::Adapter), limits)?;
        let name = target.program.to_string();
        let line = target.introduction("{\"hello\":1}", control)?;
        let (name, version, language) = Json::introduced(&line)
            .map_err(|why| StartError::Introduction { program: name, line: line.clone(), why })?;
        target.version = format!("{name} {version}");
        target.language = Box::new(language);
        Ok(target)
    }

    /// Makes a target that runs MiniZinc with options, and asks it for its version.
    pub(super) fn minizinc(
        spec: String,
        program: Program,
        options: Vec<String>,
        limits: Limits,
        control: &Control,
    ) -> Result<Self, StartError> {
        let solver = options.iter().skip_while(|word| *word != "--solver").nth(1).cloned();
        let protocol = Protocol::MiniZinc(options);
        let mut target = Stays::new(spec, Box::new(MiniZinc), (program, protocol), limits)?;
        let question = r#"{"id":0,"model":"solve satisfy;","options":["--version"]}"#;
        let line = target.introduction(question, control)?;
        let value: Value = serde_json::from_str(&line).unwrap_or_default();
        let out = value["out"].as_str().unwrap_or_default();
        let stated = out.lines().find(|line| line.contains(|c: char| c.is_ascii_digit()));
        let stated = stated.ok_or_else(|| StartError::Version { line: line.clone() })?;
        target.version = match solver {
            Some(solver) => format!("{}, --solver {solver}", short(stated)),
            None => short(stated),
        };
        Ok(target)
    }

    fn new(
        spec: String,
        language: Box<dyn Language>,
        (program, protocol): (Program, Protocol),
        limits: Limits,
    ) -> Result<Self, StartError> {
        let folder = TempDir::new().map_err(StartError::Folder)?;
        let version = String::new();
        let (child, answered) = (None, 0);
        Ok(Stays { spec, version, language, program, protocol, limits, folder, child, answered })
    }

    /// Returns the answer to a first question, for which a slow start is no fault.
    fn introduction(&mut self, question: &str, control: &Control) -> Result<String, StartError> {
        let patience = Instant::now() + self.limits.time.max(Duration::from_secs(60));
        let answer = self.exchange(question, patience, control);
        let program = || self.program.to_string();
        answer.map_err(|reply| StartError::Silence { program: program(), reply })
    }

    /// Sends a question to the process, which is started if there is none. After an error it is
    /// gone.
    fn exchange_once(
        &mut self,
        question: &str,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), Reply> {
        if self.child.is_none() {
            self.child = Some(Child::start(&self.program, self.limits)?);
        }
        let answers = match self.protocol {
            Protocol::Files => Answers::UntilEnd,
            _ => Answers::Line,
        };
        let result = match &mut self.child {
            Some(child) => child.exchange(question, answers, deadline, control),
            None => Err(Reply::Crash("it does not start".into())),
        };
        if !matches!(result, Ok((_, true))) {
            self.child = None;
        }
        result
    }

    /// Sends a question and returns the answer's text.
    fn exchange(
        &mut self,
        question: &str,
        deadline: Instant,
        control: &Control,
    ) -> Result<String, Reply> {
        let mut result = self.exchange_once(question, deadline, control);
        // A process may end late, on account of an earlier question.
        let is_late = match &result {
            Err(Reply::Crash(_)) => true,
            Ok((text, false)) => text.trim().is_empty(),
            _ => false,
        };
        if is_late && self.answered > 0 && self.protocol == Protocol::Files {
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
    fn question(&self, case: &Case, text: String) -> Result<String, Reply> {
        match &self.protocol {
            Protocol::Adapter => Ok(text),
            Protocol::MiniZinc(options) => {
                let options: Vec<&str> = options.iter().map(String::as_str).chain(["-a"]).collect();
                Ok(json!({ "id": case.id, "model": text, "options": options }).to_string())
            }
            Protocol::Files => {
                let file = self.folder.path().join(format!("case.{}", self.language.extension()));
                let written = std::fs::write(&file, text);
                written.map_err(|error| Reply::Refused(format!("cannot write a file: {error}")))?;
                Ok(file.to_string_lossy().into_owned())
            }
        }
    }

    /// Reads an answer's text.
    fn read(&mut self, case: &Case, answer: &str) -> Reply {
        match self.protocol {
            Protocol::Adapter => self.language.read(case, answer),
            Protocol::Files => {
                ending::judge(self.language.read(case, answer), false, None, answer, "")
            }
            Protocol::MiniZinc(_) => {
                let reply = minizinc(case, answer);
                if matches!(reply, Reply::Unreadable(_)) {
                    // Its next line may be the answer to this question.
                    self.child = None;
                }
                reply
            }
        }
    }
}

/// Reads `{"id":1,"code":0,"out":"…","err":"…"}`; `trap` in it is the reason of a crash.
fn minizinc(case: &Case, answer: &str) -> Reply {
    let Ok(value) = serde_json::from_str::<Value>(answer) else {
        return Reply::Unreadable(format!("the line '{}'", short(answer)));
    };
    if value["id"].as_u64() != Some(case.id) {
        return Reply::Unreadable(format!("the answer to question {}", value["id"]));
    }
    if let Some(reason) = value["trap"].as_str() {
        return Reply::Crash(short(reason));
    }
    let text = |name: &str| value[name].as_str().unwrap_or_default();
    let (out, err) = (text("out"), text("err"));
    let reply = MiniZinc.read(case, out);
    ending::judge(reply, value["code"].as_i64() != Some(0), None, out, err)
}

impl Target for Stays {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn language(&self) -> &dyn Language {
        &*self.language
    }

    fn ask_fresh(&mut self, case: &Case, control: &Control) -> Reply {
        // The other process stays for later: many are quick only after a while.
        let before = (self.child.take(), std::mem::take(&mut self.answered));
        let reply = self.ask(case, control);
        (self.child, self.answered) = before;
        reply
    }

    fn joining(&self) -> Option<Joining> {
        match self.protocol {
            Protocol::Adapter => None,
            Protocol::Files => Some(Joining { rule: Rule::Sum, solutions: 600, cases: 24 }),
            Protocol::MiniZinc(_) => Some(Joining { rule: Rule::Sum, solutions: 600, cases: 32 }),
        }
    }

    fn command(&self, file: &Path) -> String {
        let file = file.display().to_string();
        let program = self.program.to_string();
        match &self.protocol {
            Protocol::Adapter => format!("(echo '{{\"hello\":1}}'; cat {file}) | {program}"),
            Protocol::Files => format!("echo {file} | {program}"),
            Protocol::MiniZinc(options) => format!("{program} {} -a {file}", options.join(" ")),
        }
    }

    fn ask(&mut self, case: &Case, control: &Control) -> Reply {
        let text = match self.language.write(case) {
            Ok(text) => text,
            Err(why) => return Reply::Refused(format!("not written: {}", why.0)),
        };
        let question = match self.question(case, text) {
            Ok(question) => question,
            Err(reply) => return reply,
        };
        let deadline = Instant::now() + self.limits.time;
        match self.exchange(&question, deadline, control) {
            Ok(answer) => self.read(case, &answer),
            Err(reply) => reply,
        }
    }
}
