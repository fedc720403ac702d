//! Solvers that `minizinc` runs: `mzn:gecode`, `mzn+std:org.gecode.gecode@6.2.0 -p 2`.

use std::fmt;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{Control, EngineFamily, PreparationError, Session, SolverLineage};
use parallax_solvers::process::CommandTemplate;

use super::minizinc::MinizincSession;
use crate::spec::{CommandParts, ConfiguredEngine, EngineKind, PROOF_PLACEHOLDER, SpecFault};

/// A solver that `minizinc` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinizincSolver {
    /// The name of the solver, and further options of `minizinc`.
    words: String,
    /// Whether constraints are those of MiniZinc's own library rather than the solver's.
    std: bool,
    /// The command without the file.
    program: CommandTemplate,
}

impl MinizincSolver {
    /// Reads the name of a solver, and options after it. `library` is `std` for MiniZinc's own
    /// library.
    ///
    /// # Errors
    /// At another library, a missing name, or words that no shell would split.
    fn read_parts(library: Option<&str>, words: &str) -> Result<Self, SpecFault> {
        let std = match library {
            None => false,
            Some("std") => true,
            Some(other) => return Err(SpecFault::UnknownLibrary(other.to_owned())),
        };
        let words = words.trim().to_owned();
        if words.is_empty() {
            return Err(SpecFault::MissingSolver);
        }
        if words.starts_with('-') {
            return Err(SpecFault::OptionFirst(words));
        }
        let library = if std { " -G std" } else { "" };
        let command = format!("minizinc --solver {words}{library}");
        let program: CommandTemplate = command.parse().map_err(SpecFault::part_fault)?;
        if program.has_placeholder(PROOF_PLACEHOLDER) {
            return Err(SpecFault::MisplacedProof);
        }
        Ok(MinizincSolver { words, std, program })
    }

    /// Returns the command without the file.
    pub(super) fn solver_program(&self) -> &CommandTemplate {
        &self.program
    }

    /// Returns the solver as `minizinc` is asked for it, without options.
    pub(super) fn solver_name(&self) -> &str {
        self.words.split_whitespace().next().unwrap_or_default()
    }
}

impl fmt::Display for MinizincSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mzn{}:{}", if self.std { "+std" } else { "" }, self.words)
    }
}

impl EngineKind for MinizincSolver {
    const NAMES: &'static [&'static str] = &["mzn", "minizinc"];
    const RUNS_COMMAND: bool = true;

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            if parts.parts.choices.is_some() {
                parts.read_proofless_program()?;
                parts.parts.refuse_choices()?;
            }
            MinizincSolver::read_parts(parts.parts.encoding, parts.command)
        };
        Some(read())
    }
}

impl ConfiguredEngine for MinizincSolver {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        "MiniZinc for a solver that minizinc runs".into()
    }

    fn takes_globals(&self) -> bool {
        true
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(MinizincSession::translate_model(model, self, seed, control)?))
    }

    fn compiler_name(&self) -> Option<&'static str> {
        Some("MiniZinc's compiler")
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}
