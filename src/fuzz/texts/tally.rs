//! What came of random texts, in numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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

impl TextTally {
    pub(super) fn add(&mut self, other: TextTally) {
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
