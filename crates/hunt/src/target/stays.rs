//! A process that stays and answers one question after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use parallax_model::ask::Control;
use parallax_solvers::process::{ChildProcess, Program, Tail, short};
use tempfile::TempDir;

use super::{Limits, Target, ending};
use crate::case::Case;
use crate::language::{Language, json::Json};
use crate::reply::Reply;

/// The line after which the answer of a process that reads files ends.
const END: &str = "%%%end";

/// That line, if the process ends too.
const EXIT: &str = "%%%exit";

/// The time between two checks of the clock.
const POLL: Duration = Duration::from_millis(20);

/// The form of questions and answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One line of JSON each.
    Lines,
    /// A line with the path of a file; the answer ends with `%%%end`.
    Files,
}

/// A program that stays. After a crash, a timeout or a flood it is started again.
pub(super) struct Stays {
    spec: String,
    version: String,
    language: Box<dyn Language>,
    program: Program,
    form: Form,
    limits: Limits,
    folder: TempDir,
    child: Option<Child>,
    /// Number of answers of the current process.
    answered: u64,
}

struct Child {
    process: ChildProcess,
    stdin: ChildStdin,
    lines: Receiver<String>,
    tail: Option<Tail>,
}

impl Stays {
    /// Makes a target that reads the paths of files.
    pub(super) fn files(
        spec: String,
        language: Box<dyn Language>,
        program: Program,
        limits: Limits,
    ) -> Result<Self, String> {
        let version = program.to_string();
        Stays::new(spec, version, language, (program, Form::Files), limits)
    }

    /// Makes a target that reads JSON, and asks it to introduce itself.
    pub(super) fn adapter(spec: String, program: Program, limits: Limits) -> Result<Self, String> {
        let nothing =
            Json { semantics: crate::definition::Semantics::Total, operators: Vec::new() };
        let mut target =
            Stays::new(spec, String::new(), Box::new(nothing), (program, Form::Lines), limits)?;
        let patience = Instant::now() + limits.time.max(Duration::from_secs(60));
        let name = target.program.to_string();
        let line = target.exchange("{\"hello\":1}", patience, &Control::unlimited());
        let line =
            line.map_err(|reply| format!("'{name}' does not introduce itself: {reply:?}"))?;
        let (name, version, language) = Json::introduced(&line)
            .map_err(|why| format!("'{name}' introduces itself with '{}': {why}", short(&line)))?;
        target.version = format!("{name} {version}");
        target.language = Box::new(language);
        Ok(target)
    }

    fn new(
        spec: String,
        version: String,
        language: Box<dyn Language>,
        (program, form): (Program, Form),
        limits: Limits,
    ) -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| format!("no temporary folder: {error}"))?;
        Ok(Stays {
            spec,
            version,
            language,
            program,
            form,
            limits,
            folder,
            child: None,
            answered: 0,
        })
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
        let result = match &mut self.child {
            Some(child) => child.exchange(question, self.form, deadline, control),
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
        if is_late && self.answered > 0 && self.form == Form::Files {
            self.answered = 0;
            result = self.exchange_once(question, deadline, control);
        }
        self.answered += 1;
        if !matches!(result, Ok((_, true))) {
            self.answered = 0;
        }
        result.map(|(text, _)| text)
    }
}

impl Child {
    fn start(program: &Program, limits: Limits) -> Result<Self, Reply> {
        let mut words = shlex::split(&program.to_string()).unwrap_or_default().into_iter();
        let mut command = std::process::Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot = |error| Reply::Crash(format!("cannot run '{}': {error}", program.name()));
        let mut process = ChildProcess::spawn(&mut command).map_err(cannot)?;
        process.limit_memory(limits.memory_bytes).map_err(cannot)?;
        let tail = process.stderr().map(Tail::of);
        let (Some(stdin), Some(stdout)) = (process.stdin(), process.stdout()) else {
            return Err(Reply::Crash("no pipes".into()));
        };
        let (send, lines) = sync_channel(64);
        let most = limits.output_bytes as u64;
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            // A line without an end is a flood: it is cut, and the process is stopped for it.
            while let Ok(1..) = reader.by_ref().take(most).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(&line).into_owned();
                line.clear();
                if send.send(text).is_err() {
                    return;
                }
            }
        });
        Ok(Child { process, stdin, lines, tail })
    }

    /// Returns the answer's text, and whether the process stays.
    fn exchange(
        &mut self,
        question: &str,
        form: Form,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), Reply> {
        // A question is shorter than the buffer of a pipe, or the process reads it.
        let sent = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        if sent.is_err() {
            return Err(self.gone());
        }
        let mut text = String::new();
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) if form == Form::Lines => return Ok((line, true)),
                Ok(line) if line.trim_end() == END => return Ok((text, true)),
                Ok(line) if line.trim_end() == EXIT => return Ok((text, false)),
                Ok(line) => text.push_str(&line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if Instant::now() > deadline || control.stopped().is_some() {
                return Err(Reply::Timeout);
            }
        }
    }

    /// Returns the crash of a process that has closed its output.
    fn gone(&mut self) -> Reply {
        let ended = self.process.finish(Duration::from_secs(1));
        let err = self.tail.as_ref().map(Tail::text).unwrap_or_default();
        match ended {
            Ok(status) => Reply::Crash(parallax_solvers::process::crash(status, &err)),
            Err(error) => Reply::Crash(error.to_string()),
        }
    }
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

    fn fresh(&mut self) {
        self.child = None;
        self.answered = 0;
    }

    fn ask(&mut self, case: &Case, control: &Control) -> Reply {
        let text = match self.language.write(case) {
            Ok(text) => text,
            Err(why) => return Reply::Refused(format!("not written: {}", why.0)),
        };
        let question = match self.form {
            Form::Lines => text,
            Form::Files => {
                let file = self.folder.path().join(format!("case.{}", self.language.extension()));
                if let Err(error) = std::fs::write(&file, text) {
                    return Reply::Refused(format!("cannot write a file: {error}"));
                }
                file.to_string_lossy().into_owned()
            }
        };
        let deadline = Instant::now() + self.limits.time;
        match self.exchange(&question, deadline, control) {
            Ok(answer) if answer.len() > self.limits.output_bytes => {
                self.child = None;
                Reply::Unreadable(format!("more than {} bytes", self.limits.output_bytes))
            }
            Ok(answer) => {
                let reply = self.language.read(case, &answer);
                match self.form {
                    Form::Lines => reply,
                    Form::Files => ending::judge(reply, false, None, &answer, ""),
                }
            }
            Err(reply) => reply,
        }
    }
}
