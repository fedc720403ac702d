//! Specifications of targets: `LANGUAGE:COMMAND`.

use std::fmt;
use std::str::FromStr;

use parallax_solvers::process::Program;

use super::once::Once;
use super::stays::Stays;
use super::{Limits, Target};
use crate::language::Language;
use crate::language::flatzinc::{FlatZinc, Library};
use crate::language::minizinc::MiniZinc;
use crate::language::smtlib::SmtLib;
use crate::language::xcsp3::Xcsp3;

/// The specification of a target.
///
/// | form | the program |
/// |---|---|
/// | `fzn:COMMAND` | gets a FlatZinc file and prints all solutions; `-a` is added |
/// | `mzn:COMMAND` | `minizinc` with a solver, or a program like it; `-a` is added |
/// | `xcsp3:COMMAND` | gets an XCSP3 file and prints all solutions |
/// | `xcsp3-stay:COMMAND` | reads the paths of XCSP3 files, ends each answer with `%%%end` |
/// | `smt2:COMMAND` | gets an SMT-LIB script, and prints one solution by `get-value` |
/// | `json:COMMAND` | is an adapter, as the head of the crate describes |
///
/// A placeholder in the command (`{fzn}`, `{mzn}`, `{xml}`, `{smt2}`) is replaced by the file; otherwise the
/// file is the last argument, after `-a` where one is added. A label before it names the target in
/// reports: `ace=xcsp3:java …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The label, or the whole specification.
    text: String,
    form: Form,
    program: Program,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    FlatZinc,
    MiniZinc,
    Xcsp3,
    Xcsp3Stay,
    SmtLib,
    Json,
}

const FORMS: [(&str, Form); 6] = [
    ("fzn", Form::FlatZinc),
    ("mzn", Form::MiniZinc),
    ("xcsp3", Form::Xcsp3),
    ("xcsp3-stay", Form::Xcsp3Stay),
    ("smt2", Form::SmtLib),
    ("json", Form::Json),
];

/// Maximum number of solutions of the joined cases of a target whose start is slow.
const JOINED: u64 = 2000;

/// Maximum number of solutions of the joined cases of a target whose start takes milliseconds.
const FEW: u64 = 300;

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || FORMS.map(|(name, _)| name).join(", ");
        let (label, text) = match text.split_once('=') {
            Some((label, rest)) if is_label(label) => (label, rest),
            _ => (text, text),
        };
        let (form, command) = text
            .split_once(':')
            .ok_or_else(|| format!("'{text}' is no LANGUAGE:COMMAND; languages: {}", known()))?;
        let form = FORMS.iter().find(|(name, _)| *name == form);
        let form = form.ok_or_else(|| format!("no language in '{text}'; known: {}", known()))?.1;
        Ok(Spec { text: label.to_owned(), form, program: command.parse()? })
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
    pub fn target(&self, limits: Limits) -> Result<Box<dyn Target>, String> {
        self.program.find()?;
        let once = |language: Box<dyn Language>, placeholder, all: &[&str], joined| {
            let given = self.program.takes(placeholder);
            let program = if given { self.program.clone() } else { self.program.and(all) };
            let target =
                Once::new(self.text.clone(), language, (program, placeholder), limits, joined)?;
            Ok(Box::new(target) as Box<dyn Target>)
        };
        let text = || self.text.clone();
        match self.form {
            Form::FlatZinc => {
                let library = Library::guessed(&self.program.to_string());
                let all = ["-a", "{fzn}"];
                once(Box::new(FlatZinc(library)), "{fzn}", &all, Some(FEW))
            }
            Form::MiniZinc => once(Box::new(MiniZinc), "{mzn}", &["-a", "{mzn}"], Some(JOINED)),
            Form::Xcsp3 => once(Box::new(self.xcsp3()), "{xml}", &["{xml}"], Some(JOINED)),
            Form::Xcsp3Stay => {
                let program = self.program.clone();
                Ok(Box::new(Stays::files(text(), Box::new(self.xcsp3()), program, limits)?))
            }
            Form::SmtLib => once(Box::new(SmtLib), "{smt2}", &["{smt2}"], None),
            Form::Json => Ok(Box::new(Stays::adapter(text(), self.program.clone(), limits)?)),
        }
    }
}
