//! Sums through RustSAT's pseudo-Boolean encodings.
//!
//! The generalised totalizer (Joshi, Martins and Manquinho 2015) and the dynamic polynomial
//! watchdog (Paxian, Reimer and Becker 2018) bound a sum of weighted literals from above. A
//! lower bound is an upper bound on the negated literals; "not equal" is one bound or the
//! other, selected by a further literal.

use std::collections::BTreeMap;

use rustsat::{
    encodings::pb::{BoundUpper, DynamicPolyWatchdog, GeneralizedTotalizer},
    types::Lit,
};

use super::{
    goal::{INFINITE_BOUND, SumGoal},
    summand::WeightedSummand,
};
use crate::{ClauseEncoder, ClauseStore, EncodeError, FormulaVariables};

/// One of RustSAT's encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PseudoBoolean {
    GeneralizedTotalizer,
    DynamicPolyWatchdog,
}

impl ClauseEncoder {
    /// Encodes a sum as weighted literals; each weight fits half of 64 bits.
    pub(crate) fn sum_by_pseudo_boolean(
        &mut self,
        summands: &[WeightedSummand],
        goal: SumGoal,
        kind: PseudoBoolean,
    ) -> Result<(), EncodeError> {
        let mut base = 0;
        let mut weights: BTreeMap<Lit, i128> = BTreeMap::new();
        for summand in summands {
            let (from, weighted) = summand.weighted_literals(&mut self.formula, &mut self.ints)?;
            base += from;
            for (lit, weight) in weighted {
                *weights.entry(lit).or_default() += weight;
            }
        }
        let least: i128 = summands.iter().map(WeightedSummand::min_contribution).sum();
        let most: i128 = summands.iter().map(WeightedSummand::max_contribution).sum();
        match goal {
            SumGoal::Within(low, high) => {
                if low > high || high < least || low > most {
                    return self.require_truth(false);
                }
                if high < most {
                    self.weigh_at_most(&weights, high - base, kind)?;
                }
                if low > least {
                    // `sum >= low` over literals is `sum of the false ones <= total - low`.
                    let (negated, total) = negate_literals(&weights);
                    self.weigh_at_most(&negated, total - (low - base), kind)?;
                }
                Ok(())
            }
            SumGoal::Not(total) if total < least || total > most => Ok(()),
            SumGoal::Not(total) => {
                // The literal selects a side: below the total if it is true, above if it is false.
                let below = self.formula.new_auxiliary()?;
                let sides = [
                    (below, SumGoal::Within(-INFINITE_BOUND, total - 1)),
                    (!below, SumGoal::Within(total + 1, INFINITE_BOUND)),
                ];
                for (side, goal) in sides {
                    self.with_guard(side.into(), |encoder| {
                        encoder.sum_by_pseudo_boolean(summands, goal, kind)
                    })?;
                }
                Ok(())
            }
        }
    }

    /// Requires that the true literals among these weigh at most `bound` together, where `bound` is
    /// not negative.
    fn weigh_at_most(
        &mut self,
        weights: &BTreeMap<Lit, i128>,
        bound: i128,
        kind: PseudoBoolean,
    ) -> Result<(), EncodeError> {
        if bound < 0 {
            return self.require_truth(false);
        }
        // A literal heavier than the bound is false; RustSAT's encoders then never see it.
        for (&lit, _) in weights.iter().filter(|&(_, &weight)| weight > bound) {
            self.formula.add_clause(&[!lit])?;
        }
        let rest = weights.iter().filter(|&(_, &weight)| weight <= bound);
        let rest: Vec<(Lit, i128)> = rest.map(|(&lit, &weight)| (lit, weight)).collect();
        if rest.iter().map(|(_, weight)| weight).sum::<i128>() <= bound {
            return Ok(());
        }
        let narrow = |number: i128| {
            u32::try_from(number).map(|number| number as usize).map_err(|_| EncodeError::TooLarge {
                what: "weight in a pseudo-Boolean encoding (another encoding of sums has no limit)",
                size: u64::try_from(number).unwrap_or(u64::MAX),
                limit: u32::MAX.into(),
            })
        };
        let bound = narrow(bound)?;
        let rest = rest.into_iter().map(|(lit, weight)| Ok((lit, narrow(weight)?)));
        let rest = rest.collect::<Result<Vec<(Lit, usize)>, EncodeError>>()?;
        match kind {
            PseudoBoolean::GeneralizedTotalizer => {
                self.check_totalizer(&rest, bound)?;
                self.bound_above(GeneralizedTotalizer::from_iter(rest), bound)
            }
            PseudoBoolean::DynamicPolyWatchdog => {
                self.bound_above(DynamicPolyWatchdog::from_iter(rest), bound)
            }
        }
    }

    /// Lets an encoder define its literals outside the guards, then adds the bound.
    fn bound_above(
        &mut self,
        mut encoder: impl BoundUpper,
        bound: usize,
    ) -> Result<(), EncodeError> {
        let guards = self.formula.take_guards();
        let encoded = self.formula.encode_with(
            |clauses: &mut ClauseStore, variables: &mut FormulaVariables| {
                encoder.encode_ub(bound..=bound, clauses, variables)
            },
        );
        self.formula.restore_guards(guards);
        encoded?;
        let units = encoder.enforce_ub(bound);
        let units = units.map_err(|error| EncodeError::Unsupported(error.to_string()))?;
        units.into_iter().try_for_each(|unit| self.formula.add_clause(&[unit]))
    }

    /// Checks that a generalised totalizer stays within the clause limit. Its nodes have a
    /// literal for each different sum up to the bound; merging two nodes needs a clause for
    /// each pair.
    fn check_totalizer(&self, weights: &[(Lit, usize)], bound: usize) -> Result<(), EncodeError> {
        let heaviest = weights.iter().map(|&(_, weight)| weight).max().unwrap_or(0);
        let sums = bound.saturating_add(heaviest) as u64;
        let size = merge_clause_bound(weights.len() as u64, sums);
        let limit = self.options.sum_clauses as u64;
        if size > limit {
            return Err(EncodeError::TooLarge { what: "clauses of a totalizer", size, limit });
        }
        Ok(())
    }
}

/// Returns an upper bound on the clauses of a balanced tree over `literals` literals with at most
/// `sums` sums in a node.
fn merge_clause_bound(literals: u64, sums: u64) -> u64 {
    if literals < 2 {
        return 0;
    }
    let half = literals.div_ceil(2);
    // A node over k literals has at most 2^k - 1 sums above 0.
    let in_half = if half < 63 { sums.min((1 << half) - 1) } else { sums };
    // Pairs whose sum exceeds the bound share one clause: about half of all pairs.
    let pairs = in_half.saturating_mul(in_half) / 2 + 2 * in_half;
    pairs
        .saturating_add(merge_clause_bound(half, sums))
        .saturating_add(merge_clause_bound(literals / 2, sums))
}

/// Returns the weights on the negated literals, and the total weight.
fn negate_literals(weights: &BTreeMap<Lit, i128>) -> (BTreeMap<Lit, i128>, i128) {
    let negated = weights.iter().map(|(&lit, &weight)| (!lit, weight)).collect();
    (negated, weights.values().sum())
}
