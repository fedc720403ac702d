//! A difference, and what it is about.

use parallax_model::named;

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// An input that cannot be read.
    Unread,
    /// A solution or an answer that is known to be wrong.
    Wrong,
    /// Engines that disagree.
    Disagreement,
    /// An engine without an answer, or without all that was asked for.
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
    /// What a claim rests on.
    Standing,
    /// The number of instances.
    Instances,
    /// A counter.
    Counter,
    /// The time of one engine beside that of another.
    Time,
    /// Nothing is expected yet.
    Unpinned,
}

named!(Subject, "subject", {
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
pub struct Difference {
    /// What it is about.
    pub subject: Subject,
    /// The line of the suite that states what is expected, or begins the case.
    pub line: usize,
    /// The instance, if it is about one.
    pub instance: Option<String>,
    /// The engine, if it is about one.
    pub engine: Option<String>,
    /// What is expected and what was found, in a sentence.
    pub message: String,
}
