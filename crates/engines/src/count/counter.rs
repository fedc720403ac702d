//! The counting methods and their names in engine specs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
    UnknownNameError, nearest_name,
};
use parallax_search::count::{ComponentCountOptions, CountSession};
use parallax_solvers::process::CommandTemplate;

use super::diagrams::{DiagramSession, MAX_NODES};
use super::external_counter::CounterProgram;
use super::external_counter::{ExternalCounter, InstalledCounter};
use super::native;
use super::program::ProgramSession;
use crate::spec::{
    ConfiguredEngine, EngineFacts, EngineKind, SpecFault, read_encodings, write_encodings,
};

/// A method of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Native search that multiplies and caches components.
    Native(ComponentCountOptions),
    /// Decision diagrams.
    Diagrams {
        /// Maximum number of nodes.
        nodes: u64,
    },
    /// A program that counts the models of a formula.
    Outside(Box<ExternalCounter>),
}

/// The names of all methods.
const METHOD_NAMES: [&str; 4] = ["native", "diagrams", "ganak", "d4"];

impl Counter {
    /// Returns native search with the default settings.
    #[must_use]
    pub fn native_search() -> Self {
        Counter::Native(ComponentCountOptions::default())
    }

    /// Returns every method with its default settings.
    #[must_use]
    pub fn all_methods() -> Vec<Counter> {
        let inside = [Counter::native_search(), Counter::decision_diagrams()];
        let outside = InstalledCounter::ALL.map(Counter::from_installed);
        inside.into_iter().chain(outside).collect()
    }

    /// Returns decision diagrams with the default limit.
    #[must_use]
    pub fn decision_diagrams() -> Self {
        Counter::Diagrams { nodes: MAX_NODES }
    }

    /// Returns a counter that `scripts/setup --counters` installs, with the default encodings.
    #[must_use]
    pub fn from_installed(counter: InstalledCounter) -> Self {
        let which = CounterProgram::Installed(counter);
        Counter::Outside(Box::new(ExternalCounter { which, options: EncodingOptions::default() }))
    }

    /// Describes the method in a few words.
    #[must_use]
    pub fn method_summary(&self) -> &'static str {
        match self {
            Counter::Native(_) => {
                "only counts: native search that multiplies parts and caches components"
            }
            Counter::Diagrams { .. } => "only counts: decision diagrams, conjoined layer by layer",
            Counter::Outside(outside) => outside.counter_summary(),
        }
    }
}

impl EngineKind for Counter {
    const NAMES: &'static [&'static str] = &["count"];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        is_meant(text).then(|| text.parse())
    }

    fn list_variants() -> Vec<Self> {
        Counter::all_methods()
    }

    fn begins_command(text: &str) -> bool {
        is_command(text)
    }
}

impl ConfiguredEngine for Counter {
    fn family(&self) -> EngineFamily {
        match self {
            Counter::Native(_) => EngineFamily::from_solver(SolverLineage::Native),
            Counter::Diagrams { .. } => EngineFamily::from_solver(SolverLineage::Diagrams),
            Counter::Outside(outside) => outside.solver_family(),
        }
    }

    fn abilities(&self) -> EngineAbilities {
        let is_outside = matches!(self, Counter::Outside(_));
        EngineAbilities { external: is_outside, foreign: is_outside, ..EngineAbilities::default() }
    }

    fn description(&self) -> String {
        self.method_summary().into()
    }

    fn engine_facts(&self) -> EngineFacts {
        let program = "the program, which 'scripts/setup --counters' installs";
        let needs = matches!(self, Counter::Outside(_)).then(|| program.to_owned());
        EngineFacts { needs, tasks: &["count"], ..EngineFacts::default() }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        match self {
            Counter::Native(plan) => Ok(Box::new(CountSession::new(model, *plan, seed, control)?)),
            Counter::Diagrams { nodes } => {
                Ok(Box::new(DiagramSession::build_diagrams(model, *nodes, control)?))
            }
            Counter::Outside(outside) => {
                Ok(Box::new(ProgramSession::encode_model(model, outside, seed, control)?))
            }
        }
    }

    fn version(&self) -> String {
        match self {
            Counter::Native(_) | Counter::Diagrams { .. } => env!("CARGO_PKG_VERSION").to_owned(),
            Counter::Outside(outside) => outside.program_version(),
        }
    }

    fn find_program(&self) -> Result<(), SpecFault> {
        match self {
            Counter::Native(_) | Counter::Diagrams { .. } => Ok(()),
            Counter::Outside(outside) => outside.find_program().map(|_| ()),
        }
    }

    fn program(&self) -> Option<&CommandTemplate> {
        match self {
            Counter::Outside(outside) => outside.user_command(),
            Counter::Native(_) | Counter::Diagrams { .. } => None,
        }
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        match self {
            Counter::Outside(outside) => outside.command_mut(),
            Counter::Native(_) | Counter::Diagrams { .. } => None,
        }
    }
}

/// Writes the whole spec.
impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counter::Native(plan) => native::write_plan(*plan, f),
            Counter::Diagrams { nodes: MAX_NODES } => f.write_str("count:diagrams"),
            Counter::Diagrams { nodes } => write!(f, "count:diagrams,nodes={nodes}"),
            Counter::Outside(outside) => {
                let encodings = |f: &mut fmt::Formatter<'_>| {
                    if outside.is_plain() { Ok(()) } else { write_encodings(&outside.options, f) }
                };
                match &outside.which {
                    CounterProgram::Installed(counter) => {
                        write!(f, "count:{}", counter.program_name())?;
                        encodings(f)
                    }
                    CounterProgram::Command(program) => {
                        f.write_str("count")?;
                        encodings(f)?;
                        write!(f, ":{program}")
                    }
                }
            }
        }
    }
}

/// Whether a text begins as a spec of a counter.
fn is_meant(text: &str) -> bool {
    text.strip_prefix("count").is_some_and(|rest| rest.starts_with([':', '+', ',']))
}

/// Whether a text is the spec of a command, which may have a short name.
fn is_command(text: &str) -> bool {
    is_meant(text)
        && text.parse::<Counter>().is_ok_and(|counter| match counter {
            Counter::Outside(outside) => matches!(outside.which, CounterProgram::Command(_)),
            _ => false,
        })
}

impl FromStr for Counter {
    type Err = SpecFault;

    /// Reads `count:METHOD` or `count[+INTEGERS][,CHOICE...]:COMMAND`.
    fn from_str(text: &str) -> Result<Self, SpecFault> {
        let forms = || SpecFault::NoMethod(text.to_owned());
        let (head, method) = text.split_once(':').ok_or_else(forms)?;
        if let Some(encodings) = head.strip_prefix("count").filter(|rest| !rest.is_empty()) {
            return command_counter(method, parse_encodings(encodings)?);
        }
        let end = method.find(['+', ',']).unwrap_or(method.len());
        let (name, choices) = method.split_at(end);
        match name {
            "native" => native::read_plan(choices).map(Counter::Native),
            "diagrams" => Ok(Counter::Diagrams {
                nodes: parse_number(choices, "diagrams", "nodes", "N", MAX_NODES)?,
            }),
            "ganak" | "d4" => {
                let ganak = name == "ganak";
                let counter = if ganak { InstalledCounter::Ganak } else { InstalledCounter::D4 };
                let which = CounterProgram::Installed(counter);
                let options = parse_encodings(choices)?;
                Ok(Counter::Outside(Box::new(ExternalCounter { which, options })))
            }
            // A misspelt method is not taken as a command.
            _ if method.is_empty() || nearest_name(method, METHOD_NAMES).is_some() => Err(
                SpecFault::part_fault(UnknownNameError::new("way to count", method, &METHOD_NAMES)),
            ),
            _ => command_counter(method, EncodingOptions::default()),
        }
    }
}

/// Makes the counter of a program, with the encodings of its formulas.
pub(super) fn command_counter(text: &str, options: EncodingOptions) -> Result<Counter, SpecFault> {
    let program: CommandTemplate = text.parse().map_err(SpecFault::part_fault)?;
    if program.name().contains('*') {
        return Err(SpecFault::PatternAsProgram(program.name().to_owned()));
    }
    Ok(Counter::Outside(Box::new(ExternalCounter {
        which: CounterProgram::Command(program),
        options,
    })))
}

/// Reads `[+INTEGERS][,CHOICE...]`.
fn parse_encodings(text: &str) -> Result<EncodingOptions, SpecFault> {
    let (integers, choices) = match text.split_once(',') {
        Some((integers, choices)) => (integers, Some(choices)),
        None => (text, None),
    };
    read_encodings(integers.strip_prefix('+'), choices)
}

/// Reads `[,KEY=NUMBER]`.
pub(super) fn parse_number<N: FromStr>(
    choices: &str,
    name: &'static str,
    key: &str,
    unit: &str,
    default: N,
) -> Result<N, SpecFault> {
    if choices.is_empty() {
        return Ok(default);
    }
    // Names are split from choices at `,` or `+`, so the first byte is one of these.
    let choice = &choices[1..];
    let number = choice.strip_prefix(key).and_then(|rest| rest.strip_prefix('='));
    // `parse` would also take a sign.
    let is_plain = |number: &&str| number.bytes().all(|byte| byte.is_ascii_digit());
    number
        .filter(is_plain)
        .filter(|_| choices.starts_with(','))
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| SpecFault::NoCountChoice {
            method: name,
            choice: choice.to_owned(),
            known: format!("{key}={unit}"),
        })
}
