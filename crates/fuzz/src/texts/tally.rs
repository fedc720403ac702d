//! The results of random texts, in numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::draw::Drawn;
use crate::cases::CaseTally;
use crate::engines::{Answers, give_reason};

/// The result of a run. It does not depend on the number of threads, except for the effects of time
/// limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextTally {
    /// The number of texts.
    pub cases: u64,
    /// Texts with a fault of a reader or an engine.
    pub findings: u64,
    /// Compared texts with solutions.
    pub sat: u64,
    /// Compared texts without solutions.
    pub unsat: u64,
    /// The results of all texts.
    pub fates: Fates,
    /// The results of the texts of each format, and of those with each feature: `smt2`, `smt2 let`.
    pub kinds: BTreeMap<String, Fates>,
    /// Compared texts, by the number of engines that agree with the meaning.
    pub agreeing: BTreeMap<usize, u64>,
    /// The answers of each engine compared with the meaning.
    pub engines: BTreeMap<String, Answers>,
    /// Reasons why texts were refused and why engines had no answer, with `#` for numbers and `_`
    /// for names.
    pub reasons: BTreeMap<String, u64>,
}

/// The result of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Compared,
    Refused,
    Beyond,
    Unanswered,
    Wrong,
}

/// The results of several texts; each counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fates {
    /// Read, and the rules and the answer of some engine agree with its meaning.
    pub compared: u64,
    /// Refused by the reader, or no model of it can be made.
    pub refused: u64,
    /// Read, but its meaning involves numbers beyond 128 bits and is unknown.
    pub beyond: u64,
    /// Read, but no engine had an answer; only the rules were compared.
    pub unanswered: u64,
    /// A reader or an engine is wrong.
    pub wrong: u64,
}

impl Fates {
    /// Returns the number of texts.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.compared + self.refused + self.beyond + self.unanswered + self.wrong
    }

    fn count(&mut self, fate: Fate) {
        *match fate {
            Fate::Compared => &mut self.compared,
            Fate::Refused => &mut self.refused,
            Fate::Beyond => &mut self.beyond,
            Fate::Unanswered => &mut self.unanswered,
            Fate::Wrong => &mut self.wrong,
        } += 1;
    }

    fn add(&mut self, other: Fates) {
        self.compared += other.compared;
        self.refused += other.refused;
        self.beyond += other.beyond;
        self.unanswered += other.unanswered;
        self.wrong += other.wrong;
    }
}

impl TextTally {
    /// Counts one text; the answers of its engines have been counted already.
    pub(super) fn count(&mut self, drawn: &Drawn, fate: Fate) {
        self.cases += 1;
        self.fates.count(fate);
        let format = drawn.form.name();
        self.kinds.entry(format.to_owned()).or_default().count(fate);
        for feature in &drawn.features {
            self.kinds.entry(format!("{format} {feature}")).or_default().count(fate);
        }
        if let (Fate::Compared, Some(meaning)) = (fate, &drawn.meaning) {
            if meaning.solutions.is_empty() { self.unsat += 1 } else { self.sat += 1 }
        }
    }

    pub(super) fn give_reason(&mut self, reason: String) {
        give_reason(&mut self.reasons, reason, 1);
    }
}

impl CaseTally for TextTally {
    fn add(&mut self, other: TextTally) {
        self.cases += other.cases;
        self.findings += other.findings;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.fates.add(other.fates);
        for (name, fates) in other.kinds {
            self.kinds.entry(name).or_default().add(fates);
        }
        for (engines, texts) in other.agreeing {
            *self.agreeing.entry(engines).or_default() += texts;
        }
        for (name, answers) in other.engines {
            self.engines.entry(name).or_default().add(answers);
        }
        for (reason, times) in other.reasons {
            give_reason(&mut self.reasons, reason, times);
        }
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn compared(&self) -> u64 {
        self.fates.compared
    }

    fn findings(&self) -> u64 {
        self.findings
    }
}
