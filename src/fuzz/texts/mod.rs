//! Random well-formed scripts and pseudo-Boolean problems, read and solved,
//! and held against their plain meaning.
//!
//! A case is drawn as an expression of its own. That is written as a text,
//! which goes the way of every file, and it is evaluated under all
//! assignments by code that shares nothing with readers and models. Numbers
//! at which types end make readers refuse a text, which is counted; a tame
//! text must be read.

mod draw;
mod evaluate;
mod opb;
mod script;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::campaign::{Campaign, Step, Sum};
use super::{Children, rng, run};
use crate::ask::{Control, Engine, Task, caught};
use crate::compare::{Cores, Models, Plan, one};
use crate::engines::Spec;
use crate::inputs::{Form, from_bytes};
use crate::instance::Terms;

/// The most findings that are told; the others are only counted.
const TOLD: u64 = 100;

/// A run of random texts.
#[derive(Clone)]
pub struct Texts {
    /// The seed of all cases.
    pub seed: u64,
    /// The first case.
    pub from: u64,
    /// The number of cases.
    pub cases: u64,
    /// Wall-clock limit for one engine on one text.
    pub timeout: Option<Duration>,
    /// Worker threads.
    pub jobs: usize,
}

/// A text on which a reader or an engine is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextFinding {
    /// The number of the case.
    pub case: u64,
    /// The format, which is also a usual extension: `smt2` or `opb`.
    pub format: String,
    /// The text.
    pub text: String,
    /// What is wrong, in words.
    pub how: String,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextTally {
    /// Texts.
    pub cases: u64,
    /// Texts on which something is wrong.
    pub findings: u64,
    /// Texts with solutions, by their plain meaning.
    pub sat: u64,
    /// Texts without.
    pub unsat: u64,
    /// Texts that were read, by format.
    pub read: BTreeMap<String, u64>,
    /// Texts that were refused, by format.
    pub refused: BTreeMap<String, u64>,
    /// Complete answers that agree with the plain meaning, by engine.
    pub agreed: BTreeMap<String, u64>,
    /// Refusals and limits, by engine.
    pub unanswered: BTreeMap<String, u64>,
}

/// What came of a number of texts.
#[derive(Default, Serialize, Deserialize)]
pub struct TextsSum {
    tally: TextTally,
    findings: Vec<TextFinding>,
}

impl Sum for TextsSum {
    fn absorb(&mut self, later: Self) {
        self.tally.add(later.tally);
        self.findings.extend(later.findings);
    }
}

/// A drawn text with its plain meaning.
struct Drawn {
    form: Form,
    text: String,
    /// All solutions in ascending order; of an optimisation the best ones.
    solutions: Vec<Terms>,
    /// The least value of the objective, where there is one and a solution.
    best: Option<i128>,
    /// Assignments around the solutions, which rules must tell from them.
    others: Vec<Terms>,
    optimise: bool,
    /// Whether its numbers are small, so that it must be read.
    tame: bool,
}

impl Texts {
    /// Runs the cases in order; calls `on_finding` with each finding and,
    /// after each few cases, `on_done` with their number and the tally so far.
    /// A cancelled run leaves the tally of its first cases, without a gap.
    ///
    /// The cases run in `children`, or in threads of this process.
    pub fn run(
        &self,
        children: Option<&Children>,
        control: &Control,
        on_finding: &mut dyn FnMut(&TextFinding),
        on_done: &mut dyn FnMut(u64, &TextTally),
    ) -> TextTally {
        let mut tally = TextTally::default();
        let mut take = |sum: TextsSum, done| {
            for finding in &sum.findings {
                tally.findings += 1;
                if tally.findings <= TOLD {
                    on_finding(finding);
                }
            }
            tally.add(sum.tally);
            on_done(done, &tally);
        };
        let cases = self.from..self.from.saturating_add(self.cases);
        run(self, cases, self.jobs, children, control, &mut take);
        tally
    }

    fn draw(&self, case: u64) -> Drawn {
        let mut rng = rng(self.seed, case);
        match rng.random_bool(0.6) {
            true => script::draw(&mut rng),
            false => opb::draw(&mut rng),
        }
    }

    /// Reads and solves a text; `Err` says what is wrong.
    fn hold(
        &self,
        case: u64,
        drawn: &Drawn,
        tally: &mut TextTally,
        control: &Control,
    ) -> Result<(), String> {
        let format = drawn.form.name();
        let source = format!("case {case}");
        let bytes = drawn.text.clone().into_bytes();
        let read = from_bytes(&source, bytes, Some(drawn.form));
        let found = match read.and_then(|mut stream| stream.next().transpose()) {
            Ok(Some(found)) => found,
            Ok(None) => return Err("nothing was read".into()),
            Err(error) => {
                *tally.refused.entry(format.into()).or_default() += 1;
                return match drawn.tame {
                    true => Err(format!("refused: {error}")),
                    false => Ok(()),
                };
            }
        };
        *tally.read.entry(format.into()).or_default() += 1;
        for terms in &drawn.others {
            let (told, holds) = (found.instance.rules(terms).is_ok(), drawn.holds(terms));
            if told != holds {
                return Err(format!("the rules say {told} of {terms:?}"));
            }
        }
        let plan = Plan {
            engines: engines(found.instance.model(found.instance.models()[0]).ok().as_ref()),
            models: Models::Default,
            task: Some(if drawn.optimise { Task::Optimise } else { Task::All }),
            timeout: self.timeout,
            seed: case,
            jobs: 1,
            keep: usize::MAX,
            cores: Cores::None,
        };
        let compared = one(&plan, found, control).map_err(|error| error.to_string())?;
        for row in &compared.rows {
            if !row.checked {
                let why = row.reason.as_deref().unwrap_or("a wrong solution");
                return Err(format!("{}: {why}", row.engine));
            }
            if row.is_unsupported() || row.is_unanswered() || !row.complete {
                *tally.unanswered.entry(row.engine.clone()).or_default() += 1;
                continue;
            }
            let mut solutions = row.terms.clone();
            solutions.sort();
            let same = match drawn.optimise {
                // One of the best, with its value.
                true => {
                    row.value.map(i128::from) == drawn.best
                        && solutions.is_empty() == drawn.solutions.is_empty()
                        && solutions.iter().all(|terms| drawn.solutions.contains(terms))
                }
                false => solutions == drawn.solutions,
            };
            if !same {
                return Err(format!(
                    "{}: {} solutions {:?}, value {:?}; expected {} and {:?}",
                    row.engine,
                    solutions.len(),
                    solutions.first(),
                    row.value,
                    drawn.solutions.len(),
                    drawn.best,
                ));
            }
            *tally.agreed.entry(row.engine.clone()).or_default() += 1;
        }
        Ok(())
    }
}

/// Engines of different kinds; brute force where the model is small.
fn engines(model: Option<&crate::model::Model>) -> Vec<Arc<dyn Engine>> {
    const FEW: u128 = 20_000;
    let small = model.and_then(crate::model::Model::assignments).is_some_and(|n| n <= FEW);
    let brute = small.then_some("brute");
    let names = brute.into_iter().chain(["native", "sat:batsat"]);
    let specs = names.filter_map(|name| name.parse::<Spec>().ok());
    specs.map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
}

impl Drawn {
    /// Whether terms of `others` are a solution.
    fn holds(&self, terms: &Terms) -> bool {
        self.solutions.binary_search(terms).is_ok()
    }
}

impl Campaign for Texts {
    type State = ();
    type Sum = TextsSum;

    fn start(&self) {}

    fn case(
        &self,
        (): &mut (),
        case: u64,
        sum: &mut TextsSum,
        control: &Control,
        step: &Step,
    ) -> ControlFlow<()> {
        let drawn = self.draw(case);
        step(drawn.form.name());
        let mut tally = TextTally::default();
        let held = caught(|| self.hold(case, &drawn, &mut tally, control))
            .unwrap_or_else(|panic| Err(format!("panic: {panic}")));
        if control.stopped().is_some() {
            return ControlFlow::Break(());
        }
        tally.cases = 1;
        match drawn.solutions.is_empty() {
            true => tally.unsat = 1,
            false => tally.sat = 1,
        }
        sum.tally.add(tally);
        if let Err(how) = held {
            let (format, text) = (drawn.form.name().to_owned(), drawn.text);
            sum.findings.push(TextFinding { case, format, text, how });
        }
        ControlFlow::Continue(())
    }

    fn lost(&self, case: u64, _step: &str, how: &str, sum: &mut TextsSum) {
        sum.tally.cases += 1;
        let Drawn { form, text, .. } = self.draw(case);
        let (format, how) = (form.name().to_owned(), how.to_owned());
        sum.findings.push(TextFinding { case, format, text, how });
    }
}

impl TextTally {
    fn add(&mut self, other: TextTally) {
        self.cases += other.cases;
        self.sat += other.sat;
        self.unsat += other.unsat;
        for (into, from) in [
            (&mut self.read, other.read),
            (&mut self.refused, other.refused),
            (&mut self.agreed, other.agreed),
            (&mut self.unanswered, other.unanswered),
        ] {
            from.into_iter().for_each(|(name, count)| *into.entry(name).or_default() += count);
        }
    }

    /// 5 when something is wrong, 3 when nothing was compared, else 0.
    pub fn exit_code(&self) -> u8 {
        match (self.findings, self.agreed.is_empty()) {
            (0, true) => 3,
            (0, false) => 0,
            _ => 5,
        }
    }
}
