//! How far an answer "unsatisfiable" is supported.

use std::fmt;

use serde::Serialize;

use super::{Keeps, Row};
use crate::ask::{Answer, Outcome};

/// What supports an unsatisfiable answer, from least to most. It concerns the
/// formula or model that the solver was given, not how that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The engine says so.
    Claimed,
    /// Engines with solvers of different families say so, none the contrary.
    CrossAgreed,
    /// A checker accepted a proof.
    Proved,
}

impl Standing {
    /// The name in tables, CSV and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Claimed => "claimed",
            Standing::CrossAgreed => "cross-agreed",
            Standing::Proved => "proved",
        }
    }

    /// What supports an outcome alone; nothing but unsatisfiable ones has a
    /// standing.
    pub(super) fn of(outcome: &Outcome) -> Option<Self> {
        let accepted = outcome.proof.as_ref().and_then(|proof| proof.accepted);
        match (&outcome.answer, accepted) {
            (Answer::Unsatisfiable, Some(true)) => Some(Standing::Proved),
            (Answer::Unsatisfiable, _) => Some(Standing::Claimed),
            _ => None,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Raises claims that engines of different families make of one instance.
pub(super) fn agree(rows: &mut [Row]) {
    if rows.iter().any(|row| row.count > 0 || row.answer == Answer::Satisfiable) {
        return;
    }
    let supported: Vec<bool> = rows
        .iter()
        .map(|row| row.unsat.is_some() && rows.iter().any(|other| supports(other, row)))
        .collect();
    for (row, _) in rows.iter_mut().zip(supported).filter(|(_, supported)| *supported) {
        row.unsat = row.unsat.max(Some(Standing::CrossAgreed));
    }
}

/// Whether a row says of its own accord what another says: a model with all
/// solutions, or some that stand for all, answers for each, a mere part only
/// for itself.
fn supports(row: &Row, other: &Row) -> bool {
    let answers = !matches!(row.keeps, Keeps::Part(_)) || row.keeps == other.keeps;
    row.unsat.is_some() && answers && family(&row.engine) != family(&other.engine)
}

/// The family of solvers behind an engine's spec. Kinds of engine that name a
/// solver are told apart by the solver alone, reformulations by that of their
/// leaves, and descendants of MiniSat are one family.
fn family(spec: &str) -> &str {
    let end = |c: char| c == '+' || c == ',' || c.is_whitespace();
    let (head, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let kind = head.split(end).next().unwrap_or(head);
    let solver = match kind {
        // What decides is what solves the leaves.
        "reform" => return rest.split_once("leaf=").map_or("native", |(_, leaf)| family(leaf)),
        "sat" | "smt" | "cp" | "dimacs" | "smtlib" | "fzn" => rest.split(end).next().unwrap_or(""),
        _ => kind,
    };
    match solver.rsplit(['/', '\\']).next().unwrap_or(solver) {
        "batsat" | "minisat" | "glucose" => "minisat",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_apart_by_the_solver() {
        for (spec, told) in [
            ("brute", "brute"),
            ("native:mid+aval,gac", "native"),
            ("native,gac", "native"),
            ("sat:cadical+order,amo=ladder", "cadical"),
            ("dimacs:/usr/bin/cadical -q", "cadical"),
            ("sat:batsat+direct", "minisat"),
            ("dimacs+order,sum=adder:minisat {cnf} {out}", "minisat"),
            ("smt:z3+fd", "z3"),
            ("smtlib:z3", "z3"),
            ("cp:pumpkin", "pumpkin"),
            ("reform", "native"),
            ("reform:paper", "native"),
            ("reform:split=never,leaf=sat:glucose+order", "minisat"),
        ] {
            assert_eq!(family(spec), told);
        }
    }
}
