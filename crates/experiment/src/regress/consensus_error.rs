//! Why engines show no common result of a case.

use parallax_compare::Verdict;
use parallax_instance::InputError;

use super::plural_noun::plural_noun;

/// Why engines show no common result of a case, or of a part of its expectations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConsensusError {
    /// An interrupt came before the end.
    #[error("interrupted")]
    Interrupted,
    /// An input cannot be read.
    #[error(transparent)]
    Unread(#[from] InputError),
    /// The case has no instance.
    #[error("found no instance")]
    NoInstance,
    /// An engine is wrong.
    #[error("{instance}: {engine}: {wrong}")]
    WrongEngine {
        instance: String,
        engine: String,
        /// How it is wrong, as text.
        wrong: String,
    },
    /// Engines disagree.
    #[error("{instance}: {verdict}")]
    Disagreement { instance: String, verdict: Verdict },
    /// No engine shows a result; the reason of one of them.
    #[error("{instance}: no engine shows it{}", bracketed(.reason.as_deref()))]
    Unshown { instance: String, reason: Option<String> },
    /// Engines show different results.
    #[error("{instance}: engines differ")]
    Different { instance: String },
    /// One engine shows a result.
    #[error("{instance}: only {engine} shows it; a second, independent engine must")]
    OneEngine { instance: String, engine: String },
    /// Engines of one family show a result.
    #[error(
        "{instance}: {engine} and {} of the same family show it; an independent engine must",
        plural_noun(*.others, "other")
    )]
    OneFamily { instance: String, engine: String, others: u128 },
    /// The results of the instances are too many to list.
    #[error(transparent)]
    Spread(#[from] SpreadError),
    /// There is no digest.
    #[error(transparent)]
    Digest(#[from] DigestError),
    /// An engine whose counters are expected does not finish.
    #[error("the engine did not finish every instance")]
    Unfinished,
    /// The engine does not have a counter.
    #[error("there is no counter '{counter}'")]
    NoCounter { counter: String },
}

/// Why values of instances do not make an expectation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SpreadError {
    /// There are no values.
    #[error("there is no instance")]
    NoInstance,
    /// The values differ, and they are too many to list.
    #[error(
        "the instances differ ({first} for the first, {other} for number {number}), and {all} are \
         too many to list; split the case"
    )]
    Different {
        first: String,
        other: String,
        /// The number of the instance with the other value, from 0.
        number: usize,
        all: usize,
    },
}

/// Why a case has no digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum DigestError {
    /// An input cannot be read.
    #[error("not every instance can be read")]
    Unread,
    /// The case has no instance.
    #[error("there is no instance")]
    NoInstance,
    /// No engine lists all solutions of an instance.
    #[error("no engine returned every solution of {instance}; the case needs task = \"all\"")]
    Unlisted { instance: String },
}

fn bracketed(reason: Option<&str>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({reason})"))
}
