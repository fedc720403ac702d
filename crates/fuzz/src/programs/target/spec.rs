//! Specifications of targets: `LANGUAGE:COMMAND`.

use std::fmt;
use std::str::FromStr;

use parallax_model::engine_api::Control;
use parallax_solvers::process::CommandTemplate;

use super::one_shot_target::OneShotTarget;
use super::persistent_target::PersistentTarget;
use super::{FuzzTarget, JoinOptions, JoinRule, StartError, TargetError, TargetLimits};
use crate::programs::language::CaseLanguage;
use crate::programs::language::dimacs::DimacsLanguage;
use crate::programs::language::flatzinc::{FlatZinc, FlatzincLibrary};
use crate::programs::language::minizinc::MiniZinc;
use crate::programs::language::opb::OpbLanguage;
use crate::programs::language::row_language::RowLanguage;
use crate::programs::language::smtlib::SmtLib;
use crate::programs::language::xcsp3::Xcsp3Language;

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
/// | `json:COMMAND` | is an adapter, as [`programs`](crate::programs) describes |
///
/// A placeholder in the command (`{fzn}`, `{mzn}`, `{xml}`, `{smt2}`, `{opb}`, `{cnf}`) is replaced
/// by the file; otherwise the file is the last argument, after `-a` where one is added. A label
/// before it names the target in reports: `ace=xcsp3:java …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetSpec {
    /// The label, or the whole specification.
    text: String,
    form: TargetForm,
    program: CommandTemplate,
    /// Words after `--`, which go into each question.
    options: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TargetForm {
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

const TARGET_FORMS: [(&str, TargetForm); 10] = [
    ("fzn", TargetForm::FlatZinc),
    ("mzn", TargetForm::MiniZinc),
    ("mzn-stay", TargetForm::MiniZincStay),
    ("xcsp3", TargetForm::Xcsp3),
    ("xcsp3-stay", TargetForm::Xcsp3Stay),
    ("smt2", TargetForm::SmtLib),
    ("opb", TargetForm::Opb),
    ("dimacs", TargetForm::Dimacs),
    ("json", TargetForm::Json),
    ("fzn-core", TargetForm::FlatZincCore),
];

/// The joining of cases for a target whose start is slow.
const SLOW_START_JOIN: JoinOptions = JoinOptions { rule: JoinRule::Sum, solutions: 600, cases: 24 };

/// The joining of cases for a target whose start takes milliseconds.
const QUICK_START_JOIN: JoinOptions =
    JoinOptions { rule: JoinRule::Product, solutions: 300, cases: 16 };

impl FromStr for TargetSpec {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let known = || TARGET_FORMS.map(|(name, _)| name).join(", ");
        let (label, text) = match text.split_once('=') {
            // A command may contain `=` as well, so only a plain word before it is a label.
            Some((label, rest)) if is_label(label) => (label, rest),
            _ => (text, text),
        };
        let (form, command) = text
            .split_once(':')
            .ok_or_else(|| TargetError::Form { text: text.to_owned(), known: known() })?;
        let form = TARGET_FORMS.iter().find(|(name, _)| *name == form);
        let unknown = || TargetError::Language { text: text.to_owned(), known: known() };
        let form = form.ok_or_else(unknown)?.1;
        let (command, options) = match (form, command.split_once(" -- ")) {
            (TargetForm::MiniZincStay, Some((command, options))) => (command, options),
            _ => (command, ""),
        };
        let options = shlex::split(options)
            .ok_or_else(|| TargetError::Quotes { options: options.to_owned() })?;
        let program = command.parse()?;
        Ok(TargetSpec { text: label.to_owned(), form, program, options })
    }
}

/// Whether a text is a label: letters, digits, `-`, `_` and `.`.
fn is_label(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

impl fmt::Display for TargetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl TargetSpec {
    /// Whether words follow each other in the command.
    fn has_words(&self, words: &[&str]) -> bool {
        let command = self.program.to_string();
        let all: Vec<&str> = command.split_whitespace().collect();
        all.windows(words.len()).any(|window| window == words)
    }

    /// Whether the command runs this workspace's program with answers as rows of JSON.
    fn has_rows(&self) -> bool {
        self.has_words(&["solve", "--all", "--format", "json"])
    }

    /// Returns a language in which a program of this workspace may answer by rows of JSON.
    fn row_language(&self, language: impl CaseLanguage + 'static) -> Box<dyn CaseLanguage> {
        if self.has_rows() {
            return Box::new(RowLanguage::from_language(Box::new(language)));
        }
        Box::new(language)
    }

    /// Returns XCSP3 with the settings that the command implies.
    fn xcsp3_language(&self) -> Xcsp3Language {
        let command = self.program.to_string();
        let mut words = command.split_whitespace();
        Xcsp3Language { all: words.any(|word| ["-a", "--all", "-s=all"].contains(&word)) }
    }

    /// Starts the target.
    ///
    /// # Errors
    /// If the program is not found or does not introduce itself.
    pub fn start_target(&self, limits: TargetLimits) -> Result<Box<dyn FuzzTarget>, StartError> {
        self.start_controlled(limits, &Control::unlimited())
    }

    /// Starts the target; `control` may stop that early.
    ///
    /// # Errors
    /// If the program is not found or does not introduce itself.
    pub fn start_controlled(
        &self,
        limits: TargetLimits,
        control: &Control,
    ) -> Result<Box<dyn FuzzTarget>, StartError> {
        self.program.find_file()?;
        let once = |language: Box<dyn CaseLanguage>, placeholder, all: &[&str], joining| {
            let given = self.program.has_placeholder(placeholder);
            let program = if given { self.program.clone() } else { self.program.with_words(all) };
            let mut target = OneShotTarget::new(
                self.text.clone(),
                language,
                (program, placeholder),
                limits,
                joining,
            )?;
            target.read_version(control);
            if self.has_rows() {
                // `--all` asks for all solutions, so a case with an objective is asked without it.
                let command = target.program.to_string().replacen(" --all ", " ", 1);
                target.best = Some(command.parse::<CommandTemplate>()?);
            }
            Ok(Box::new(target) as Box<dyn FuzzTarget>)
        };
        let text = || self.text.clone();
        match self.form {
            TargetForm::FlatZinc | TargetForm::FlatZincCore => {
                let library = match FlatzincLibrary::from_program(&self.program.to_string()) {
                    FlatzincLibrary::Builtins if self.form == TargetForm::FlatZincCore => {
                        FlatzincLibrary::Assuming
                    }
                    library => library,
                };
                let all = ["-a", "{fzn}"];
                once(Box::new(FlatZinc(library)), "{fzn}", &all, Some(QUICK_START_JOIN))
            }
            TargetForm::MiniZinc => {
                once(self.row_language(MiniZinc), "{mzn}", &["-a", "{mzn}"], Some(SLOW_START_JOIN))
            }
            TargetForm::MiniZincStay => {
                let options = self.options.clone();
                Ok(Box::new(PersistentTarget::minizinc_target(
                    text(),
                    self.program.clone(),
                    options,
                    limits,
                    control,
                )?))
            }
            TargetForm::Xcsp3 => once(
                self.row_language(self.xcsp3_language()),
                "{xml}",
                &["{xml}"],
                Some(SLOW_START_JOIN),
            ),
            TargetForm::Xcsp3Stay => {
                let program = self.program.clone();
                Ok(Box::new(PersistentTarget::file_target(
                    text(),
                    Box::new(self.xcsp3_language()),
                    program,
                    limits,
                )?))
            }
            TargetForm::SmtLib => once(self.row_language(SmtLib), "{smt2}", &["{smt2}"], None),
            TargetForm::Opb => {
                let products = !self.has_words(&["linear"]);
                once(self.row_language(OpbLanguage { products }), "{opb}", &["{opb}"], None)
            }
            TargetForm::Dimacs => {
                let all = self.has_words(&["-n", "0"]) || self.has_words(&["-n0"]);
                once(self.row_language(DimacsLanguage { all }), "{cnf}", &["{cnf}"], None)
            }
            TargetForm::Json => Ok(Box::new(PersistentTarget::adapter_target(
                text(),
                self.program.clone(),
                limits,
                control,
            )?)),
        }
    }
}
