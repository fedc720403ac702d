//! Solvers behind `minizinc`: `mzn:gecode`, `mzn+std:org.gecode.gecode@6.2.0 -p 2`.

use std::fmt;
use std::path::PathBuf;

use parallax_solvers::process::Program;

use super::external::PROOF;

/// The program that compiles and runs.
const MINIZINC: &str = "minizinc";

/// A solver that `minizinc` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinizincSolver {
    /// The name of the solver, and further options of `minizinc`.
    words: String,
    /// Whether constraints are those of MiniZinc's own library rather than the solver's.
    std: bool,
    /// The folder in which it runs; by default that of this process.
    pub(super) folder: Option<PathBuf>,
}

impl MinizincSolver {
    /// Reads the name of a solver, and options after it. `library` is `std` for MiniZinc's own
    /// library.
    ///
    /// # Errors
    /// At another library, a missing name, or words that no shell would split.
    pub(super) fn parse(library: Option<&str>, words: &str) -> Result<Self, String> {
        let std = match library {
            None => false,
            Some("std") => true,
            Some(other) => {
                return Err(format!("unknown library '{other}' of MiniZinc; known: std"));
            }
        };
        let words = words.trim().to_owned();
        let example = "as in mzn:gecode";
        if words.is_empty() {
            return Err(format!("a solver is missing after ':', {example}"));
        }
        if words.starts_with('-') {
            return Err(format!(
                "'{words}' begins with an option; a solver comes first, {example}"
            ));
        }
        let solver = MinizincSolver { words, std, folder: None };
        let program: Program = solver.command().parse().map_err(|why| ToString::to_string(&why))?;
        if program.takes(PROOF) {
            return Err(format!("'{PROOF}' is for 'dimacs:' engines only"));
        }
        Ok(solver)
    }

    fn command(&self) -> String {
        let library = if self.std { " -G std" } else { "" };
        format!("{MINIZINC} --solver {}{library}", self.words)
    }

    /// Returns the command without the file.
    pub(crate) fn program(&self) -> Program {
        // Words that do not parse are refused when the solver is read.
        let plain = || Program::with(MINIZINC, &[]);
        let mut program = self.command().parse().unwrap_or_else(|_| plain());
        if let Some(folder) = &self.folder {
            program.start_in(folder);
        }
        program
    }

    /// Returns the solver as `minizinc` is asked for it, without options.
    pub(crate) fn name(&self) -> &str {
        self.words.split_whitespace().next().unwrap_or_default()
    }
}

impl fmt::Display for MinizincSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mzn{}:{}", if self.std { "+std" } else { "" }, self.words)
    }
}
