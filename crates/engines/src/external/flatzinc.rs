//! FlatZinc for external constraint solvers.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_model::ask::{Control, Counters, Refusal};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::Program;
use parallax_translate::flatzinc::{Flatzinc, Globals, Mark};

use super::listing::{Listed, Listing};

/// A model in FlatZinc and an external solver that reads it.
pub(crate) type FlatzincSession = Listing<FlatzincProblem>;

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
