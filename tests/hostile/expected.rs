//! The expected answer of an input.

/// The answer that every engine gives if it answers, and how many must answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The true answer.
    pub truth: Truth,
    /// The minimum number of engines that answer.
    pub engines: usize,
}

/// The true answer of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The reader refuses it with an error that contains this text.
    Refused(String),
    /// It has this number of solutions.
    Count(u128),
    /// It has solutions, too many to count.
    Many,
    /// The best value of its objective.
    Best(i64),
    /// It has no solution, though there is an objective.
    NoBest,
}

impl Expected {
    /// Reads `refused TEXT`, `many`, `best VALUE`, `no best` or a number of solutions, after `N
    /// engines,` unless at least three must answer.
    pub fn parse(text: &str) -> Self {
        let (engines, truth) = match text.split_once(" engines, ") {
            Some((number, rest)) => (number.parse().expect("a number of engines"), rest),
            None => (3, text),
        };
        let truth = match truth.split_once(' ') {
            Some(("refused", words)) => Truth::Refused(words.to_owned()),
            Some(("best", value)) => Truth::Best(value.parse().expect("a value")),
            None if truth == "many" => Truth::Many,
            _ if truth == "no best" => Truth::NoBest,
            _ => Truth::Count(truth.parse().unwrap_or_else(|_| panic!("what is '{text}'?"))),
        };
        Expected { truth, engines }
    }
}
