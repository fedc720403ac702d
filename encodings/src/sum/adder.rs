//! A sum as a binary number, by full adders.
//!
//! Warners 1998, as described by Eén and Sörensson 2006. RustSAT has it as well, but its
//! comparator takes memory in proportion to the bound, it cannot express "not equal", and its
//! auxiliary literals are implied in one direction only. Here every bit is defined in both
//! directions and outside all guards, so model counts are kept and only the bits matter for a
//! comparison with a constant.

use std::collections::VecDeque;

use rustsat::types::Lit;

use super::{goal::SumGoal, summand::WeightedSummand};
use crate::{ClauseEncoder, EncodeError, PropositionalFormula};

/// A binary number, least bit first; `None` is a bit that is always 0.
type BinaryNumber = Vec<Option<Lit>>;

impl ClauseEncoder {
    /// Encodes a sum by adders and a comparison of the resulting bits with the goal.
    pub(crate) fn sum_by_adder(
        &mut self,
        summands: &[WeightedSummand],
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        let least: i128 = summands.iter().map(WeightedSummand::min_contribution).sum();
        let most: i128 = summands.iter().map(WeightedSummand::max_contribution).sum();
        let mut base = 0;
        let mut buckets: Vec<VecDeque<Lit>> = Vec::new();
        for summand in summands {
            let (from, weighted) = summand.weighted_literals(&mut self.formula, &mut self.ints)?;
            base += from;
            for (lit, weight) in weighted {
                self.formula.spend_work(1)?;
                drop_into(&mut buckets, lit, weight);
            }
        }
        let bits = add_up(&mut self.formula, buckets)?;
        match goal {
            SumGoal::Within(low, high) => {
                if low > most || high < least || low > high {
                    return self.require_truth(false);
                }
                if low > least {
                    at_least(&mut self.formula, &bits, low - base)?;
                }
                if high < most {
                    at_most(&mut self.formula, &bits, high - base)?;
                }
                Ok(())
            }
            SumGoal::Not(total) if total < least || total > most => Ok(()),
            SumGoal::Not(total) => require_other_number(&mut self.formula, &bits, total - base),
        }
    }
}

fn bit_at(number: i128, place: usize) -> bool {
    number >> place & 1 == 1
}

/// Puts a literal into the bucket of each power of two in its weight.
fn drop_into(buckets: &mut Vec<VecDeque<Lit>>, lit: Lit, weight: i128) {
    let width = (i128::BITS - weight.leading_zeros()) as usize;
    if buckets.len() < width {
        buckets.resize(width, VecDeque::new());
    }
    for (place, bucket) in buckets.iter_mut().enumerate().take(width) {
        if bit_at(weight, place) {
            bucket.push_back(lit);
        }
    }
}

/// Adds the literals of each bucket, carrying into the next, until each holds at most one.
fn add_up(
    formula: &mut PropositionalFormula,
    mut buckets: Vec<VecDeque<Lit>>,
) -> Result<BinaryNumber, EncodeError> {
    let mut bits = Vec::new();
    let mut place = 0;
    while place < buckets.len() {
        let mut bucket = std::mem::take(&mut buckets[place]);
        // First in, first out: sums wait until all inputs are used, which keeps the chain of adders
        // shallow.
        while bucket.len() > 1 {
            let mut inputs = bucket.drain(..bucket.len().min(3));
            let (sum, carry) = match (inputs.next(), inputs.next(), inputs.next()) {
                (Some(a), Some(b), Some(c)) => full_adder(formula, [a, b, c])?,
                (Some(a), Some(b), None) => half_adder(formula, [a, b])?,
                _ => unreachable!("the bucket holds two literals at least"),
            };
            drop(inputs);
            bucket.push_back(sum);
            if place + 1 == buckets.len() {
                buckets.push(VecDeque::new());
            }
            buckets[place + 1].push_back(carry);
        }
        // No literal of this weight: the bit is always 0.
        bits.push(bucket.pop_front());
        place += 1;
    }
    Ok(bits)
}

fn full_adder(
    formula: &mut PropositionalFormula,
    inputs: [Lit; 3],
) -> Result<(Lit, Lit), EncodeError> {
    let (sum, carry) = (formula.new_auxiliary()?, formula.new_auxiliary()?);
    let [a, b, c] = inputs;
    // The sum is the parity of the inputs, the carry their majority; both are functions of them.
    for (a, b, c, sum) in [
        (a, b, c, !sum),
        (a, !b, !c, !sum),
        (!a, b, !c, !sum),
        (!a, !b, c, !sum),
        (!a, !b, !c, sum),
        (!a, b, c, sum),
        (a, !b, c, sum),
        (a, b, !c, sum),
    ] {
        formula.add_definition(&[a, b, c, sum])?;
    }
    for (x, y) in [(a, b), (a, c), (b, c)] {
        formula.add_definition(&[!x, !y, carry])?;
        formula.add_definition(&[x, y, !carry])?;
    }
    Ok((sum, carry))
}

fn half_adder(
    formula: &mut PropositionalFormula,
    [a, b]: [Lit; 2],
) -> Result<(Lit, Lit), EncodeError> {
    let (sum, carry) = (formula.new_auxiliary()?, formula.new_auxiliary()?);
    for (a, b, sum) in [(a, b, !sum), (!a, !b, !sum), (a, !b, sum), (!a, b, sum)] {
        formula.add_definition(&[a, b, sum])?;
    }
    formula.add_definition(&[!a, !b, carry])?;
    formula.add_definition(&[a, !carry])?;
    formula.add_definition(&[b, !carry])?;
    Ok((sum, carry))
}

/// Adds `bits <= bound`: wherever the bound has a 0, so has the number, unless it is already
/// smaller at a higher place where the bound has a 1.
fn at_most(
    formula: &mut PropositionalFormula,
    bits: &[Option<Lit>],
    bound: i128,
) -> Result<(), EncodeError> {
    for (place, lit) in bits.iter().enumerate() {
        let Some(lit) = *lit else { continue };
        let higher: Option<Vec<Lit>> =
            (place + 1..bits.len()).filter(|&at| bit_at(bound, at)).map(|at| bits[at]).collect();
        // A higher bit that is always 0 where the bound has a 1 makes the clause hold.
        if let (false, Some(higher)) = (bit_at(bound, place), higher) {
            let clause = higher.into_iter().chain([lit]).map(|lit| !lit);
            formula.add_clause(&Vec::from_iter(clause))?;
        }
    }
    Ok(())
}

/// Adds `bits >= bound`: wherever the bound has a 1, so has the number, unless it is already larger
/// at a higher place where the bound has a 0.
fn at_least(
    formula: &mut PropositionalFormula,
    bits: &[Option<Lit>],
    bound: i128,
) -> Result<(), EncodeError> {
    for (place, &lit) in bits.iter().enumerate() {
        if bit_at(bound, place) {
            let higher =
                (place + 1..bits.len()).filter(|&at| !bit_at(bound, at)).map(|at| bits[at]);
            formula.add_clause(&Vec::from_iter(higher.chain([lit]).flatten()))?;
        }
    }
    Ok(())
}

/// Adds `bits != number`.
fn require_other_number(
    formula: &mut PropositionalFormula,
    bits: &[Option<Lit>],
    number: i128,
) -> Result<(), EncodeError> {
    let mut clause = Vec::new();
    for (place, &lit) in bits.iter().enumerate() {
        match (lit, bit_at(number, place)) {
            (Some(lit), true) => clause.push(!lit),
            (Some(lit), false) => clause.push(lit),
            // The bit is always 0 and the number has a 1, so they always differ.
            (None, true) => return Ok(()),
            (None, false) => {}
        }
    }
    formula.add_clause(&clause)
}
