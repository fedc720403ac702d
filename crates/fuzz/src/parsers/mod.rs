//! Damaged texts for every reader.
//!
//! A reader accepts a text or refuses it with an error; it neither panics nor takes long. The
//! instances that readers accept are also written, read again and turned into models.

mod damage;
mod instances;
mod packed;
mod proofs;
mod tables;
mod targets;
mod watch;

pub use targets::{Reader, Target, all};

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use parallax_model::ask::Control;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};

use crate::cases::{Campaign, CaseTally, Step, SumOf, rng};
use watch::{TextFate, Watched};

/// Maximum time of a reader; a slower one is a finding.
pub const SLOW: Duration = Duration::from_secs(2);

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

impl Parsers {
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
    type Tally = ParserTally;
    type Finding = Trouble;

    fn cases(&self) -> Range<u64> {
        let cases = if self.targets.is_empty() { 0 } else { self.cases };
        self.from..self.from.saturating_add(cases)
    }

    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&self) -> Watched {
        Watched::start()
    }

    fn case(
        &self,
        watched: &mut Watched,
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &Step,
        _: &dyn Fn(&SumOf<Self>),
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
        sum.tally.findings += 1;
        sum.findings.push(Trouble { case, format, bytes, how });
        ControlFlow::Continue(())
    }

    fn lost(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>) {
        sum.tally.cases += 1;
        sum.tally.formats.entry(step.to_owned()).or_default().panicked += 1;
        let bytes = self.draw(case).map_or_else(Vec::new, |(_, bytes)| bytes.to_vec());
        let (format, how) = (step.to_owned(), how.to_owned());
        sum.tally.findings += 1;
        sum.findings.push(Trouble { case, format, bytes, how });
    }
}

impl CaseTally for ParserTally {
    fn add(&mut self, other: ParserTally) {
        self.cases += other.cases;
        self.findings += other.findings;
        for (name, counts) in other.formats {
            let into = self.formats.entry(name).or_default();
            into.read += counts.read;
            into.refused += counts.refused;
            into.panicked += counts.panicked;
            into.slow += counts.slow;
        }
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn compared(&self) -> u64 {
        self.cases
    }

    fn findings(&self) -> u64 {
        self.findings
    }
}
