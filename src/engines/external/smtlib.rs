//! Terms for SMT solvers that are programs.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use parallax_encodings::AtomOp;
use parallax_encodings::smt::{Script, clause};

use super::{External, Problem};
use crate::ask::{Control, Counters, Ended, Refusal};
use crate::lower::smt;
use crate::model::{Given, Model, Value};
use crate::process::{Program, Ran};
use crate::solvers::replies::smt::{SmtReply, read};

/// A model's script and an SMT solver that reads SMT-LIB.
pub(in crate::engines) type SmtlibSession = External<Terms>;

impl SmtlibSession {
    /// Writes `model` as terms for `program`.
    ///
    /// # Errors
    /// A program that cannot be found, those of the lowering, or a stop.
    pub(in crate::engines) fn start(
        model: &Arc<Model>,
        program: &Program,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        External::new(program, seed, || {
            let script = smt::script(model, control)?;
            Ok(Terms {
                base: script.assertions.len(),
                symbols: script.symbols().ints().to_vec(),
                script,
                shown: model.shown().iter().map(|v| v.index()).collect(),
                variables: model.variables().len(),
            })
        })
    }
}

/// A script with the assertions of a question.
pub(in crate::engines) struct Terms {
    script: Script,
    /// How many assertions belong to the model.
    base: usize,
    /// The symbols of the integers.
    symbols: Vec<String>,
    shown: Vec<usize>,
    variables: usize,
}

/// Bytes for each integer of an answer beside its symbol.
const BYTES_PER_VALUE: usize = 64;

/// Bytes for all else that a solver may say.
const TALK: usize = 16 << 20;

impl Problem for Terms {
    fn pose(&mut self, givens: &[Given]) -> bool {
        self.script.assertions.truncate(self.base);
        smt::assert_givens(&mut self.script, givens);
        true
    }

    fn placeholder(&self) -> &'static str {
        "{smt2}"
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        self.script.write(file)
    }

    fn max_output(&self) -> usize {
        let values = self.symbols.iter().map(|symbol| symbol.len() + BYTES_PER_VALUE);
        values.sum::<usize>().saturating_add(TALK)
    }

    fn read(&self, ran: &Ran, _file: Option<&str>) -> Result<Option<Vec<Value>>, Ended> {
        match read(ran).map_err(Ended::GaveUp)? {
            SmtReply::Unsatisfiable => Ok(None),
            SmtReply::Satisfiable(model) => self.values(&model).map(Some),
        }
    }

    fn forbid(&mut self, values: &[Value]) {
        let others: Vec<(usize, AtomOp, Value)> =
            self.shown.iter().map(|&v| (v, AtomOp::Ne, values[v])).collect();
        self.script.assert("no solution twice", clause(&others));
    }

    fn sizes(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("integers", self.script.ints.len() as u64);
        counters.add("assertions", self.base as u64);
        counters
    }
}

impl Terms {
    /// The values of the model's variables.
    fn values(&self, model: &HashMap<String, i64>) -> Result<Vec<Value>, Ended> {
        let value = |symbol: &String| match model.get(symbol).map(|&value| Value::try_from(value)) {
            None => Err(Ended::GaveUp(format!("its model has no value of {symbol}"))),
            Some(Ok(value)) => Ok(value),
            Some(Err(_)) => Err(Ended::Wrong(format!("its value of {symbol} is beyond 32 bits"))),
        };
        self.symbols[..self.variables].iter().map(value).collect()
    }
}
