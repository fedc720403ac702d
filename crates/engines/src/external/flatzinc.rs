//! FlatZinc for external constraint solvers.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use parallax_model::engine_api::{
    Control, EffortCounters, EngineFamily, PreparationError, Session, SolverLineage,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::CommandTemplate;
use parallax_translate::flatzinc::{FlatzincGlobals, FlatzincMark, FlatzincTranslation};

use super::listing::{ListingProblem, ListingSession};
use crate::spec::{CommandParts, ConfiguredEngine, EngineKind, SpecFault};

/// FlatZinc in a file, and an external constraint solver.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatzincEngine {
    /// The command.
    pub program: CommandTemplate,
    /// The global constraints that it reads.
    pub globals: FlatzincGlobals,
}

impl fmt::Display for FlatzincEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fzn+{}:{}", self.globals, self.program)
    }
}

impl EngineKind for FlatzincEngine {
    const NAMES: &'static [&'static str] = &["fzn", "flatzinc"];
    const RUNS_COMMAND: bool = true;

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            parts.parts.refuse_choices()?;
            let globals = match parts.parts.encoding {
                Some(name) => name.parse().map_err(SpecFault::part_fault)?,
                None => FlatzincGlobals::of_program(program.name()),
            };
            Ok(FlatzincEngine { program, globals })
        };
        Some(read())
    }
}

impl ConfiguredEngine for FlatzincEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        match self.globals {
            FlatzincGlobals::Std => "FlatZinc for a program".into(),
            FlatzincGlobals::Gecode => {
                "FlatZinc for a program, with Gecode's global constraints".into()
            }
        }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let Self { program, globals } = self;
        Ok(Box::new(FlatzincSession::translate_model(model, *globals, program, seed, control)?))
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}

/// A model in FlatZinc and an external solver that reads it.
type FlatzincSession = ListingSession<FlatzincProblem>;

/// The placeholder of the problem's file in a command.
const FLATZINC_PLACEHOLDER: &str = "{fzn}";

/// The flag for all solutions, or for each better one.
const ALL: &str = "-a";

/// A model in FlatZinc with the constraints of a question.
pub(crate) struct FlatzincProblem {
    flat: FlatzincTranslation,
    base: FlatzincMark,
    /// The commands for one solution and for all.
    first: CommandTemplate,
    all: CommandTemplate,
}

impl FlatzincSession {
    /// Translates `model` for `program`. A command that does not name `{fzn}` is called as
    /// MiniZinc calls solvers: `-a` if there may be several solutions, and then the file.
    ///
    /// # Errors
    /// If the program cannot be found, the translation fails, or `control` stops it.
    pub(crate) fn translate_model(
        model: &Arc<Model>,
        globals: FlatzincGlobals,
        program: &CommandTemplate,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        program.find_file().map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        let flat = FlatzincTranslation::from_model(&model.narrow_domains(), globals, control)?;
        let (first, all) = if program.has_placeholder(FLATZINC_PLACEHOLDER) {
            (program.clone(), program.clone())
        } else {
            (
                program.with_words(&[FLATZINC_PLACEHOLDER]),
                program.with_words(&[ALL, FLATZINC_PLACEHOLDER]),
            )
        };
        let problem = FlatzincProblem { base: flat.current_mark(), flat, first, all };
        Ok(ListingSession::new(problem, model, seed))
    }
}

impl ListingProblem for FlatzincProblem {
    const FILE_PLACEHOLDER: &'static str = FLATZINC_PLACEHOLDER;

    fn pose_givens(&mut self, givens: &[Given]) -> Result<(), PreparationError> {
        self.flat.return_to(self.base);
        givens.iter().try_for_each(|given| self.flat.fix_given(given))
    }

    fn demand_bound(&mut self, bound: i64) -> Result<(), PreparationError> {
        self.flat.demand_cost(bound).map(|_| ())
    }

    fn forbid_values(&mut self, shown: &[usize], values: &[Value]) -> Result<(), PreparationError> {
        self.flat.forbid_values(shown.iter().map(|&v| (v, values[v])))
    }

    fn write_problem(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()> {
        self.flat.write_text(optimises, file)
    }

    fn translation_sizes(&self) -> EffortCounters {
        let [integers, truths, constraints] = self.flat.sizes();
        let mut counters = EffortCounters::new();
        counters.add_amount("variables", (integers + truths) as u64);
        counters.add_amount("constraints", constraints as u64);
        counters
    }

    fn solver_command(&self, several: bool, _control: &Control) -> CommandTemplate {
        if several { self.all.clone() } else { self.first.clone() }
    }
}
