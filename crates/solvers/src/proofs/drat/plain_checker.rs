//! A plain checker of short DRAT proofs of small formulas.
//!
//! A step adds a clause, or deletes one. A clause may be added if assuming that it is false leads
//! to a contradiction by unit propagation (RUP), or if that is so for each resolvent with a clause
//! that has the denial of its first literal (RAT). The empty clause ends the proof. Every step goes
//! through all clauses again.
//!
//! Wetzler, Heule, Hunt, *DRAT-trim* (SAT 2014).

use std::collections::HashSet;
use std::io::BufRead;

use parallax_model::engine_api::Control;

use super::super::{InvalidProofError, MissingCheckerError, ProofError};

/// Maximum number of lines.
const MAX_LINES: u64 = 20_000;

/// Maximum number of literals to visit: some seconds.
const MAX_WORK: u64 = 1 << 26;

/// Literals visited between two checks of the clock.
const WORK_BETWEEN_POLLS: u64 = 1 << 16;

/// Checks a proof in text, a step a line, that clauses have no model; returns the number of clauses
/// that were added.
///
/// # Errors
/// If a step does not follow or cannot be read, with its line; if the proof is too long for this
/// checker; at a limit of `control`.
pub fn check_plainly(
    clauses: Vec<Vec<i32>>,
    proof: impl BufRead,
    control: &Control,
) -> Result<u64, ProofError> {
    let mut checker = PlainChecker { clauses, control, work: 0 };
    let (mut number, mut derived) = (0, 0);
    for line in proof.lines() {
        let line = line?;
        let line = line.trim();
        number += 1;
        if number > MAX_LINES {
            return too_long();
        }
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        if let Some(deleted) = line.strip_prefix("d ") {
            checker.delete_clause(&parse_clause(deleted)?);
            continue;
        }
        let clause = parse_clause(line)?;
        if !checker.follows_by_propagation(&clause)? {
            let step = line.to_owned();
            return Err(InvalidProofError::Line { line: number, step }.into());
        }
        derived += 1;
        if clause.is_empty() {
            return Ok(derived);
        }
        checker.clauses.push(clause);
    }
    // Some solvers leave the empty clause out if propagation alone gives it.
    if checker.follows_by_propagation(&[])? {
        Ok(derived)
    } else {
        Err(InvalidProofError::NoEmptyClause.into())
    }
}

/// Reads a clause that ends with 0.
///
/// # Errors
/// If the text is not a clause.
pub fn parse_clause(line: &str) -> Result<Vec<i32>, ProofError> {
    let mut clause = Vec::new();
    for word in line.split_whitespace() {
        match word.parse::<i32>() {
            Ok(0) => return Ok(clause),
            Ok(number) if number != i32::MIN => clause.push(number),
            _ => return Err(InvalidProofError::Word(word.to_owned()).into()),
        }
    }
    Err(InvalidProofError::Clause(line.trim().to_owned()).into())
}

fn too_long<T>() -> Result<T, ProofError> {
    Err(ProofError::NoChecker(MissingCheckerError::LongProof))
}

struct PlainChecker<'c> {
    clauses: Vec<Vec<i32>>,
    control: &'c Control,
    /// The number of visited literals.
    work: u64,
}

impl PlainChecker<'_> {
    /// Removes one clause with the literals of another, in any order; unit clauses stay, as in the
    /// checkers that solvers write proofs for.
    fn delete_clause(&mut self, deleted: &[i32]) {
        let sorted = |clause: &[i32]| {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause
        };
        // Solvers reorder the literals of their clauses, and a deletion lists them in their present
        // order.
        let wanted = sorted(deleted);
        let is_wanted =
            |clause: &Vec<i32>| clause.len() == deleted.len() && sorted(clause) == wanted;
        if deleted.len() > 1
            && let Some(index) = self.clauses.iter().position(is_wanted)
        {
            self.clauses.remove(index);
        }
    }

    fn follows_by_propagation(&mut self, clause: &[i32]) -> Result<bool, ProofError> {
        if self.finds_contradiction(clause, &[])? {
            return Ok(true);
        }
        let Some(&pivot) = clause.first() else { return Ok(false) };
        for index in 0..self.clauses.len() {
            // Steps of RAT keep the formula satisfiable if every resolvent on the pivot follows.
            let other = &self.clauses[index];
            if other.contains(&-pivot) {
                let rest: Vec<i32> = other.iter().copied().filter(|&lit| lit != -pivot).collect();
                if !self.finds_contradiction(clause, &rest)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether unit propagation finds a contradiction if all literals of two lists are false.
    fn finds_contradiction(&mut self, first: &[i32], second: &[i32]) -> Result<bool, ProofError> {
        let mut holds: HashSet<i32> = HashSet::new();
        for literal in first.iter().chain(second) {
            // A literal and its negation are both among those that must be false.
            if holds.contains(literal) {
                return Ok(true);
            }
            holds.insert(-literal);
        }
        loop {
            // Passes over all clauses are repeated until a pass derives nothing. Watched literals
            // would save most of that work, and would be one more thing to get wrong.
            let before = holds.len();
            for index in 0..self.clauses.len() {
                self.charge_work(self.clauses[index].len())?;
                let clause = &self.clauses[index];
                if clause.iter().any(|literal| holds.contains(literal)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| !holds.contains(&-**literal));
                match open.next() {
                    None => return Ok(true),
                    Some(unit) if open.all(|other| other == unit) => drop(holds.insert(*unit)),
                    Some(_) => {}
                }
            }
            if holds.len() == before {
                return Ok(false);
            }
        }
    }

    /// Counts the work for a clause.
    fn charge_work(&mut self, literals: usize) -> Result<(), ProofError> {
        let before = self.work;
        self.work += 1 + literals as u64;
        if self.work > MAX_WORK {
            return too_long();
        }
        if before / WORK_BETWEEN_POLLS != self.work / WORK_BETWEEN_POLLS {
            self.control.check_stop()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn accepts(clauses: &[Vec<i32>], proof: &str) -> bool {
        check_plainly(clauses.to_vec(), proof.as_bytes(), &Control::unlimited()).is_ok()
    }

    fn has_model(clauses: &[Vec<i32>], variables: i32) -> bool {
        let is_true = |point: i32, lit: i32| (point >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        let holds =
            |point| clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(point, lit)));
        (0..1 << variables).any(holds)
    }

    fn clause(rng: &mut ChaCha8Rng, variables: i32) -> Vec<i32> {
        let literal = |rng: &mut ChaCha8Rng| {
            let variable = rng.random_range(1..=variables);
            if rng.random() { variable } else { -variable }
        };
        (0..rng.random_range(1..=3)).map(|_| literal(rng)).collect()
    }

    /// Every clause over the first variables, from long ones to the empty one: each follows from
    /// the two that have one more literal.
    fn whole_proof(variables: i32) -> String {
        let mut text = String::new();
        for length in (0..=variables).rev() {
            for signs in 0..1 << length {
                for variable in 1..=length {
                    let sign = if signs >> (variable - 1) & 1 == 1 { "-" } else { "" };
                    let _ = write!(text, "{sign}{variable} ");
                }
                text += "0\n";
            }
        }
        text
    }

    #[test]
    fn no_proof_refutes_a_formula_that_has_a_model() {
        let (mut refuted, mut random) = (0, 0);
        for seed in 0..3_000 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let variables = rng.random_range(1..=4);
            let number = rng.random_range(1..=4 * variables);
            let clauses: Vec<Vec<i32>> = (0..number).map(|_| clause(rng, variables)).collect();
            let has_model = has_model(&clauses, variables);
            assert_eq!(accepts(&clauses, &whole_proof(variables)), !has_model, "{clauses:?}");
            refuted += u32::from(!has_model);
            // Steps with a new variable are extensions, which RAT allows.
            let mut proof = String::new();
            for _ in 0..rng.random_range(0..6) {
                let deletes = if rng.random_bool(0.2) { "d " } else { "" };
                let words: Vec<String> =
                    clause(rng, variables + 1).iter().map(ToString::to_string).collect();
                let _ = writeln!(proof, "{deletes}{} 0", words.join(" "));
            }
            proof += "0\n";
            let accepted = accepts(&clauses, &proof);
            assert!(!(accepted && has_model), "{clauses:?}\n{proof}");
            random += u32::from(accepted);
        }
        assert!(refuted > 500 && random > 300, "{refuted} {random}");
    }
}
