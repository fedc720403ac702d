//! The model counters outside this process, by name or by command.

use parallax_encodings::Options;
use parallax_model::ask::{Family, Solver};
use parallax_solvers::process::Program;

use super::program::Projection;
use crate::spec::SpecFault;

/// A model counter that is a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The program.
    pub(crate) which: Which,
    /// The encodings of its formulas.
    pub(crate) options: Options,
}

/// The program that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// A counter that `scripts/setup --counters` installs.
    Installed(Installed),
    /// Any program.
    Command(Program),
}

/// The counters that `scripts/setup --counters` installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installed {
    /// Ganak (Sharma et al. 2019), which counts over the shown variables.
    Ganak,
    /// D4 (Lagniez and Marquis 2017).
    D4,
}

impl Installed {
    /// All of them.
    pub(super) const ALL: [Installed; 2] = [Installed::Ganak, Installed::D4];

    pub(super) fn name(self) -> &'static str {
        match self {
            Installed::Ganak => "ganak",
            Installed::D4 => "d4",
        }
    }

    /// Returns the command that runs it.
    fn command(self) -> &'static str {
        match self {
            Installed::Ganak => "parallax-ganak {cnf} {seed}",
            Installed::D4 => "parallax-d4 {cnf} {seed}",
        }
    }
}

impl Outside {
    /// Returns the program, after checking that it exists.
    ///
    /// # Errors
    /// If the program cannot be found; the message has the command that installs it.
    pub(crate) fn program(&self) -> Result<Program, SpecFault> {
        match &self.which {
            Which::Command(program) => {
                program.find().map(|_| program.clone()).map_err(SpecFault::no_program)
            }
            Which::Installed(counter) => {
                let program: Program = counter.command().parse().map_err(SpecFault::part)?;
                match program.find() {
                    Ok(_) => Ok(program),
                    Err(_) => Err(SpecFault::NoProgram(format!(
                        "{} is not installed: there is no '{}' on the search path; \
                         'scripts/setup --counters' installs it",
                        counter.name(),
                        program.name()
                    ))),
                }
            }
        }
    }

    /// Returns the command that the user names.
    pub(crate) fn command(&self) -> Option<&Program> {
        match &self.which {
            Which::Command(program) => Some(program),
            Which::Installed(_) => None,
        }
    }

    pub(crate) fn command_mut(&mut self) -> Option<&mut Program> {
        match &mut self.which {
            Which::Command(program) => Some(program),
            Which::Installed(_) => None,
        }
    }

    pub(super) fn projection(&self) -> Projection {
        match self.which {
            Which::Installed(Installed::Ganak) => Projection::Shown,
            Which::Installed(Installed::D4) | Which::Command(_) => Projection::None,
        }
    }

    pub(super) fn family(&self) -> Family {
        Family::of(match self.which {
            Which::Installed(Installed::Ganak) => Solver::Ganak,
            Which::Installed(Installed::D4) => Solver::D4,
            Which::Command(_) => Solver::Unknown,
        })
    }

    pub(super) fn about(&self) -> &'static str {
        match self.which {
            Which::Installed(Installed::Ganak) => {
                "only counts: clauses for the model counter Ganak"
            }
            Which::Installed(Installed::D4) => "only counts: clauses for the model counter D4",
            Which::Command(_) => "only counts: clauses for a model counter that is a program",
        }
    }

    pub(super) fn version(&self) -> String {
        match self.program().map(|program| program.find()) {
            Ok(Ok(place)) => place.display().to_string(),
            _ => "not installed".into(),
        }
    }

    /// Whether all encodings are the default.
    pub(super) fn is_plain(&self) -> bool {
        self.options == Options::default()
    }
}
