//! Chooses Z3's solver for a script.

use parallax_encodings::smt::{SmtScript, SmtTerm};

/// Maximum number of pairs of different integers for which QF_FD is used; it writes them all out
/// without checking for interrupts.
const MAX_PAIRS: usize = 40_000;

/// Returns the logics whose solvers get a script; the second takes over if the first gives up.
///
/// The solver of QF_FD turns bounded integers into bits, which suits finite domains, takes
/// bit-vectors and pseudo-Boolean constraints, and is incremental. On integers it finds a magic
/// square of order 5 in 0.6 s, where QF_LIA, the smt tactic and plain solvers need more than 20 s,
/// and decides a hard 9x9 Sudoku in 64 ms (the others: 400, 192 and 468 ms). QF_LIA is faster only
/// in enumerating the many squares of order 4 (500 of them in 4.5 s against 6.5 s).
pub(super) fn choose_logics(script: &SmtScript) -> (&str, Option<&'static str>) {
    match script.logic.as_str() {
        "QF_FD" if script.ints.is_empty() => ("QF_FD", None),
        "QF_FD" if distinct_pairs(script) > MAX_PAIRS => ("QF_LIA", None),
        "QF_FD" => ("QF_FD", Some("QF_LIA")),
        "QF_BV" => ("QF_FD", Some("QF_BV")),
        logic => (logic, None),
    }
}

/// Returns the number of pairs of integers in a script's `distinct` terms.
fn distinct_pairs(script: &SmtScript) -> usize {
    fn count_pairs(term: &SmtTerm) -> usize {
        match term {
            SmtTerm::Distinct(terms) => terms.len() * terms.len() / 2,
            other => other.operand_terms().into_iter().map(count_pairs).sum(),
        }
    }
    script.assertions.iter().map(|(_, term)| count_pairs(term)).sum()
}
