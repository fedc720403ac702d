//! MiniZinc for the solvers that the program `minizinc` runs.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::engine_api::{Control, EffortCounters, PreparationError};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::CommandTemplate;
use parallax_translate::minizinc::{MinizincTranslation, OutputItemForm, require_small};

use super::listing::{ListingProblem, ListingSession};
use super::minizinc_solver::MinizincSolver;
use super::minizinc_solvers;

/// A model in MiniZinc and a solver that `minizinc` knows.
pub(super) type MinizincSession = ListingSession<MinizincProblem>;

/// The placeholder of the problem's file in a command.
const MINIZINC_PLACEHOLDER: &str = "{mzn}";

/// Time beyond the limit of a run, at which `minizinc` ends by itself if it still runs.
const EXTRA_TIME: Duration = Duration::from_secs(1);

/// A model in MiniZinc with the constraints of a question.
pub(crate) struct MinizincProblem {
    written: MinizincTranslation,
    program: CommandTemplate,
    seed: u64,
}

impl MinizincSession {
    /// Translates `model` for a solver.
    ///
    /// # Errors
    /// If `minizinc` cannot be found or does not know the solver, the translation fails, or
    /// `control` stops it.
    pub(crate) fn translate_model(
        model: &Arc<Model>,
        solver: &MinizincSolver,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let program = solver.solver_program();
        program.find_file().map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        if let Some(known) = minizinc_solvers::list_solvers(control)? {
            minizinc_solvers::require_solver(solver.solver_name(), &known)
                .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        }
        require_small(model)?;
        let problem = MinizincProblem {
            written: MinizincTranslation::from_model(model, control)?,
            program: program.clone(),
            seed,
        };
        Ok(ListingSession::new(problem, model, seed))
    }
}

impl ListingProblem for MinizincProblem {
    const FILE_PLACEHOLDER: &'static str = MINIZINC_PLACEHOLDER;

    fn pose_givens(&mut self, givens: &[Given]) -> Result<(), PreparationError> {
        self.written.start_question(givens);
        Ok(())
    }

    fn demand_bound(&mut self, bound: i64) -> Result<(), PreparationError> {
        self.written.demand_cost(bound);
        Ok(())
    }

    fn forbid_values(
        &mut self,
        _shown: &[usize],
        values: &[Value],
    ) -> Result<(), PreparationError> {
        self.written.forbid_solution(values)
    }

    fn write_problem(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()> {
        self.written.write_model(OutputItemForm::Places, optimises, &[], file)
    }

    fn translation_sizes(&self) -> EffortCounters {
        let [variables, constraints] = self.written.sizes();
        let mut counters = EffortCounters::new();
        counters.add_amount("variables", variables as u64);
        counters.add_amount("constraints", constraints as u64);
        counters
    }

    /// `minizinc` passes on only the flags that the solver declares, so a seed is harmless.
    fn solver_command(&self, several: bool, control: &Control) -> CommandTemplate {
        // Seeds are numbers of 32 bits there.
        let seed = (self.seed & 0x7fff_ffff).to_string();
        let mut program = self.program.with_words(&["-r", &seed]);
        if several {
            program = program.with_words(&["-a"]);
        }
        if let Some(deadline) = control.deadline() {
            // This process kills `minizinc` at the deadline. Its own limit is later, so that it
            // cannot end first and look like a solver that gave up.
            let left = deadline.saturating_duration_since(Instant::now()) + EXTRA_TIME;
            program = program.with_words(&["-t", &left.as_millis().to_string()]);
        }
        program.with_words(&[MINIZINC_PLACEHOLDER])
    }
}
