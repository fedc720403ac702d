//! How the rows of one instance stand to each other.

use std::fmt;

use super::Row;
use crate::ask::Answer;

/// The verdict on one instance, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// All engines that apply say the same.
    Agree,
    /// Some gave no answer; the others agree.
    OneSidedUnknown,
    /// No engine gave an answer.
    Unanswered,
    /// Engines found different numbers of solutions.
    CountMismatch,
    /// Engines exclude each other's answers: one has a solution where another
    /// says there is none, or their complete sets differ.
    Contradiction,
    /// A solution failed the model's check or the puzzle's rules, or was
    /// given twice.
    WrongSolution,
}

impl Verdict {
    /// All verdicts, from best to worst.
    pub const ALL: [Verdict; 6] = [
        Verdict::Agree,
        Verdict::OneSidedUnknown,
        Verdict::Unanswered,
        Verdict::CountMismatch,
        Verdict::Contradiction,
        Verdict::WrongSolution,
    ];

    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agree => "agree",
            Verdict::OneSidedUnknown => "one-sided unknown",
            Verdict::Unanswered => "unanswered",
            Verdict::CountMismatch => "count mismatch",
            Verdict::Contradiction => "contradiction",
            Verdict::WrongSolution => "wrong solution",
        }
    }

    /// The exit code of `compare` when this is the worst verdict.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Agree => 0,
            Verdict::OneSidedUnknown | Verdict::Unanswered => 3,
            Verdict::CountMismatch => 4,
            Verdict::Contradiction | Verdict::WrongSolution => 5,
        }
    }

    /// Whether engines disagree.
    pub fn is_disagreement(self) -> bool {
        self >= Verdict::CountMismatch
    }

    /// The verdict on the rows of one instance.
    pub fn of(rows: &[Row]) -> Verdict {
        if rows.iter().any(|row| !row.checked) {
            return Verdict::WrongSolution;
        }
        let applicable: Vec<&Row> = rows.iter().filter(|row| !row.is_unsupported()).collect();
        let mut verdict = Verdict::Agree;
        for (i, a) in applicable.iter().enumerate() {
            for b in &applicable[i + 1..] {
                verdict = verdict.max(pair(a, b));
            }
        }
        if verdict.is_disagreement() {
            return verdict;
        }
        let silent = applicable.iter().filter(|row| row.is_unanswered()).count();
        match silent {
            _ if silent == applicable.len() => Verdict::Unanswered,
            0 => Verdict::Agree,
            _ => Verdict::OneSidedUnknown,
        }
    }
}

/// How two rows stand to each other, unknowns aside.
fn pair(a: &Row, b: &Row) -> Verdict {
    let unsatisfiable = |row: &Row| row.answer == Answer::Unsatisfiable;
    let satisfiable = |row: &Row| row.answer == Answer::Satisfiable || row.count > 0;
    if unsatisfiable(a) && satisfiable(b) || unsatisfiable(b) && satisfiable(a) {
        return Verdict::Contradiction;
    }
    match (a.complete, b.complete) {
        (true, true) if a.count != b.count => Verdict::CountMismatch,
        (true, true) if a.digest != b.digest => Verdict::Contradiction,
        (true, false) if b.count > a.count => Verdict::CountMismatch,
        (false, true) if a.count > b.count => Verdict::CountMismatch,
        _ => Verdict::Agree,
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
