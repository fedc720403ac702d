//! Random well-formed scripts and pseudo-Boolean problems, read and solved, and compared with
//! their plain meaning.
//!
//! A case is drawn as an expression. It is written as a text, which is read like any file, and
//! evaluated under all assignments by code that shares nothing with readers and models. Numbers at
//! the limits of types make readers refuse a text, which is counted; a text of small numbers must
//! be read. The evaluation is exact: if a number exceeds 128 bits it gives up, and the text is only
//! read and counted.

mod commands;
mod draw;
mod evaluate;
mod lets;
mod opb;
mod scope;
mod script;
mod solve;
mod tally;
mod term;
#[cfg(test)]
mod tests;

pub use tally::{Fates, TextTally};

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use parallax_model::ask::{Control, caught};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::cases::{Campaign, CaseTally, Step, SumOf, rng};
use draw::Drawn;
use solve::{Solving, solve};
use tally::Fate;

/// A run of random texts.
#[derive(Clone)]
pub struct Texts {
    /// The seed of all cases.
    pub seed: u64,
    /// The first case.
    pub from: u64,
    /// The number of cases.
    pub cases: u64,
    /// The wall-clock limit of one engine on one text.
    pub timeout: Option<Duration>,
    /// Worker threads.
    pub jobs: usize,
}

/// A text on which a reader or an engine is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextFinding {
    /// The number of the case.
    pub case: u64,
    /// The format, which is also a common file extension: `smt2` or `opb`.
    pub format: String,
    /// The text.
    pub text: String,
    /// The fault, in words.
    pub how: String,
}

impl Texts {
    fn draw(&self, case: u64) -> Drawn {
        let mut rng = rng(self.seed, case);
        if rng.random_bool(0.6) { script::draw(&mut rng) } else { opb::draw(&mut rng) }
    }
}

impl Campaign for Texts {
    type State = ();
    type Tally = TextTally;
    type Finding = TextFinding;

    fn cases(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.cases)
    }

    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&self) {}

    fn case(
        &self,
        (): &mut (),
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &Step,
        _: &dyn Fn(&SumOf<Self>),
    ) -> ControlFlow<()> {
        let drawn = self.draw(case);
        let mut tally = TextTally::default();
        let how = Solving { timeout: self.timeout, seed: case, control, step };
        let fate = caught(|| solve(&drawn, &how, &mut tally))
            .unwrap_or_else(|panic| Err(format!("panic: {panic}")));
        if control.stopped().is_some() {
            return ControlFlow::Break(());
        }
        tally.count(&drawn, *fate.as_ref().unwrap_or(&Fate::Wrong));
        sum.tally.add(tally);
        if let Err(how) = fate {
            sum.tally.findings += 1;
            sum.findings.push(drawn.finding(case, how));
        }
        ControlFlow::Continue(())
    }

    fn lost(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>) {
        let drawn = self.draw(case);
        sum.tally.count(&drawn, Fate::Wrong);
        sum.tally.findings += 1;
        sum.findings.push(drawn.finding(case, format!("{step}: {how}")));
    }
}

impl Drawn {
    fn finding(self, case: u64, how: String) -> TextFinding {
        TextFinding { case, format: self.form.name().to_owned(), text: self.text, how }
    }
}
