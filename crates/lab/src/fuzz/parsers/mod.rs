//! Damaged texts for every reader.
//!
//! A reader accepts a text or refuses it with an error; it neither panics nor takes long. The
//! instances that readers accept are also written, read again and turned into models.

mod damage;
mod instances;
mod proofs;
mod tables;
mod targets;
mod watch;

pub use targets::{Reader, Target, all};

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::ask::Control;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};

use super::campaign::{Campaign, Step, Sum};
use super::{Children, rng, run};
use watch::{TextFate, Watched};

/// Maximum time of a reader; a slower one is a finding.
pub const SLOW: Duration = Duration::from_secs(2);

/// Maximum number of findings reported; further ones are only counted.
const REPORTED: u64 = 100;

/// A run of damaged texts.
pub struct Parsers {
    /// The seed of all cases.
    pub seed: u64,
    /// The first case.
    pub from: u64,
    /// The number of cases.
    pub cases: u64,
    /// Worker threads.
    pub jobs: usize,
    /// The readers and their texts.
    pub targets: Vec<Target>,
}

/// A text on which a reader panics or takes long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// The number of the case.
    pub case: u64,
    /// The name of the reader.
    pub format: String,
    /// The text.
    pub bytes: Vec<u8>,
    /// The message of the panic, or that it was slow.
    pub how: String,
}

/// The results of damaged texts, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParserTally {
    /// The number of texts.
    pub cases: u64,
    /// The number of texts on which a reader panicked or was slow.
    pub findings: u64,
    /// The counts of each reader.
    pub formats: BTreeMap<String, Counts>,
}

/// The results of the texts of one reader, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Texts that it accepted.
    pub read: u64,
    /// Texts that it refused.
    pub refused: u64,
    /// Texts on which it panicked or ended the process.
    pub panicked: u64,
    /// Texts on which it took longer than [`SLOW`].
    pub slow: u64,
}

/// The result of a number of texts.
#[derive(Default, Serialize, Deserialize)]
pub struct ParsersSum {
    tally: ParserTally,
    trouble: Vec<Trouble>,
}

impl Sum for ParsersSum {
    fn absorb(&mut self, later: Self) {
        self.tally.add(later.tally);
        self.trouble.extend(later.trouble);
    }
}

impl Parsers {
    /// Runs the cases in order; calls `on_trouble` with each finding and, after every few
    /// cases, `on_done` with their number and the tally so far. The tally of a cancelled run
    /// covers its first cases without a gap.
    ///
    /// The cases run in `children`, or in threads of this process.
    pub fn run(
        &self,
        children: Option<&Children>,
        control: &Control,
        on_trouble: &mut dyn FnMut(&Trouble),
        on_done: &mut dyn FnMut(u64, &ParserTally),
    ) -> ParserTally {
        let mut tally = ParserTally::default();
        let cases = if self.targets.is_empty() {
            0..0
        } else {
            self.from..self.from.saturating_add(self.cases)
        };
        let mut take = |sum: ParsersSum, done| {
            for trouble in &sum.trouble {
                tally.findings += 1;
                if tally.findings <= REPORTED {
                    on_trouble(trouble);
                }
            }
            tally.add(sum.tally);
            on_done(done, &tally);
        };
        run(self, cases, self.jobs, children, control, &mut take);
        tally
    }

    /// Draws the reader of a case, and its text.
    fn draw(&self, case: u64) -> Option<(&Target, Arc<[u8]>)> {
        let mut rng = rng(self.seed, case);
        let target = self.targets.choose(&mut rng)?;
        let text = target.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        let stranger = self.targets.choose(&mut rng).unwrap_or(target);
        let other = stranger.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        Some((target, damage::damaged(&mut rng, text, other).into()))
    }
}

impl Campaign for Parsers {
    type State = Watched;
    type Sum = ParsersSum;

    fn start(&self) -> Watched {
        Watched::start()
    }

    fn case(
        &self,
        watched: &mut Watched,
        case: u64,
        sum: &mut ParsersSum,
        control: &Control,
        step: &Step,
    ) -> ControlFlow<()> {
        if control.stopped().is_some() {
            return ControlFlow::Break(());
        }
        let Some((target, bytes)) = self.draw(case) else { return ControlFlow::Continue(()) };
        step(&target.name);
        let seen = watched.read(&target.reader, &bytes, SLOW);
        sum.tally.cases += 1;
        let counts = sum.tally.formats.entry(target.name.clone()).or_default();
        let how = match seen {
            TextFate::Read => {
                counts.read += 1;
                return ControlFlow::Continue(());
            }
            TextFate::Refused => {
                counts.refused += 1;
                return ControlFlow::Continue(());
            }
            TextFate::Panicked(how) => {
                counts.panicked += 1;
                how
            }
            TextFate::Slow => {
                counts.slow += 1;
                format!("took longer than {} s", SLOW.as_secs())
            }
        };
        let (format, bytes) = (target.name.clone(), bytes.to_vec());
        sum.trouble.push(Trouble { case, format, bytes, how });
        ControlFlow::Continue(())
    }

    fn lost(&self, case: u64, step: &str, how: &str, sum: &mut ParsersSum) {
        sum.tally.cases += 1;
        sum.tally.formats.entry(step.to_owned()).or_default().panicked += 1;
        let bytes = self.draw(case).map_or_else(Vec::new, |(_, bytes)| bytes.to_vec());
        let (format, how) = (step.to_owned(), how.to_owned());
        sum.trouble.push(Trouble { case, format, bytes, how });
    }
}

impl ParserTally {
    fn add(&mut self, other: ParserTally) {
        self.cases += other.cases;
        for (name, counts) in other.formats {
            let into = self.formats.entry(name).or_default();
            into.read += counts.read;
            into.refused += counts.refused;
            into.panicked += counts.panicked;
            into.slow += counts.slow;
        }
    }

    /// Returns 5 if a reader panicked or was slow, 3 if there were no cases, otherwise 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match (self.findings, self.cases) {
            (0, 0) => 3,
            (0, _) => 0,
            _ => 5,
        }
    }
}
