//! MiniZinc for the solvers behind the program `minizinc`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::ask::{Control, Counters, Refusal};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::Program;
use parallax_translate::minizinc::{Minizinc, Printed, require_small};

use super::installed;
use super::listing::{Listed, Listing};
use super::minizinc_solver::MinizincSolver;

/// A model in MiniZinc and a solver that `minizinc` knows.
pub(super) type MinizincSession = Listing<MinizincProblem>;

/// The placeholder of the problem's file in a command.
const MZN: &str = "{mzn}";

/// Time beyond the limit of a run, at which `minizinc` ends by itself if it still runs.
const BEYOND: Duration = Duration::from_secs(1);

/// A model in MiniZinc with the constraints of a question.
pub(crate) struct MinizincProblem {
    written: Minizinc,
    program: Program,
    seed: u64,
}

impl MinizincSession {
    /// Translates `model` for a solver.
    ///
    /// # Errors
    /// If `minizinc` cannot be found or does not know the solver, the translation fails, or
    /// `control` stops it.
    pub(crate) fn start(
        model: &Arc<Model>,
        solver: &MinizincSolver,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let program = solver.program();
        program.find().map_err(|why| Refusal::Unsupported(why.to_string()))?;
        if let Some(known) = installed::solvers(control)? {
            installed::require(solver.name(), &known)
                .map_err(|why| Refusal::Unsupported(why.to_string()))?;
        }
        require_small(model)?;
        let problem = MinizincProblem { written: Minizinc::of(model, control)?, program, seed };
        Ok(Listing::new(problem, model, seed))
    }
}

impl Listed for MinizincProblem {
    const PLACEHOLDER: &'static str = MZN;

    fn pose(&mut self, givens: &[Given]) -> Result<(), Refusal> {
        self.written.pose(givens);
        Ok(())
    }

    fn demand(&mut self, bound: i64) -> Result<(), Refusal> {
        self.written.demand(bound);
        Ok(())
    }

    fn forbid(&mut self, _shown: &[usize], values: &[Value]) -> Result<(), Refusal> {
        self.written.forbid(values)
    }

    fn write(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()> {
        self.written.write(Printed::Places, optimises, &[], file)
    }

    fn sizes(&self) -> Counters {
        let [variables, constraints] = self.written.sizes();
        let mut counters = Counters::new();
        counters.add("variables", variables as u64);
        counters.add("constraints", constraints as u64);
        counters
    }

    /// `minizinc` passes on only the flags that the solver declares, so a seed is harmless.
    fn command(&self, several: bool, control: &Control) -> Program {
        // Seeds are numbers of 32 bits there.
        let seed = (self.seed & 0x7fff_ffff).to_string();
        let mut program = self.program.and(&["-r", &seed]);
        if several {
            program = program.and(&["-a"]);
        }
        if let Some(deadline) = control.deadline() {
            let left = deadline.saturating_duration_since(Instant::now()) + BEYOND;
            program = program.and(&["-t", &left.as_millis().to_string()]);
        }
        program.and(&[MZN])
    }
}
