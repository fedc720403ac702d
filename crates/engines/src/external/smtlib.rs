//! SMT terms for external SMT solvers.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use parallax_encodings::ArithmeticRelation;
use parallax_encodings::smt::{
    EncodedScript, IntCode, ScriptSymbols, SmtEncoding, SmtScript, SmtTerm, linear_term,
};
use parallax_model::engine_api::{
    Control, EffortCounters, EngineFamily, EnumerationEnd, PreparationError, Session, SolverLineage,
};
use parallax_model::{self as model, Given, Model, Value};
use parallax_solvers::process::{CommandTemplate, ProgramResult};
use parallax_solvers::replies::smt::{SmtReply, SmtValue, read_smt_reply};
use parallax_translate::smt;

use super::{ExternalProblem, ExternalSession, RunSolutions};
use crate::spec::{
    CommandParts, ConfiguredEngine, EngineKind, SpecFault, describe_terms, read_terms,
};

/// SMT terms in a file, and an external SMT solver.
#[derive(Clone, Debug, PartialEq)]
pub struct SmtlibEngine {
    /// The command.
    pub program: CommandTemplate,
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
    const RUNS_COMMAND: bool = true;

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = CommandParts::split_command(text, Self::NAMES)?;
        let read = || {
            let program = parts.read_proofless_program()?;
            parts.parts.refuse_choices()?;
            let encoding = parts.parts.encoding.map_or(Ok(SmtEncoding::Lia), read_terms)?;
            Ok(SmtlibEngine { program, encoding })
        };
        Some(read())
    }
}

impl ConfiguredEngine for SmtlibEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn description(&self) -> String {
        describe_terms(self.encoding).into()
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let Self { program, encoding } = self;
        Ok(Box::new(SmtlibSession::encode_model(model, *encoding, program, seed, control)?))
    }

    fn program(&self) -> Option<&CommandTemplate> {
        Some(&self.program)
    }

    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        Some(&mut self.program)
    }
}

/// A model's script and an external SMT solver that reads SMT-LIB.
type SmtlibSession = ExternalSession<SmtlibProblem>;

impl SmtlibSession {
    /// Writes `model` as SMT terms for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, the lowering fails, or `control` stops it.
    pub(crate) fn encode_model(
        model: &Arc<Model>,
        encoding: SmtEncoding,
        program: &CommandTemplate,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        ExternalSession::new(program, seed, model.objective(), || {
            let script = smt::write_script(&model.narrow_domains(), control)?;
            let objective =
                model.objective().map(|objective| (script.clone(), objective.cost_terms()));
            let encoded = script
                .encode_script(encoding)
                .map_err(|error| PreparationError::Unsupported(error.to_string()))?;
            let EncodedScript { script, codes } = encoded;
            Ok(SmtlibProblem {
                objective,
                encoding,
                bounded: None,
                base: script.assertions.len(),
                symbols: script.print_symbols(),
                script,
                codes,
                shown: model.shown().iter().map(|v| v.index()).collect(),
                variables: model.variables().len(),
            })
        })
    }
}

/// A script with the assertions of a question.
pub(crate) struct SmtlibProblem {
    script: SmtScript,
    /// The number of assertions that belong to the model.
    base: usize,
    symbols: ScriptSymbols,
    /// The script over integers and the cost of its objective, if it has one.
    objective: Option<(SmtScript, Vec<model::LinearTerm>)>,
    encoding: SmtEncoding,
    /// The script with the bound on the cost in this question.
    bounded: Option<SmtScript>,
    /// The codes of the integers.
    codes: Vec<IntCode>,
    shown: Vec<usize>,
    variables: usize,
}

/// Bytes for each value of an answer, without its symbol.
const BYTES_PER_VALUE: usize = 64;

/// Maximum number of other bytes that a solver may print.
const MAX_OTHER_BYTES: usize = 16 << 20;

impl ExternalProblem for SmtlibProblem {
    fn pose_question(&mut self, givens: &[Given], _optimises: bool) -> bool {
        self.script.assertions.truncate(self.base);
        self.bounded = None;
        for given in givens {
            let term = self.codes[given.variable.index()].value_term(given.value.into());
            self.script.assert_term("givens", term);
        }
        true
    }

    fn file_placeholder(&self) -> &'static str {
        "{smt2}"
    }

    fn write_question(&self, file: &mut dyn Write) -> io::Result<()> {
        self.bounded.as_ref().unwrap_or(&self.script).write_script(file)
    }

    fn max_output(&self) -> usize {
        let [ints, bools, bits] = [
            self.symbols.integer_symbols(),
            self.symbols.bool_symbols(),
            self.symbols.bits_symbols(),
        ];
        let symbols = ints.iter().chain(bools).chain(bits);
        let values = symbols.map(|symbol| symbol.len() + BYTES_PER_VALUE);
        values.sum::<usize>().saturating_add(MAX_OTHER_BYTES)
    }

    fn read_answer(
        &self,
        ran: &ProgramResult,
        _file: Option<&str>,
    ) -> Result<RunSolutions, EnumerationEnd> {
        match read_smt_reply(ran)? {
            SmtReply::Unsatisfiable => Ok(RunSolutions::from_run(None)),
            SmtReply::Satisfiable(model) => {
                Ok(RunSolutions::from_run(Some(self.variable_values(&model)?)))
            }
        }
    }

    fn demand_cost(&mut self, bound: i64) -> Result<bool, EnumerationEnd> {
        let Some((script, cost)) = &self.objective else {
            return Err(EnumerationEnd::GaveUp("the objective has no bound".into()));
        };
        let terms: Vec<(i64, usize)> =
            cost.iter().map(|term| (term.coefficient, term.variable.index())).collect();
        // A bound needs the sum over integers, which encodings other than `lia` replace. The model
        // is therefore encoded again with each bound, and the assertions of the question are
        // appended.
        let mut script = script.clone();
        script.assert_term("a better one", linear_term(&terms, ArithmeticRelation::Le, bound));
        let encoded = script.encode_script(self.encoding);
        let mut bounded =
            encoded.map_err(|error| EnumerationEnd::GaveUp(error.to_string()))?.script;
        bounded.assertions.extend_from_slice(&self.script.assertions[self.base..]);
        self.bounded = Some(bounded);
        Ok(true)
    }

    fn forbid_solution(&mut self, values: &[Value]) {
        let same = self.shown.iter().map(|&v| self.codes[v].value_term(values[v].into()));
        self.script.assert_term("no solution twice", SmtTerm::conjoin_all(same).negate_term());
    }

    fn problem_sizes(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        let SmtScript { ints, bools, bits, .. } = &self.script;
        counters.add_amount("variables", (ints.len() + bools.len() + bits.len()) as u64);
        counters.add_amount("assertions", self.base as u64);
        counters
    }
}

impl SmtlibProblem {
    /// Returns the values of the model's variables.
    fn variable_values(
        &self,
        model: &HashMap<String, SmtValue>,
    ) -> Result<Vec<Value>, EnumerationEnd> {
        let value = |variable: usize| {
            let value = self.code_value(&self.codes[variable], model)?;
            Value::try_from(value)
                .map_err(|_| EnumerationEnd::Wrong(format!("{value} is beyond 32 bits")))
        };
        (0..self.variables).map(value).collect()
    }

    fn code_value(
        &self,
        code: &IntCode,
        model: &HashMap<String, SmtValue>,
    ) -> Result<i64, EnumerationEnd> {
        match code {
            IntCode::Int(index) => {
                match find_symbol(&self.symbols.integer_symbols()[*index], model)? {
                    SmtValue::Int(value) => Ok(value),
                    other => Err(unexpected_value(&self.symbols.integer_symbols()[*index], other)),
                }
            }
            IntCode::Bits(index, width) => {
                match find_symbol(&self.symbols.bits_symbols()[*index], model)? {
                    SmtValue::Bits(bits) if *width == 64 || bits >> width == 0 => {
                        // The shifts move the sign bit to the top and back, which copies it into
                        // the upper bits. A width is at least 1.
                        Ok((bits << (64 - width)) as i64 >> (64 - width))
                    }
                    other => Err(unexpected_value(&self.symbols.bits_symbols()[*index], other)),
                }
            }
            IntCode::OneHot(values) => {
                let mut held = Vec::new();
                for (value, term) in values {
                    if self.term_truth(term, model)? {
                        held.push(*value);
                    }
                }
                match held.as_slice() {
                    [value] => Ok((*value).into()),
                    _ => Err(EnumerationEnd::Wrong(
                        "its model gives a variable no single value".into(),
                    )),
                }
            }
        }
    }

    /// Returns the truth value of the term of a value: a variable or its negation.
    fn term_truth(
        &self,
        term: &SmtTerm,
        model: &HashMap<String, SmtValue>,
    ) -> Result<bool, EnumerationEnd> {
        match term {
            SmtTerm::Bool(value) => Ok(*value),
            SmtTerm::Not(term) => Ok(!self.term_truth(term, model)?),
            SmtTerm::BoolVar(index) => {
                match find_symbol(&self.symbols.bool_symbols()[*index], model)? {
                    SmtValue::Bool(value) => Ok(value),
                    other => Err(unexpected_value(&self.symbols.bool_symbols()[*index], other)),
                }
            }
            _ => Err(EnumerationEnd::GaveUp("a value stands for more than a variable".into())),
        }
    }
}

fn find_symbol(
    symbol: &str,
    model: &HashMap<String, SmtValue>,
) -> Result<SmtValue, EnumerationEnd> {
    let missing = || EnumerationEnd::GaveUp(format!("its model has no value of {symbol}"));
    model.get(symbol).copied().ok_or_else(missing)
}

fn unexpected_value(symbol: &str, value: SmtValue) -> EnumerationEnd {
    EnumerationEnd::GaveUp(format!("its model gives {symbol} the value {value:?}"))
}
