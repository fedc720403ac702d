//! Damaged texts for every reader.
//!
//! A reader takes a text or refuses it with an error; it neither panics nor
//! takes long. Readers of instances also see what they read written, read
//! again and made models of.

mod damage;
mod instances;
mod proofs;
mod targets;
mod watch;

pub use targets::{Reader, Target, all};

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::seq::IndexedRandom;
use serde::Serialize;

use super::{rng, slices};
use crate::ask::Control;
use watch::{Seen, Watched};

/// What takes a reader longer than this is a finding.
pub const SLOW: Duration = Duration::from_secs(2);

/// The most findings that are told; the others are only counted.
const TOLD: u64 = 100;

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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// What became of damaged texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ParserTally {
    /// Texts.
    pub cases: u64,
    /// Texts on which a reader panicked or was slow.
    pub findings: u64,
    /// By reader.
    pub formats: BTreeMap<String, Counts>,
}

/// What one reader did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Texts that it took.
    pub read: u64,
    /// Texts that it refused.
    pub refused: u64,
    /// Texts on which it panicked.
    pub panicked: u64,
    /// Texts that took it longer than [`SLOW`].
    pub slow: u64,
}

#[derive(Default)]
struct Sum {
    tally: ParserTally,
    trouble: Vec<Trouble>,
}

impl Parsers {
    /// Runs the cases in order; tells of each finding and, after each few
    /// cases, their number and the tally so far. A cancelled run leaves the
    /// tally of its first cases, without a gap.
    pub fn run(
        &self,
        control: &Control,
        on_trouble: &mut dyn FnMut(&Trouble),
        on_done: &mut dyn FnMut(u64, &ParserTally),
    ) -> ParserTally {
        let mut tally = ParserTally::default();
        let work = |watched: &mut Watched, case, sum: &mut Sum| match control.stopped() {
            Some(_) => ControlFlow::Break(()),
            None => {
                self.case(watched, case, sum);
                ControlFlow::Continue(())
            }
        };
        let cases = match self.targets.is_empty() {
            true => 0..0,
            false => self.from..self.from.saturating_add(self.cases),
        };
        slices::run(cases, self.jobs, Watched::start, work, &mut |sum: Sum, done| {
            for trouble in sum.trouble {
                tally.findings += 1;
                if tally.findings <= TOLD {
                    on_trouble(&trouble);
                }
            }
            tally.add(sum.tally);
            on_done(done, &tally);
        });
        tally
    }

    fn case(&self, watched: &mut Watched, case: u64, sum: &mut Sum) {
        let mut rng = rng(self.seed, case);
        let Some(target) = self.targets.choose(&mut rng) else { return };
        let text = target.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        let stranger = self.targets.choose(&mut rng).unwrap_or(target);
        let other = stranger.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        let bytes: Arc<[u8]> = damage::damaged(&mut rng, text, other).into();
        let seen = watched.read(&target.reader, &bytes, SLOW);
        sum.tally.cases += 1;
        let counts = sum.tally.formats.entry(target.name.clone()).or_default();
        let how = match seen {
            Seen::Read => {
                counts.read += 1;
                return;
            }
            Seen::Refused => {
                counts.refused += 1;
                return;
            }
            Seen::Panicked(how) => {
                counts.panicked += 1;
                how
            }
            Seen::Slow => {
                counts.slow += 1;
                format!("took longer than {} s", SLOW.as_secs())
            }
        };
        sum.trouble.push(Trouble { case, format: target.name.clone(), bytes: bytes.to_vec(), how });
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

    /// 5 when a reader panicked or was slow, 3 when there were no cases,
    /// else 0.
    pub fn exit_code(&self) -> u8 {
        match (self.findings, self.cases) {
            (0, 0) => 3,
            (0, _) => 0,
            _ => 5,
        }
    }
}
