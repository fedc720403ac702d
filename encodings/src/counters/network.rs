//! Cardinality networks (Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell 2011, "Cardinality
//! Networks: a theoretical and empirical study"): sort the literals, true ones first, by
//! odd-even merges (Batcher 1968), and constrain the outputs at the bounds.
//!
//! Every merge makes only the outputs up to the one after the bound. The merged sequences need
//! not have equal or even lengths, so nothing is padded (Abío, Nieuwenhuis, Oliveras and
//! Rodríguez-Carbonell 2013). If the bounds lie beyond the middle, the negated literals are
//! counted. A comparator of two literals has two auxiliary literals and three clauses for each
//! direction: from inputs to outputs for an upper bound, from outputs to inputs for a lower
//! one. One bound `k` takes `O(n log² k)` of both. Unit propagation finds everything that
//! follows from each bound.

use rustsat::types::Lit;

use super::DefinitionSides;
use crate::{EncodeError, PropositionalFormula};

/// Requires that from `low` to `high` of these literals are true, where `low <= high`.
pub(crate) fn require_count_between(
    formula: &mut PropositionalFormula,
    literals: &[Lit],
    low: usize,
    high: usize,
    definitions: DefinitionSides,
) -> Result<(), EncodeError> {
    let n = literals.len();
    if low > n {
        return formula.add_clause(&[]);
    }
    let high = high.min(n);
    // From `low` to `high` true literals are from `n - high` to `n - low` false ones: the side that
    // needs fewer outputs is cheaper.
    if output_count(n, n - high, n - low) < output_count(n, low, high) {
        let negated: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
        return sort_and_bound(formula, &negated, n - high, n - low, definitions);
    }
    sort_and_bound(formula, literals, low, high, definitions)
}

/// Returns the number of outputs that the bounds need.
fn output_count(n: usize, low: usize, high: usize) -> usize {
    // An upper bound forbids the output after it, which covers the one that a lower bound demands.
    if high < n { high + 1 } else { low }
}

fn sort_and_bound(
    formula: &mut PropositionalFormula,
    literals: &[Lit],
    low: usize,
    high: usize,
    definitions: DefinitionSides,
) -> Result<(), EncodeError> {
    let n = literals.len();
    let both_ways = definitions == DefinitionSides::BothWays;
    let (up, down) = (both_ways || high < n, both_ways || low > 0);
    let sorted = CardinalityNetwork { formula, up, down }
        .sort_literals(literals, output_count(n, low, high))?;
    if high < n {
        formula.add_clause(&[!sorted[high]])?;
    }
    if low > 0 {
        formula.add_clause(&[sorted[low - 1]])?;
    }
    Ok(())
}

struct CardinalityNetwork<'a> {
    formula: &'a mut PropositionalFormula,
    /// Whether true inputs force outputs to be true.
    up: bool,
    /// Whether false inputs force outputs to be false.
    down: bool,
}

impl CardinalityNetwork<'_> {
    /// Returns the first `limit` of the literals in sorted order, true ones first.
    fn sort_literals(&mut self, literals: &[Lit], limit: usize) -> Result<Vec<Lit>, EncodeError> {
        if literals.len() <= 1 {
            return Ok(literals[..limit.min(literals.len())].to_vec());
        }
        // Blocks of a power of two keep the merges balanced, as in the paper.
        let half = literals.len().next_power_of_two() / 2;
        let left = self.sort_literals(&literals[..half], limit)?;
        let right = self.sort_literals(&literals[half..], limit)?;
        self.merge_sorted(&left, &right, limit)
    }

    /// Returns the first `limit` of two sorted sequences, merged.
    ///
    /// Merges the odd places of both, and the even ones; then compares each even output of the
    /// result with the odd one after it.
    fn merge_sorted(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        limit: usize,
    ) -> Result<Vec<Lit>, EncodeError> {
        let (a, b) = (&a[..a.len().min(limit)], &b[..b.len().min(limit)]);
        let (&[first_a, ..], &[first_b, ..]) = (a, b) else {
            return Ok([a, b].concat());
        };
        if a.len() == 1 && b.len() == 1 {
            return self.compare_pair(first_a, first_b, limit);
        }
        // Output 0 is the first of `odd`; then each pair has one more of `odd` and one of `even`.
        // So `limit` outputs need `limit / 2 + 1` of the one and `limit / 2` of the other.
        let odd = self.merge_sorted(&every_second(a, 0), &every_second(b, 0), limit / 2 + 1)?;
        let even = self.merge_sorted(&every_second(a, 1), &every_second(b, 1), limit / 2)?;
        let length = limit.min(a.len() + b.len());
        let mut merged = vec![odd[0]];
        let mut pair = 0;
        while merged.len() < length {
            match (odd.get(pair + 1), even.get(pair)) {
                (Some(&x), Some(&y)) => {
                    let outputs = self.compare_pair(x, y, length - merged.len())?;
                    merged.extend(outputs);
                }
                // At the end of one sequence, the last literal of the other has no partner.
                (left, right) => merged.extend(left.or(right)),
            }
            pair += 1;
        }
        Ok(merged)
    }

    /// Returns the first `limit` of "either" and "both".
    fn compare_pair(&mut self, x: Lit, y: Lit, limit: usize) -> Result<Vec<Lit>, EncodeError> {
        let either = self.formula.new_auxiliary()?;
        if self.up {
            self.formula.add_definition(&[!x, either])?;
            self.formula.add_definition(&[!y, either])?;
        }
        if self.down {
            self.formula.add_definition(&[x, y, !either])?;
        }
        if limit == 1 {
            return Ok(vec![either]);
        }
        let both = self.formula.new_auxiliary()?;
        if self.up {
            self.formula.add_definition(&[!x, !y, both])?;
        }
        if self.down {
            self.formula.add_definition(&[x, !both])?;
            self.formula.add_definition(&[y, !both])?;
        }
        Ok(vec![either, both])
    }
}

/// Returns every second literal, starting at this place.
fn every_second(sorted: &[Lit], from: usize) -> Vec<Lit> {
    sorted.iter().skip(from).step_by(2).copied().collect()
}
