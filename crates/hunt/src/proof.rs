//! A plain checker of DRAT proofs of small formulas.
//!
//! Each line of a proof adds a clause, or deletes one after `d`. A clause may be added if assuming
//! that it is false leads to a contradiction by unit propagation (RUP), or if that is so for each
//! resolvent with a clause that has the denial of its first literal (RAT). The empty clause ends
//! the proof. Every step goes through all clauses again.
//!
//! Wetzler, Heule, Hunt, *DRAT-trim* (SAT 2014).

/// Maximum number of steps that are checked.
const LONGEST: usize = 20_000;

/// Checks a text proof that a formula in DIMACS has no solution.
///
/// # Errors
/// Why it does not prove that.
pub fn check(formula: &str, proof: &str) -> Result<(), String> {
    let lines = formula.lines().filter(|line| !line.starts_with(['p', 'c']));
    let mut clauses = lines.map(numbers).collect::<Result<Vec<_>, _>>()?;
    for (at, line) in proof.lines().enumerate() {
        let place = at + 1;
        if place > LONGEST {
            return Err(format!("the proof has more than {LONGEST} steps"));
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        if let Some(deleted) = line.strip_prefix("d ") {
            delete(&mut clauses, &numbers(deleted)?);
            continue;
        }
        let clause = numbers(line)?;
        if !follows(&clauses, &clause) {
            return Err(format!("line {place} of the proof, '{line}', does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    // Some solvers leave the empty clause out if propagation alone gives it.
    if follows(&clauses, &[]) { Ok(()) } else { Err("no empty clause ends the proof".into()) }
}

fn numbers(line: &str) -> Result<Vec<i64>, String> {
    let mut clause = Vec::new();
    for word in line.split_whitespace() {
        match word.parse::<i64>() {
            Ok(0) => return Ok(clause),
            Ok(number) if number != i64::MIN => clause.push(number),
            _ => return Err(format!("'{word}' in a proof is no literal")),
        }
    }
    Err(format!("the clause '{}' does not end with 0", line.trim()))
}

/// Removes one clause with the literals of another, in any order; unit clauses stay, as in the
/// checkers that solvers write proofs for.
fn delete(clauses: &mut Vec<Vec<i64>>, deleted: &[i64]) {
    let sorted = |clause: &[i64]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause
    };
    let wanted = sorted(deleted);
    if deleted.len() > 1
        && let Some(place) = clauses.iter().position(|clause| sorted(clause) == wanted)
    {
        clauses.remove(place);
    }
}

fn follows(clauses: &[Vec<i64>], clause: &[i64]) -> bool {
    if contradicts(clauses, clause, &[]) {
        return true;
    }
    let Some(&pivot) = clause.first() else {
        return false;
    };
    let mut against = clauses.iter().filter(|other| other.contains(&-pivot));
    against.all(|other| {
        let rest: Vec<i64> = other.iter().copied().filter(|literal| *literal != -pivot).collect();
        contradicts(clauses, clause, &rest)
    })
}

/// Whether unit propagation finds a contradiction where all literals of two lists are false.
fn contradicts(clauses: &[Vec<i64>], first: &[i64], second: &[i64]) -> bool {
    let mut holds: Vec<i64> = Vec::new();
    for literal in first.iter().chain(second) {
        if holds.contains(literal) {
            return true;
        }
        holds.push(-literal);
    }
    loop {
        let mut changed = false;
        for clause in clauses {
            if clause.iter().any(|literal| holds.contains(literal)) {
                continue;
            }
            let mut open: Vec<i64> =
                clause.iter().copied().filter(|literal| !holds.contains(&-literal)).collect();
            open.sort_unstable();
            open.dedup();
            match open.as_slice() {
                [] => return true,
                [unit] => {
                    holds.push(*unit);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}
