//! A difference between a case and its runs, and its subject.

use parallax_model::named;

/// The subject of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DifferenceSubject {
    /// An input that cannot be read.
    Unread,
    /// A solution or an answer that is known to be wrong.
    Wrong,
    /// Engines that disagree.
    Disagreement,
    /// An engine without an answer, or with less than the task requests.
    Unknown,
    /// An engine that cannot take the instance, but must; or no engine can.
    Unsupported,
    /// The answer.
    Answer,
    /// The number of solutions.
    Count,
    /// The best value.
    Value,
    /// The set of solutions.
    Digest,
    /// The evidence for a claim.
    Standing,
    /// The number of instances.
    Instances,
    /// A counter.
    Counter,
    /// The time of one engine as a multiple of that of another.
    Time,
    /// A case that expects nothing yet.
    Unpinned,
}

named!(DifferenceSubject, "subject", {
    Unread => "unread",
    Wrong => "wrong",
    Disagreement => "disagreement",
    Unknown => "unknown",
    Unsupported => "unsupported",
    Answer => "answer",
    Count => "count",
    Value => "value",
    Digest => "digest",
    Standing => "standing",
    Instances => "instances",
    Counter => "counter",
    Time => "time",
    Unpinned => "unpinned",
});

/// One difference between a case and its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseDifference {
    /// The subject.
    pub subject: DifferenceSubject,
    /// The line of the suite that states the expectation, or begins the case.
    pub line: usize,
    /// The instance, if the difference is about one.
    pub instance: Option<String>,
    /// The engine, if the difference is about one.
    pub engine: Option<String>,
    /// The expected and the found result, in a sentence.
    pub message: String,
}
