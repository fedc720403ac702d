//! FlatZinc for external constraint solvers.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::{External, Problem};
use crate::ask::{Control, Counters, Ended, Refusal};
use crate::lower::flatzinc::{Flatzinc, Mark};
use crate::model::{Given, Model, Value};
use crate::process::{Program, Ran, crash, short};

/// A model in FlatZinc and an external solver that reads it.
pub(in crate::engines) type FlatzincSession = External<Text>;

impl FlatzincSession {
    /// Writes `model` for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, the lowering fails, or `control` says stop.
    pub(in crate::engines) fn start(
        model: &Arc<Model>,
        program: &Program,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        External::new(program, seed, model.objective(), || {
            let flat = Flatzinc::of(&model.narrowed(), control)?;
            let base = flat.mark();
            let shown = model.shown().iter().map(|v| v.index()).collect();
            Ok(Text { flat, base, shown, variables: model.variables().len(), fault: None })
        })
    }
}

/// A problem with the constraints of a question.
pub(in crate::engines) struct Text {
    flat: Flatzinc,
    base: Mark,
    shown: Vec<usize>,
    variables: usize,
    /// Why the question cannot be written.
    fault: Option<Refusal>,
}

/// Bytes for each value of an answer.
const BYTES_PER_VALUE: usize = 32;

/// Bytes for everything else that a solver may print.
const TALK: usize = 16 << 20;

impl Problem for Text {
    fn pose(&mut self, givens: &[Given]) -> bool {
        self.flat.return_to(self.base);
        self.fault = givens.iter().try_for_each(|given| self.flat.fix(given)).err();
        true
    }

    fn placeholder(&self) -> &'static str {
        "{fzn}"
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        match &self.fault {
            Some(fault) => Err(io::Error::other(format!("{fault:?}"))),
            None => self.flat.write(false, file),
        }
    }

    fn max_output(&self) -> usize {
        BYTES_PER_VALUE.saturating_mul(self.variables).saturating_add(TALK)
    }

    fn read(&self, ran: &Ran, _file: Option<&str>) -> Result<Option<Vec<Value>>, Ended> {
        if !ran.status.success() {
            return Err(Ended::GaveUp(crash(ran.status, &ran.err)));
        }
        read(&String::from_utf8_lossy(&ran.out), self.variables)
    }

    fn demand(&mut self, bound: i64) -> Result<bool, Ended> {
        match self.flat.demand(bound) {
            Ok(true) => Ok(true),
            Ok(false) => Err(Ended::GaveUp("the objective has no bound".into())),
            Err(Refusal::Stopped(stop)) => Err(Ended::Stopped(stop)),
            Err(Refusal::Unsupported(why) | Refusal::Failed(why)) => Err(Ended::GaveUp(why)),
        }
    }

    fn forbid(&mut self, values: &[Value]) {
        let pairs = self.shown.iter().map(|&v| (v, values[v]));
        let forbidden = self.flat.forbid(pairs);
        self.fault = self.fault.take().or(forbidden.err());
    }

    fn sizes(&self) -> Counters {
        let [integers, truths, constraints] = self.flat.sizes();
        let mut counters = Counters::new();
        counters.add("variables", (integers + truths) as u64);
        counters.add("constraints", constraints as u64);
        counters
    }
}

/// Reads the first solution of an output, or that there is none.
fn read(text: &str, variables: usize) -> Result<Option<Vec<Value>>, Ended> {
    let gave_up = |why: String| Ended::GaveUp(why);
    let mut values: HashMap<usize, i64> = HashMap::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('%')) {
        match line {
            "----------" => {
                let value = |place: usize| {
                    let missing = || gave_up(format!("its solution has no value of x{place}"));
                    let value = values.get(&place).copied().ok_or_else(missing)?;
                    let wide = |_| Ended::Wrong(format!("{value} is beyond 32 bits"));
                    Value::try_from(value).map_err(wide)
                };
                return (0..variables).map(value).collect::<Result<_, _>>().map(Some);
            }
            "=====UNSATISFIABLE=====" if values.is_empty() => return Ok(None),
            "=====UNKNOWN=====" => return Err(gave_up("the solver gave up".into())),
            _ => {}
        }
        let pair = line.strip_suffix(';').and_then(|line| line.split_once('='));
        let number = pair.and_then(|(name, value)| {
            let place: usize = name.trim().strip_prefix('x')?.parse().ok()?;
            Some((place, value.trim().parse::<i64>().ok()?))
        });
        let Some((place, value)) = number else {
            return Err(gave_up(format!("'{}' is no part of an answer", short(line))));
        };
        if values.insert(place, value).is_some_and(|before| before != value) {
            return Err(gave_up(format!("x{place} has two values")));
        }
    }
    Err(gave_up("it printed no answer".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_everything_else_is_no_answer() {
        let ok = |text: &str| read(text, 2);
        assert_eq!(ok("% c\nx1 = -3;\nx0 = 1;\n----------\n==========\n"), Ok(Some(vec![1, -3])));
        assert_eq!(ok("=====UNSATISFIABLE=====\n"), Ok(None));
        for (text, expected) in [
            ("", "it printed no answer"),
            ("x0 = 1;\nx1 = 2;\n", "it printed no answer"),
            ("x0 = 1;\n----------\n", "no value of x1"),
            ("x0 = 1;\nx0 = 2;\n", "two values"),
            ("x0 = true;\n", "no part of an answer"),
            ("=====UNKNOWN=====\n", "gave up"),
            ("x0 = 1;\n=====UNSATISFIABLE=====\n", "no part of an answer"),
        ] {
            let Err(Ended::GaveUp(why)) = ok(text) else { panic!("{text}") };
            assert!(why.contains(expected), "{text}: {why}");
        }
        assert!(matches!(ok("x0 = 9999999999;\nx1 = 2;\n----------\n"), Err(Ended::Wrong(_))));
        assert_eq!(read("----------\n", 0), Ok(Some(Vec::new())));
    }
}
