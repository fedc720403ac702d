//! Specifications of targets: `LANGUAGE:COMMAND`.

use std::fmt;
use std::str::FromStr;

use parallax_model::ask::Control;
use parallax_solvers::process::Program;

use super::once::Once;
use super::stays::Stays;
use super::{Joining, Limits, Rule, StartError, Target, TargetError};
use crate::programs::language::Language;
use crate::programs::language::dimacs::Dimacs;
use crate::programs::language::flatzinc::{FlatZinc, Library};
use crate::programs::language::minizinc::MiniZinc;
use crate::programs::language::opb::Opb;
use crate::programs::language::rows::Rows;
use crate::programs::language::smtlib::SmtLib;
use crate::programs::language::xcsp3::Xcsp3;

/// The specification of a target.
///
/// | form | the program |
/// |---|---|
/// | `fzn:COMMAND` | gets a FlatZinc file and prints all solutions; `-a` is added |
/// | `fzn-core:COMMAND` | as `fzn:`, and answers a core of what `fzn_assume` assumes |
/// | `mzn:COMMAND` | `minizinc` with a solver, or a program like it; `-a` is added |
/// | `mzn-stay:COMMAND -- OPTIONS` | stays, answers JSON lines with models and these options |
/// | `xcsp3:COMMAND` | gets an XCSP3 file and prints all solutions |
/// | `xcsp3-stay:COMMAND` | reads the paths of XCSP3 files, ends each answer with `%%%end` |
/// | `smt2:COMMAND` | gets an SMT-LIB script, and prints one solution by `get-value` |
/// | `opb:COMMAND` | gets a pseudo-Boolean problem; `s`, `o` and `v` lines |
/// | `dimacs:COMMAND` | gets a CNF formula; `s` and `v` lines, with `{proof}` also a DRAT proof |
/// | `json:COMMAND` | is an adapter, as the head of the crate describes |
///
/// A placeholder in the command (`{fzn}`, `{mzn}`, `{xml}`, `{smt2}`, `{opb}`, `{cnf}`) is replaced
/// by the file; otherwise the file is the last argument, after `-a` where one is added. A label
/// before it names the target in reports: `ace=xcsp3:java …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The label, or the whole specification.
    text: String,
    form: Form,
    program: Program,
    /// Words after `--`, which go into each question.
    options: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    FlatZinc,
    FlatZincCore,
    MiniZinc,
    MiniZincStay,
    Xcsp3,
    Xcsp3Stay,
    SmtLib,
    Opb,
    Dimacs,
    Json,
}

const FORMS: [(&str, Form); 10] = [
    ("fzn", Form::FlatZinc),
    ("mzn", Form::MiniZinc),
    ("mzn-stay", Form::MiniZincStay),
    ("xcsp3", Form::Xcsp3),
    ("xcsp3-stay", Form::Xcsp3Stay),
    ("smt2", Form::SmtLib),
    ("opb", Form::Opb),
    ("dimacs", Form::Dimacs),
    ("json", Form::Json),
    ("fzn-core", Form::FlatZincCore),
];

/// The joining of cases for a target whose start is slow.
const SLOW: Joining = Joining { rule: Rule::Sum, solutions: 600, cases: 24 };

/// The joining of cases for a target whose start takes milliseconds.
const QUICK: Joining = Joining { rule: Rule::Product, solutions: 300, cases: 16 };

impl FromStr for Spec {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let known = || FORMS.map(|(name, _)| name).join(", ");
        let (label, text) = match text.split_once('=') {
            Some((label, rest)) if is_label(label) => (label, rest),
            _ => (text, text),
        };
        let (form, command) = text
            .split_once(':')
            .ok_or_else(|| TargetError::Form { text: text.to_owned(), known: known() })?;
        let form = FORMS.iter().find(|(name, _)| *name == form);
        let unknown = || TargetError::Language { text: text.to_owned(), known: known() };
        let form = form.ok_or_else(unknown)?.1;
        let (command, options) = match (form, command.split_once(" -- ")) {
            (Form::MiniZincStay, Some((command, options))) => (command, options),
            _ => (command, ""),
        };
        let options = shlex::split(options)
            .ok_or_else(|| TargetError::Quotes { options: options.to_owned() })?;
        let program = command.parse()?;
        Ok(Spec { text: label.to_owned(), form, program, options })
    }
}

/// Whether a text is a label: letters, digits, `-`, `_` and `.`.
fn is_label(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// Whether words follow each other in the command.
    fn has_words(&self, words: &[&str]) -> bool {
        let command = self.program.to_string();
        let all: Vec<&str> = command.split_whitespace().collect();
        all.windows(words.len()).any(|window| window == words)
    }

    /// Whether the command is one of this workspace's program that answers by rows of JSON.
    fn has_rows(&self) -> bool {
        self.has_words(&["solve", "--all", "--format", "json"])
    }

    /// Returns a language in which a program of this workspace may answer by rows of JSON.
    fn presented(&self, language: impl Language + 'static) -> Box<dyn Language> {
        if self.has_rows() {
            return Box::new(Rows::of(Box::new(language)));
        }
        Box::new(language)
    }

    /// Returns XCSP3 as the command asks for it.
    fn xcsp3(&self) -> Xcsp3 {
        let command = self.program.to_string();
        let mut words = command.split_whitespace();
        Xcsp3 { all: words.any(|word| ["-a", "--all", "-s=all"].contains(&word)) }
    }

    /// Starts the target.
    ///
    /// # Errors
    /// If the program is not found or does not introduce itself.
    pub fn target(&self, limits: Limits) -> Result<Box<dyn Target>, StartError> {
        self.start(limits, &Control::unlimited())
    }

    /// Starts the target; `control` may stop that early.
    ///
    /// # Errors
    /// If the program is not found or does not introduce itself.
    pub fn start(&self, limits: Limits, control: &Control) -> Result<Box<dyn Target>, StartError> {
        self.program.find()?;
        let once = |language: Box<dyn Language>, placeholder, all: &[&str], joining| {
            let given = self.program.takes(placeholder);
            let program = if given { self.program.clone() } else { self.program.and(all) };
            let mut target =
                Once::new(self.text.clone(), language, (program, placeholder), limits, joining)?;
            target.introduce(control);
            if self.has_rows() {
                // All solutions are asked for, or the best.
                let command = target.program.to_string().replacen(" --all ", " ", 1);
                target.best = Some(command.parse::<Program>()?);
            }
            Ok(Box::new(target) as Box<dyn Target>)
        };
        let text = || self.text.clone();
        match self.form {
            Form::FlatZinc | Form::FlatZincCore => {
                let library = match Library::guessed(&self.program.to_string()) {
                    Library::Builtins if self.form == Form::FlatZincCore => Library::Assuming,
                    library => library,
                };
                let all = ["-a", "{fzn}"];
                once(Box::new(FlatZinc(library)), "{fzn}", &all, Some(QUICK))
            }
            Form::MiniZinc => once(self.presented(MiniZinc), "{mzn}", &["-a", "{mzn}"], Some(SLOW)),
            Form::MiniZincStay => {
                let options = self.options.clone();
                Ok(Box::new(Stays::minizinc(
                    text(),
                    self.program.clone(),
                    options,
                    limits,
                    control,
                )?))
            }
            Form::Xcsp3 => once(self.presented(self.xcsp3()), "{xml}", &["{xml}"], Some(SLOW)),
            Form::Xcsp3Stay => {
                let program = self.program.clone();
                Ok(Box::new(Stays::files(text(), Box::new(self.xcsp3()), program, limits)?))
            }
            Form::SmtLib => once(self.presented(SmtLib), "{smt2}", &["{smt2}"], None),
            Form::Opb => {
                let products = !self.has_words(&["linear"]);
                once(self.presented(Opb { products }), "{opb}", &["{opb}"], None)
            }
            Form::Dimacs => {
                let all = self.has_words(&["-n", "0"]) || self.has_words(&["-n0"]);
                once(self.presented(Dimacs { all }), "{cnf}", &["{cnf}"], None)
            }
            Form::Json => {
                Ok(Box::new(Stays::adapter(text(), self.program.clone(), limits, control)?))
            }
        }
    }
}
