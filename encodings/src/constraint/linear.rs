//! Linear sums: `c1 x1 + ... + cn xn REL bound`.

use std::collections::BTreeMap;

use crate::{
    ArithmeticRelation, ClauseEncoder, EncodeError, IntId, SumKind,
    sum::{
        goal::{INFINITE_BOUND, MAX_TERMS, SumGoal},
        pseudo_boolean::PseudoBoolean,
        summand::WeightedSummand,
        two_terms::WeightedInteger,
    },
};

impl ClauseEncoder {
    /// Requires that `terms REL bound`, where each term is a coefficient and an integer. Integers
    /// may repeat.
    ///
    /// See [`SumKind`] for the encodings.
    ///
    /// # Errors
    /// [`EncodeError::Overflow`] for more than 2^29 terms (up to there, sums are exact for any
    /// coefficients), and for partial sums beyond 32 bits in the order encoding.
    /// [`EncodeError::TooLarge`] if the selected encoding would exceed its limit.
    /// [`EncodeError::Unsupported`] if `keep_counts` is set and the encoding cannot keep model
    /// counts.
    pub fn require_linear(
        &mut self,
        terms: &[(i64, IntId)],
        relation: ArithmeticRelation,
        bound: i64,
    ) -> Result<(), EncodeError> {
        if terms.len() > MAX_TERMS {
            return Err(EncodeError::Overflow);
        }
        let (terms, fixed) = self.merge_terms(terms)?;
        if terms.iter().any(|&(_, x)| self.domain_size(x) == 0) {
            return Ok(()); // the empty domain has already made the formula unsatisfiable
        }
        // Integers of one value and offsets of views have moved into `fixed`.
        let goal = SumGoal::new(relation, i128::from(bound) - fixed);
        let (terms, goal) = reduce_terms(terms, goal);
        match (terms.as_slice(), self.options.sums) {
            ([], _) => self.require_truth(goal.allows_total(0)),
            (&[(coefficient, x)], _) => {
                self.restrict_domain(x, |value| goal.allows_total(coefficient * i128::from(value)))
            }
            // Two integers need no auxiliary literals.
            (&[first, second], SumKind::Auto) => {
                self.formula.note_encoding("sum", "two");
                self.sum_of_two(first, second, goal)
            }
            (terms, SumKind::Order) => {
                self.formula.note_encoding("sum", SumKind::Order.name());
                self.sum_by_order(terms, goal)
            }
            (terms, SumKind::Support) => {
                self.formula.note_encoding("sum", SumKind::Support.name());
                self.sum_by_support(terms, goal)
            }
            (terms, _) => {
                let summands =
                    terms.iter().map(|&(c, x)| WeightedSummand::from_integer(&self.ints, c, x));
                let summands = summands.collect();
                self.encode_sum(summands, goal)
            }
        }
    }

    /// Encodes a sum of at least one summand with the selected encoding. The cases that apply
    /// only to sums of integers have been handled before.
    fn encode_sum(
        &mut self,
        summands: Vec<WeightedSummand>,
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        let kind = match self.options.sums {
            // The bits of a log-encoded integer are summands of an adder as they are.
            SumKind::Auto if summands.iter().any(|summand| summand.is_in_bits(&self.ints)) => {
                SumKind::Adder
            }
            kind => kind,
        };
        let pseudo_boolean = match kind {
            SumKind::GeneralizedTotalizer => PseudoBoolean::GeneralizedTotalizer,
            SumKind::DynamicPolyWatchdog => PseudoBoolean::DynamicPolyWatchdog,
            SumKind::Adder => return self.sum_by_noted_adder(&summands, goal),
            _ => return self.sum_by_diagram_or(summands, goal, kind == SumKind::Auto),
        };
        if self.options.keep_counts {
            let why = format!("the sum encoding `{kind}` does not keep model counts");
            return Err(EncodeError::Unsupported(why));
        }
        self.formula.note_encoding("sum", kind.name());
        self.sum_by_pseudo_boolean(&summands, goal, pseudo_boolean)
    }

    fn sum_by_noted_adder(
        &mut self,
        summands: &[WeightedSummand],
        goal: SumGoal,
    ) -> Result<(), EncodeError> {
        self.formula.note_encoding("sum", SumKind::Adder.name());
        self.sum_by_adder(summands, goal)
    }

    /// Encodes a sum by a diagram. If the diagram is too large, falls back to an adder if that is
    /// allowed.
    pub(crate) fn sum_by_diagram_or(
        &mut self,
        mut summands: Vec<WeightedSummand>,
        goal: SumGoal,
        adder: bool,
    ) -> Result<(), EncodeError> {
        // Wide summands come first and keep the diagram narrow: the rest decides early.
        summands.sort_by_key(|summand| summand.min_contribution() - summand.max_contribution());
        if self.sum_by_diagram(&summands, goal)? {
            self.formula.note_encoding("sum", SumKind::Mdd.name());
            return Ok(());
        }
        if adder {
            return self.sum_by_noted_adder(&summands, goal);
        }
        let limit = self.options.diagram_edges as u64;
        Err(EncodeError::TooLarge { what: "edges of a sum's diagram", size: limit + 1, limit })
    }

    /// Merges the terms of a linear sum: adds up the coefficients of each integer (of a view,
    /// those of its root), drops zero coefficients, and moves integers of one value into a
    /// constant.
    fn merge_terms(
        &self,
        terms: &[(i64, IntId)],
    ) -> Result<(Vec<WeightedInteger>, i128), EncodeError> {
        let mut place = BTreeMap::new();
        let mut merged: Vec<WeightedInteger> = Vec::new();
        let mut fixed: i128 = 0;
        for &(coefficient, x) in terms {
            // `x = scale * root + offset`, so views of one integer merge, e.g. `x - (x + 2)`
            // becomes the constant -2.
            let (root, scale, offset) = self.ints.view_of(x);
            let at = *place.entry(root).or_insert_with(|| {
                merged.push((0, root));
                merged.len() - 1
            });
            // The product of two 64-bit numbers fits; a sum of such products may not.
            let more = i128::from(coefficient) * i128::from(scale);
            merged[at].0 = merged[at].0.checked_add(more).ok_or(EncodeError::Overflow)?;
            let shift = i128::from(coefficient) * i128::from(offset);
            fixed = fixed.checked_add(shift).ok_or(EncodeError::Overflow)?;
        }
        // Before the values are multiplied below.
        self.check_range(&merged, fixed)?;
        merged.retain(|&(coefficient, x)| match self.values(x) {
            &[value] => {
                fixed += coefficient * i128::from(value);
                false
            }
            [] => true,
            _ => coefficient != 0,
        });
        Ok((merged, fixed))
    }

    /// Fails if a total could come near the ends of 128 bits, which only views of huge scale or
    /// offset can reach.
    fn check_range(&self, terms: &[WeightedInteger], fixed: i128) -> Result<(), EncodeError> {
        let mut reach = fixed.unsigned_abs();
        for &(coefficient, x) in terms {
            let ends = [self.values(x).first(), self.values(x).last()];
            let widest = ends.into_iter().flatten().map(|v| v.unsigned_abs()).max().unwrap_or(0);
            // At least 1, because coefficients are also divided and negated on their own.
            let most = coefficient.unsigned_abs().checked_mul(u128::from(widest).max(1));
            reach = most.and_then(|most| reach.checked_add(most)).ok_or(EncodeError::Overflow)?;
        }
        if reach > INFINITE_BOUND.unsigned_abs() / 2 { Err(EncodeError::Overflow) } else { Ok(()) }
    }
}

/// Divides by the greatest common divisor of the coefficients, and turns a lower bound into an
/// upper bound by negation.
fn reduce_terms(mut terms: Vec<WeightedInteger>, goal: SumGoal) -> (Vec<WeightedInteger>, SumGoal) {
    let divisor = terms.iter().fold(0, |divisor, &(c, _)| gcd(divisor, c.abs())).max(1);
    let mut goal = goal.divide_totals(divisor);
    // A diagram merges alternatives for upper bounds alone (`write_edge`), so x + y >= 3 becomes -x
    // - y <= -3.
    let negate = !goal.is_upper_bound() && goal.negate_totals().is_upper_bound();
    if negate {
        goal = goal.negate_totals();
    }
    for (coefficient, _) in &mut terms {
        *coefficient /= if negate { -divisor } else { divisor };
    }
    (terms, goal)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
