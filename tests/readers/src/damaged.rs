//! Damaged texts for every reader, as numbered cases.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use parallax_fuzz::cases::{CaseCampaign, CaseTally, StepObserver, SumOf, case_rng};
use parallax_model::engine_api::Control;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};

use crate::damage;
use crate::targets::Target;
use crate::watch::{TextFate, Watched};

/// Maximum time of a reader; a slower one is a finding.
pub(crate) const SLOW: Duration = Duration::from_secs(2);

/// A run of damaged texts.
pub(crate) struct DamagedTexts {
    /// The seed of all cases.
    pub(crate) seed: u64,
    /// The first case.
    pub(crate) from: u64,
    /// The number of cases.
    pub(crate) cases: u64,
    /// Worker threads.
    pub(crate) jobs: usize,
    /// The readers and their texts.
    pub(crate) targets: Vec<Target>,
}

/// A text on which a reader panics or takes long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trouble {
    /// The number of the case.
    pub(crate) case: u64,
    /// The name of the reader.
    pub(crate) format: String,
    /// The text.
    pub(crate) bytes: Vec<u8>,
    /// The message of the panic, or that it was slow.
    pub(crate) how: String,
}

/// The results of damaged texts, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReaderTally {
    /// The number of texts.
    pub(crate) cases: u64,
    /// The number of texts on which a reader panicked or was slow.
    pub(crate) findings: u64,
    /// The counts of each reader.
    pub(crate) formats: BTreeMap<String, Counts>,
}

/// The results of the texts of one reader, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    /// Texts that it accepted.
    pub(crate) read: u64,
    /// Texts that it refused.
    pub(crate) refused: u64,
    /// Texts on which it panicked or ended the process.
    pub(crate) panicked: u64,
    /// Texts on which it took longer than [`SLOW`].
    pub(crate) slow: u64,
}

impl DamagedTexts {
    /// Draws the reader of a case, and its text.
    fn draw(&self, case: u64) -> Option<(&Target, Arc<[u8]>)> {
        let mut rng = case_rng(self.seed, case);
        let target = self.targets.choose(&mut rng)?;
        let text = target.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        let stranger = self.targets.choose(&mut rng).unwrap_or(target);
        let other = stranger.texts.choose(&mut rng).map_or(&[][..], Vec::as_slice);
        Some((target, damage::damaged(&mut rng, text, other).into()))
    }
}

impl CaseCampaign for DamagedTexts {
    type State = Watched;
    type Tally = ReaderTally;
    type Finding = Trouble;

    fn case_numbers(&self) -> Range<u64> {
        let cases = if self.targets.is_empty() { 0 } else { self.cases };
        self.from..self.from.saturating_add(cases)
    }

    fn worker_count(&self) -> usize {
        self.jobs
    }

    fn start_state(&self) -> Watched {
        Watched::start()
    }

    fn run_case(
        &self,
        watched: &mut Watched,
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &StepObserver,
        _: &dyn Fn(&SumOf<Self>),
    ) -> ControlFlow<()> {
        if control.stop_reason().is_some() {
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

    fn add_lost_case(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>) {
        sum.tally.cases += 1;
        sum.tally.formats.entry(step.to_owned()).or_default().panicked += 1;
        let bytes = self.draw(case).map_or_else(Vec::new, |(_, bytes)| bytes.to_vec());
        let (format, how) = (step.to_owned(), how.to_owned());
        sum.tally.findings += 1;
        sum.findings.push(Trouble { case, format, bytes, how });
    }
}

impl CaseTally for ReaderTally {
    fn add_results(&mut self, other: ReaderTally) {
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

    fn case_count(&self) -> u64 {
        self.cases
    }

    fn compared_count(&self) -> u64 {
        self.cases
    }

    fn finding_count(&self) -> u64 {
        self.findings
    }
}
