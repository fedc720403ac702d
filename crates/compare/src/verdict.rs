//! Verdicts: how the rows of one instance relate.

use std::fmt;

use parallax_model::engine_api::{Answer, SolutionCount, SolverLineage};
use serde::{Deserialize, Serialize};

use super::refute::has_stray_solution;
use super::{Row, SolutionCoverage};

/// The verdict on one instance, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Verdict {
    /// All engines that support the instance give one answer, and at least two of them are
    /// compared.
    Agree,
    /// Some engines gave no answer; the others agree.
    OneSidedUnknown,
    /// All engines that support the instance answered, but no two answers are
    /// compared: there is only one, or the models leave nothing to compare.
    /// All external solvers count as one engine here, since several may be
    /// the same program under different names.
    OneOnly,
    /// No engine answered.
    Unanswered,
    /// Engines found different numbers of solutions.
    CountMismatch,
    /// Engines contradict each other: one has a solution where another claims that there is none,
    /// one has a better solution than another proved optimal, or their complete sets differ.
    Contradiction,
    /// A solution failed the model's check or the puzzle's rules, or was
    /// repeated, or the solutions of an engine contradict its own answer.
    WrongSolution,
}

impl Verdict {
    /// All verdicts, from best to worst.
    pub const ALL: [Verdict; 7] = [
        Verdict::Agree,
        Verdict::OneSidedUnknown,
        Verdict::OneOnly,
        Verdict::Unanswered,
        Verdict::CountMismatch,
        Verdict::Contradiction,
        Verdict::WrongSolution,
    ];

    /// The verdict as text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agree => "agree",
            Verdict::OneSidedUnknown => "one-sided unknown",
            Verdict::OneOnly => "answered by one engine only",
            Verdict::Unanswered => "unanswered",
            Verdict::CountMismatch => "count mismatch",
            Verdict::Contradiction => "contradiction",
            Verdict::WrongSolution => "wrong solution",
        }
    }

    /// The exit code of `compare` when this is the worst verdict.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Agree => 0,
            Verdict::OneSidedUnknown | Verdict::OneOnly | Verdict::Unanswered => 3,
            Verdict::CountMismatch => 4,
            Verdict::Contradiction | Verdict::WrongSolution => 5,
        }
    }

    /// Whether engines disagree.
    #[must_use]
    pub fn is_disagreement(self) -> bool {
        self >= Verdict::CountMismatch
    }

    /// The verdict on the rows of one instance.
    #[must_use]
    pub fn from_rows(rows: &[Row]) -> Verdict {
        if rows.iter().any(|row| !row.checked) {
            return Verdict::WrongSolution;
        }
        // All pairs are compared, also of rows without an answer: a solution found before a timeout
        // can contradict a claim.
        let applicable: Vec<&Row> = rows.iter().filter(|row| !row.is_unsupported()).collect();
        let mut verdict = Verdict::Agree;
        for (i, a) in applicable.iter().enumerate() {
            for b in &applicable[i + 1..] {
                verdict = verdict.max(relate_pair(a, b));
            }
        }
        if verdict.is_disagreement() {
            return verdict;
        }
        // An incomplete engine that finds nothing is expected and gives no answer. A solution that
        // it finds is an answer, although it never proves that there is nothing better.
        let expected = |row: &&Row| row.family.is_incomplete() && !is_satisfiable(row);
        let applicable: Vec<&Row> = applicable.into_iter().filter(|row| !expected(row)).collect();
        let is_silent = |row: &Row| row.is_unanswered() && !row.family.is_incomplete();
        let silent = applicable.iter().filter(|row| is_silent(row)).count();
        let mut pairs = applicable
            .iter()
            .enumerate()
            .flat_map(|(i, a)| applicable[..i].iter().map(move |b| (a, b)));
        match silent {
            _ if silent == applicable.len() => Verdict::Unanswered,
            0 if pairs.any(|(a, b)| are_comparable(a, b)) => Verdict::Agree,
            0 => Verdict::OneOnly,
            _ => Verdict::OneSidedUnknown,
        }
    }
}

/// Whether the answers of two rows, which do not contradict each other, come from different sources
/// and could have contradicted each other.
fn are_comparable(a: &Row, b: &Row) -> bool {
    let is_outside = |row: &Row| {
        row.family.is_unknown() || matches!(row.family.solver, SolverLineage::Declared(_))
    };
    let one_program = a.family.solver == b.family.solver && is_outside(a);
    if one_program || (a.deciding_spec() == b.deciding_spec() && a.model == b.model) {
        return false;
    }
    match (&a.keeps, &b.keeps) {
        (left, right) if left == right => true,
        (SolutionCoverage::Part(_), SolutionCoverage::Part(_)) => false,
        // A part without solutions does not contradict a whole that has solutions.
        (_, SolutionCoverage::Part(_)) => is_satisfiable(b) || is_unsatisfiable(a),
        (SolutionCoverage::Part(_), _) => is_satisfiable(a) || is_unsatisfiable(b),
        _ => true,
    }
}

/// Relates two rows, apart from unknown answers.
pub(super) fn relate_pair(a: &Row, b: &Row) -> Verdict {
    if let (Some(cost_a), Some(cost_b)) = (a.cost, b.cost) {
        // Without a proof of optimality, different values are no contradiction: each engine stopped
        // where it was.
        let excluded = (is_proved(a) && cost_b < cost_a) || (is_proved(b) && cost_a < cost_b);
        return if excluded { Verdict::Contradiction } else { Verdict::Agree };
    }
    match (&a.keeps, &b.keeps) {
        (left, right) if left == right => compare_equal_models(a, b),
        (SolutionCoverage::Part(_), SolutionCoverage::Part(_)) => Verdict::Agree,
        (_, SolutionCoverage::Part(_)) => compare_with_part(a, b),
        (SolutionCoverage::Part(_), _) => compare_with_part(b, a),
        // One model keeps all solutions, the other representatives of them.
        _ => compare_weighted_counts(a, b),
    }
}

fn is_unsatisfiable(row: &Row) -> bool {
    row.answer == Answer::Unsatisfiable
}

fn is_satisfiable(row: &Row) -> bool {
    row.answer == Answer::Satisfiable || row.count > 0
}

fn is_proved(row: &Row) -> bool {
    matches!(row.answer, Answer::Optimal(_))
}

/// Compares two rows whose models keep equal sets of solutions.
fn compare_equal_models(a: &Row, b: &Row) -> Verdict {
    match compare_counts((a, Some(&a.count)), (b, Some(&b.count))) {
        Verdict::Agree if a.complete && b.complete => {
            if counts_differ(a.digest, b.digest) {
                Verdict::Contradiction
            } else {
                Verdict::Agree
            }
        }
        // One row is incomplete, so the digests of the sets cannot be compared, but a single
        // solution outside a complete set that was kept contradicts that set.
        Verdict::Agree if has_stray_solution(a, b) || has_stray_solution(b, a) => {
            Verdict::Contradiction
        }
        verdict => verdict,
    }
}

/// Whether two sets of solutions are known to differ.
fn counts_differ(a: Option<u128>, b: Option<u128>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

/// Compares a row whose model keeps all solutions with one whose model keeps representatives, by
/// the numbers of solutions that they represent, if both are known.
fn compare_weighted_counts(a: &Row, b: &Row) -> Verdict {
    compare_counts((a, represented_count(a)), (b, represented_count(b)))
}

/// The number of the puzzle's solutions that the solutions of a row represent, if it is known.
fn represented_count(row: &Row) -> Option<&SolutionCount> {
    match row.keeps {
        SolutionCoverage::Orbits => row.weighted.as_ref(),
        _ => Some(&row.count),
    }
}

/// Compares two rows of which the second keeps a part of the solutions that the first keeps or
/// represents. The part may be empty; it must not have a solution where the whole has none, or more
/// solutions than the whole.
fn compare_with_part(whole: &Row, part: &Row) -> Verdict {
    if is_unsatisfiable(whole) && is_satisfiable(part) {
        return Verdict::Contradiction;
    }
    match represented_count(whole).filter(|_| whole.complete) {
        Some(all) if part.count > *all => Verdict::CountMismatch,
        _ => Verdict::Agree,
    }
}

/// Compares two rows by their numbers of solutions. The numbers of complete
/// rows must be equal; the number of an incomplete row is a lower bound.
fn compare_counts(a: (&Row, Option<&SolutionCount>), b: (&Row, Option<&SolutionCount>)) -> Verdict {
    let ((a, number_a), (b, number_b)) = (a, b);
    if is_unsatisfiable(a) && is_satisfiable(b) || is_unsatisfiable(b) && is_satisfiable(a) {
        return Verdict::Contradiction;
    }
    let (Some(number_a), Some(number_b)) = (number_a, number_b) else { return Verdict::Agree };
    match (a.complete, b.complete) {
        (true, true) if number_a != number_b => Verdict::CountMismatch,
        (true, false) if number_b > number_a => Verdict::CountMismatch,
        (false, true) if number_a > number_b => Verdict::CountMismatch,
        _ => Verdict::Agree,
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
