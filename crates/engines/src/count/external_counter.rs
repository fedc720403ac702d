//! The model counters outside this process, by name or by command.

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{EngineFamily, SolverLineage};
use parallax_solvers::process::CommandTemplate;

use super::program::CounterProjection;
use crate::spec::SpecFault;

/// A model counter that is a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalCounter {
    /// The program.
    pub(crate) which: CounterProgram,
    /// The encodings of its formulas.
    pub(crate) options: EncodingOptions,
}

/// The program that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CounterProgram {
    /// A counter that `scripts/setup --counters` installs.
    Installed(InstalledCounter),
    /// Any program.
    Command(CommandTemplate),
}

/// The counters that `scripts/setup --counters` installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstalledCounter {
    /// Ganak (Sharma et al. 2019), which counts over the shown variables.
    Ganak,
    /// D4 (Lagniez and Marquis 2017).
    D4,
}

impl InstalledCounter {
    /// All of them.
    pub(super) const ALL: [InstalledCounter; 2] = [InstalledCounter::Ganak, InstalledCounter::D4];

    pub(super) fn program_name(self) -> &'static str {
        match self {
            InstalledCounter::Ganak => "ganak",
            InstalledCounter::D4 => "d4",
        }
    }

    /// Returns the command that runs it.
    fn shell_command(self) -> &'static str {
        match self {
            InstalledCounter::Ganak => "parallax-ganak {cnf} {seed}",
            InstalledCounter::D4 => "parallax-d4 {cnf} {seed}",
        }
    }
}

impl ExternalCounter {
    /// Returns the program, after checking that it exists.
    ///
    /// # Errors
    /// If the program cannot be found; the message has the command that installs it.
    pub(crate) fn find_program(&self) -> Result<CommandTemplate, SpecFault> {
        match &self.which {
            CounterProgram::Command(program) => {
                program.find_file().map(|_| program.clone()).map_err(SpecFault::no_program)
            }
            CounterProgram::Installed(counter) => {
                let program: CommandTemplate =
                    counter.shell_command().parse().map_err(SpecFault::part_fault)?;
                match program.find_file() {
                    Ok(_) => Ok(program),
                    Err(_) => Err(SpecFault::NoProgram(format!(
                        "{} is not installed: there is no '{}' on the search path; \
                         'scripts/setup --counters' installs it",
                        counter.program_name(),
                        program.name()
                    ))),
                }
            }
        }
    }

    /// Returns the command that the user names.
    pub(crate) fn user_command(&self) -> Option<&CommandTemplate> {
        match &self.which {
            CounterProgram::Command(program) => Some(program),
            CounterProgram::Installed(_) => None,
        }
    }

    pub(crate) fn command_mut(&mut self) -> Option<&mut CommandTemplate> {
        match &mut self.which {
            CounterProgram::Command(program) => Some(program),
            CounterProgram::Installed(_) => None,
        }
    }

    pub(super) fn projection_mode(&self) -> CounterProjection {
        match self.which {
            CounterProgram::Installed(InstalledCounter::Ganak) => CounterProjection::Shown,
            CounterProgram::Installed(InstalledCounter::D4) | CounterProgram::Command(_) => {
                CounterProjection::None
            }
        }
    }

    pub(super) fn solver_family(&self) -> EngineFamily {
        EngineFamily::from_solver(match self.which {
            CounterProgram::Installed(InstalledCounter::Ganak) => SolverLineage::Ganak,
            CounterProgram::Installed(InstalledCounter::D4) => SolverLineage::D4,
            CounterProgram::Command(_) => SolverLineage::Unknown,
        })
    }

    pub(super) fn counter_summary(&self) -> &'static str {
        match self.which {
            CounterProgram::Installed(InstalledCounter::Ganak) => {
                "only counts: clauses for the model counter Ganak"
            }
            CounterProgram::Installed(InstalledCounter::D4) => {
                "only counts: clauses for the model counter D4"
            }
            CounterProgram::Command(_) => {
                "only counts: clauses for a model counter that is a program"
            }
        }
    }

    pub(super) fn program_version(&self) -> String {
        match self.find_program().map(|program| program.find_file()) {
            Ok(Ok(place)) => place.display().to_string(),
            _ => "not installed".into(),
        }
    }

    /// Whether all encodings are the default.
    pub(super) fn is_plain(&self) -> bool {
        self.options == EncodingOptions::default()
    }
}
