//! What an input has for an answer.

/// The answer that every engine gives, if it gives any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What is true of the input.
    pub truth: Truth,
    /// At least this many engines answer.
    pub engines: usize,
}

/// What is true of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The reader refuses it and says this.
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
    /// Reads `refused TEXT`, `many`, `best VALUE`, `no best` or a number of
    /// solutions, after `N engines,` where not at least three must answer.
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
