//! XCSP3 for external constraint solvers.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use parallax_model::engine_api::{
    Control, EffortCounters, EngineFamily, EnumerationEnd, PreparationError, Session, SolverLineage,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::{CommandTemplate, ProgramResult};
use parallax_solvers::replies::xcsp3::{Xcsp3Status, read_xcsp3_reply};
use parallax_translate::xcsp3::Xcsp3Translation;

use super::{ExternalProblem, ExternalSession, RunSolutions};
use crate::spec::{CommandParts, ConfiguredEngine, EngineKind, SpecFault};

/// XCSP3 in a file, and an external constraint solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Xcsp3Engine {
    /// The command.
    pub program: CommandTemplate,
}

impl fmt::Display for Xcsp3Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "xcsp3:{}", self.program)
    }
}

impl EngineKind for Xcsp3Engine {
    const NAMES: &'static [&'static str] = &["xcsp3", "xcsp"];
    const RUNS_COMMAND: bool = true;

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            parts.parts.refuse_choices()?;
            match parts.parts.encoding {
                None => Ok(Xcsp3Engine { program }),
                Some(encoding) => Err(SpecFault::NoEncoding {
                    engine: "xcsp3".into(),
                    encoding: encoding.to_owned(),
                }),
            }
        };
        Some(read())
    }
}

impl ConfiguredEngine for Xcsp3Engine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        "XCSP3 for a program".into()
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
        Ok(Box::new(Xcsp3Session::translate_model(model, &self.program, seed, control)?))
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}

/// A model in XCSP3 and an external solver that reads it.
type Xcsp3Session = ExternalSession<Xcsp3Problem>;

/// The placeholder of the problem's file in a command.
const XML_PLACEHOLDER: &str = "{xml}";

impl Xcsp3Session {
    /// Translates `model` for `program`. A command that does not name `{xml}` gets the file as
    /// its last word.
    ///
    /// # Errors
    /// If the program cannot be found, the translation fails, or `control` stops it.
    pub(crate) fn translate_model(
        model: &Arc<Model>,
        program: &CommandTemplate,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let named = if program.has_placeholder(XML_PLACEHOLDER) {
            program.clone()
        } else {
            program.with_words(&[XML_PLACEHOLDER])
        };
        ExternalSession::new(&named, seed, model.objective(), || {
            Ok(Xcsp3Problem {
                written: Xcsp3Translation::from_model(model, control)?,
                shown: model.shown().iter().map(|v| v.index()).collect(),
                optimises: false,
                seen: HashSet::new(),
            })
        })
    }
}

/// An instance with the constraints of a question.
pub(crate) struct Xcsp3Problem {
    written: Xcsp3Translation,
    shown: Vec<usize>,
    optimises: bool,
    /// The shown parts of the solutions of this question.
    seen: HashSet<Vec<Value>>,
}

/// Bytes for each variable of an answer: its name, its value and blanks.
const BYTES_PER_VALUE: usize = 32;

/// Maximum number of other bytes that a solver may print, its further solutions among them.
const MAX_OTHER_BYTES: usize = 64 << 20;

impl ExternalProblem for Xcsp3Problem {
    fn pose_question(&mut self, givens: &[Given], optimises: bool) -> bool {
        self.written.start_question(givens);
        self.optimises = optimises;
        self.seen.clear();
        true
    }

    fn file_placeholder(&self) -> &'static str {
        XML_PLACEHOLDER
    }

    fn write_question(&self, file: &mut dyn Write) -> io::Result<()> {
        self.written.write_instance(self.optimises, &[], file)
    }

    fn max_output(&self) -> usize {
        BYTES_PER_VALUE
            .saturating_mul(self.written.variable_count())
            .saturating_add(MAX_OTHER_BYTES)
    }

    /// Every run may print several solutions. The last one counts if the best is sought.
    fn read_answer(
        &self,
        ran: &ProgramResult,
        _file: Option<&str>,
    ) -> Result<RunSolutions, EnumerationEnd> {
        let mut reply = read_xcsp3_reply(ran, self.written.variable_count())?;
        let is_over = reply.status == Xcsp3Status::Unsatisfiable
            || (self.optimises && reply.status == Xcsp3Status::Optimum);
        if self.optimises {
            reply.solutions.drain(..reply.solutions.len().saturating_sub(1));
        }
        let solutions = reply.solutions.iter().map(|values| self.complete_values(values));
        Ok(RunSolutions { solutions: solutions.collect::<Result<_, EnumerationEnd>>()?, is_over })
    }

    fn demand_cost(&mut self, bound: i64) -> Result<bool, EnumerationEnd> {
        self.written.demand_cost(bound);
        Ok(true)
    }

    fn forbid_solution(&mut self, values: &[Value]) {
        self.seen.insert(self.shown_part(values));
        self.written.forbid_solution(values);
    }

    fn is_known(&self, values: &[Value]) -> bool {
        self.seen.contains(&self.shown_part(values))
    }

    fn problem_sizes(&self) -> EffortCounters {
        let [variables, constraints] = self.written.sizes();
        let mut counters = EffortCounters::new();
        counters.add_amount("variables", variables as u64);
        counters.add_amount("constraints", constraints as u64);
        counters
    }
}

impl Xcsp3Problem {
    fn shown_part(&self, values: &[Value]) -> Vec<Value> {
        self.shown.iter().map(|&variable| values[variable]).collect()
    }

    /// Returns values for all variables: the least one for a variable that does not matter.
    fn complete_values(&self, values: &[Option<i64>]) -> Result<Vec<Value>, EnumerationEnd> {
        let value = |(variable, value): (usize, &Option<i64>)| match *value {
            None => Ok(self.written.least_value(variable).unwrap_or_default()),
            Some(value) => Value::try_from(value)
                .map_err(|_| EnumerationEnd::Wrong(format!("{value} is beyond 32 bits"))),
        };
        values.iter().enumerate().map(value).collect()
    }
}
