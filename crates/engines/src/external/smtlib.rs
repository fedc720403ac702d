//! SMT terms for external SMT solvers.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parallax_encodings::Relation;
use parallax_encodings::smt::{EncodedScript, IntCode, Script, SmtEncoding, Symbols, Term, linear};
use parallax_model::ask::{Abilities, Control, Counters, Ended, Family, Refusal, Session, Solver};
use parallax_model::{self as model, Given, Model, Value};
use parallax_solvers::process::{Program, Ran};
use parallax_solvers::replies::smt::{SmtReply, SmtValue, read};
use parallax_translate::smt;

use super::{External, Found, PROGRAM_ABILITIES, Problem, installed_version};
use crate::spec::{
    CommandParts, ConfiguredEngine, EngineKind, Spec, SpecFault, describe_terms, read_terms,
};

/// SMT terms in a file, and an external SMT solver.
#[derive(Clone, Debug, PartialEq)]
pub struct SmtlibEngine {
    /// The command.
    pub program: Program,
    /// The representation of integers.
    pub encoding: SmtEncoding,
}

impl fmt::Display for SmtlibEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "smtlib+{}:{}", self.encoding, self.program)
    }
}

impl EngineKind for SmtlibEngine {
    const NAMES: &'static [&'static str] = &["smtlib", "smt2"];

    fn read(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            parts.parts.refuse_choices()?;
            let encoding = parts.parts.encoding.map_or(Ok(SmtEncoding::Lia), read_terms)?;
            Ok(SmtlibEngine { program, encoding })
        };
        Some(read())
    }

    fn begins_command(text: &str) -> bool {
        CommandParts::are_begun(text, Self::NAMES)
    }
}

impl ConfiguredEngine for SmtlibEngine {
    fn family(&self) -> Family {
        Family::of(Solver::Unknown)
    }

    fn abilities(&self) -> Abilities {
        PROGRAM_ABILITIES
    }

    fn description(&self) -> String {
        describe_terms(self.encoding).into()
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let Self { program, encoding } = self;
        Ok(Box::new(SmtlibSession::start(model, *encoding, program, seed, control)?))
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

/// A model's script and an external SMT solver that reads SMT-LIB.
type SmtlibSession = External<Terms>;

impl SmtlibSession {
    /// Writes `model` as SMT terms for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, the lowering fails, or `control` stops it.
    pub(crate) fn start(
        model: &Arc<Model>,
        encoding: SmtEncoding,
        program: &Program,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        External::new(program, seed, model.objective(), || {
            let script = smt::script(&model.narrowed(), control)?;
            let objective = model.objective().map(|objective| (script.clone(), objective.cost()));
            let encoded =
                script.encode(encoding).map_err(|error| Refusal::Unsupported(error.to_string()))?;
            let EncodedScript { script, codes } = encoded;
            Ok(Terms {
                objective,
                encoding,
                bounded: None,
                base: script.assertions.len(),
                symbols: script.symbols(),
                script,
                codes,
                shown: model.shown().iter().map(|v| v.index()).collect(),
                variables: model.variables().len(),
            })
        })
    }
}

/// A script with the assertions of a question.
pub(crate) struct Terms {
    script: Script,
    /// The number of assertions that belong to the model.
    base: usize,
    symbols: Symbols,
    /// The script over integers and the cost of its objective, if it has one.
    objective: Option<(Script, Vec<model::Term>)>,
    encoding: SmtEncoding,
    /// The script with the bound on the cost in this question.
    bounded: Option<Script>,
    /// The codes of the integers.
    codes: Vec<IntCode>,
    shown: Vec<usize>,
    variables: usize,
}

/// Bytes for each value of an answer, without its symbol.
const BYTES_PER_VALUE: usize = 64;

/// Maximum number of other bytes that a solver may print.
const TALK: usize = 16 << 20;

impl Problem for Terms {
    fn pose(&mut self, givens: &[Given], _optimises: bool) -> bool {
        self.script.assertions.truncate(self.base);
        self.bounded = None;
        for given in givens {
            let term = self.codes[given.variable.index()].is(given.value.into());
            self.script.assert("givens", term);
        }
        true
    }

    fn placeholder(&self) -> &'static str {
        "{smt2}"
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        self.bounded.as_ref().unwrap_or(&self.script).write(file)
    }

    fn max_output(&self) -> usize {
        let [ints, bools, bits] = [self.symbols.ints(), self.symbols.bools(), self.symbols.bits()];
        let symbols = ints.iter().chain(bools).chain(bits);
        let values = symbols.map(|symbol| symbol.len() + BYTES_PER_VALUE);
        values.sum::<usize>().saturating_add(TALK)
    }

    fn read(&self, ran: &Ran, _file: Option<&str>) -> Result<Found, Ended> {
        match read(ran)? {
            SmtReply::Unsatisfiable => Ok(Found::one(None)),
            SmtReply::Satisfiable(model) => Ok(Found::one(Some(self.values(&model)?))),
        }
    }

    fn demand(&mut self, bound: i64) -> Result<bool, Ended> {
        let Some((script, cost)) = &self.objective else {
            return Err(Ended::GaveUp("the objective has no bound".into()));
        };
        let terms: Vec<(i64, usize)> =
            cost.iter().map(|term| (term.coefficient, term.variable.index())).collect();
        let mut script = script.clone();
        script.assert("a better one", linear(&terms, Relation::Le, bound));
        let encoded = script.encode(self.encoding);
        let mut bounded = encoded.map_err(|error| Ended::GaveUp(error.to_string()))?.script;
        bounded.assertions.extend_from_slice(&self.script.assertions[self.base..]);
        self.bounded = Some(bounded);
        Ok(true)
    }

    fn forbid(&mut self, values: &[Value]) {
        let same = self.shown.iter().map(|&v| self.codes[v].is(values[v].into()));
        self.script.assert("no solution twice", Term::and(same).negate());
    }

    fn sizes(&self) -> Counters {
        let mut counters = Counters::new();
        let Script { ints, bools, bits, .. } = &self.script;
        counters.add("variables", (ints.len() + bools.len() + bits.len()) as u64);
        counters.add("assertions", self.base as u64);
        counters
    }
}

impl Terms {
    /// Returns the values of the model's variables.
    fn values(&self, model: &HashMap<String, SmtValue>) -> Result<Vec<Value>, Ended> {
        let value = |variable: usize| {
            let value = self.value(&self.codes[variable], model)?;
            Value::try_from(value).map_err(|_| Ended::Wrong(format!("{value} is beyond 32 bits")))
        };
        (0..self.variables).map(value).collect()
    }

    fn value(&self, code: &IntCode, model: &HashMap<String, SmtValue>) -> Result<i64, Ended> {
        match code {
            IntCode::Int(index) => match find(&self.symbols.ints()[*index], model)? {
                SmtValue::Int(value) => Ok(value),
                other => Err(strange(&self.symbols.ints()[*index], other)),
            },
            IntCode::Bits(index, width) => match find(&self.symbols.bits()[*index], model)? {
                // In two's complement.
                SmtValue::Bits(bits) if *width == 64 || bits >> width == 0 => {
                    Ok((bits << (64 - width)) as i64 >> (64 - width))
                }
                other => Err(strange(&self.symbols.bits()[*index], other)),
            },
            IntCode::OneHot(values) => {
                let mut held = Vec::new();
                for (value, term) in values {
                    if self.truth(term, model)? {
                        held.push(*value);
                    }
                }
                match held.as_slice() {
                    [value] => Ok((*value).into()),
                    _ => Err(Ended::Wrong("its model gives a variable no single value".into())),
                }
            }
        }
    }

    /// Returns the truth value of the term of a value: a variable or its negation.
    fn truth(&self, term: &Term, model: &HashMap<String, SmtValue>) -> Result<bool, Ended> {
        match term {
            Term::Bool(value) => Ok(*value),
            Term::Not(term) => Ok(!self.truth(term, model)?),
            Term::BoolVar(index) => match find(&self.symbols.bools()[*index], model)? {
                SmtValue::Bool(value) => Ok(value),
                other => Err(strange(&self.symbols.bools()[*index], other)),
            },
            _ => Err(Ended::GaveUp("a value stands for more than a variable".into())),
        }
    }
}

fn find(symbol: &str, model: &HashMap<String, SmtValue>) -> Result<SmtValue, Ended> {
    let missing = || Ended::GaveUp(format!("its model has no value of {symbol}"));
    model.get(symbol).copied().ok_or_else(missing)
}

fn strange(symbol: &str, value: SmtValue) -> Ended {
    Ended::GaveUp(format!("its model gives {symbol} the value {value:?}"))
}
