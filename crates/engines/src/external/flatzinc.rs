//! FlatZinc for external constraint solvers.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parallax_model::ask::{Abilities, Control, Counters, Family, Refusal, Session, Solver};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::Program;
use parallax_translate::flatzinc::{Flatzinc, Globals, Mark};

use super::listing::{Listed, Listing};
use super::{PROGRAM_ABILITIES, installed_version};
use crate::spec::{CommandParts, ConfiguredEngine, EngineKind, Spec, SpecFault};

/// FlatZinc in a file, and an external constraint solver.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatzincEngine {
    /// The command.
    pub program: Program,
    /// The global constraints that it reads.
    pub globals: Globals,
}

impl fmt::Display for FlatzincEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fzn+{}:{}", self.globals, self.program)
    }
}

impl EngineKind for FlatzincEngine {
    const NAMES: &'static [&'static str] = &["fzn", "flatzinc"];

    fn read(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            parts.parts.refuse_choices()?;
            let globals = match parts.parts.encoding {
                Some(name) => name.parse().map_err(SpecFault::part)?,
                None => Globals::of_program(program.name()),
            };
            Ok(FlatzincEngine { program, globals })
        };
        Some(read())
    }

    fn begins_command(text: &str) -> bool {
        CommandParts::are_begun(text, Self::NAMES)
    }
}

impl ConfiguredEngine for FlatzincEngine {
    fn family(&self) -> Family {
        Family::of(Solver::Unknown)
    }

    fn abilities(&self) -> Abilities {
        PROGRAM_ABILITIES
    }

    fn description(&self) -> String {
        match self.globals {
            Globals::Std => "FlatZinc for a program".into(),
            Globals::Gecode => "FlatZinc for a program, with Gecode's global constraints".into(),
        }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let Self { program, globals } = self;
        Ok(Box::new(FlatzincSession::start(model, *globals, program, seed, control)?))
    }

    fn find_program(&self) -> Result<(), SpecFault> {
        self.program.find().map(|_| ()).map_err(SpecFault::no_program)
    }

    fn version(&self) -> String {
        installed_version(&self.program)
    }

    fn run_in(&self, folder: &Path) -> Option<Spec> {
        let mut engine = self.clone();
        engine.program.start_in(folder);
        Some(Spec::new(engine))
    }

    fn folder(&self) -> Option<&Path> {
        self.program.folder()
    }
}

/// A model in FlatZinc and an external solver that reads it.
type FlatzincSession = Listing<FlatzincProblem>;

/// The placeholder of the problem's file in a command.
const FZN: &str = "{fzn}";

/// The flag for all solutions, or for each better one.
const ALL: &str = "-a";

/// A model in FlatZinc with the constraints of a question.
pub(crate) struct FlatzincProblem {
    flat: Flatzinc,
    base: Mark,
    /// The commands for one solution and for all.
    first: Program,
    all: Program,
}

impl FlatzincSession {
    /// Translates `model` for `program`. A command that does not name `{fzn}` is called as
    /// MiniZinc calls solvers: `-a` if there may be several solutions, and then the file.
    ///
    /// # Errors
    /// If the program cannot be found, the translation fails, or `control` stops it.
    pub(crate) fn start(
        model: &Arc<Model>,
        globals: Globals,
        program: &Program,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        program.find().map_err(|why| Refusal::Unsupported(why.to_string()))?;
        let flat = Flatzinc::of(&model.narrowed(), globals, control)?;
        let (first, all) = if program.takes(FZN) {
            (program.clone(), program.clone())
        } else {
            (program.and(&[FZN]), program.and(&[ALL, FZN]))
        };
        let problem = FlatzincProblem { base: flat.mark(), flat, first, all };
        Ok(Listing::new(problem, model, seed))
    }
}

impl Listed for FlatzincProblem {
    const PLACEHOLDER: &'static str = FZN;

    fn pose(&mut self, givens: &[Given]) -> Result<(), Refusal> {
        self.flat.return_to(self.base);
        givens.iter().try_for_each(|given| self.flat.fix(given))
    }

    fn demand(&mut self, bound: i64) -> Result<(), Refusal> {
        self.flat.demand(bound).map(|_| ())
    }

    fn forbid(&mut self, shown: &[usize], values: &[Value]) -> Result<(), Refusal> {
        self.flat.forbid(shown.iter().map(|&v| (v, values[v])))
    }

    fn write(&self, optimises: bool, file: &mut dyn Write) -> io::Result<()> {
        self.flat.write(optimises, file)
    }

    fn sizes(&self) -> Counters {
        let [integers, truths, constraints] = self.flat.sizes();
        let mut counters = Counters::new();
        counters.add("variables", (integers + truths) as u64);
        counters.add("constraints", constraints as u64);
        counters
    }

    fn command(&self, several: bool, _control: &Control) -> Program {
        if several { self.all.clone() } else { self.first.clone() }
    }
}
