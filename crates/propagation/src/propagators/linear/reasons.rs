//! Explanations of sums.

use parallax_model::{ComparisonOperator, VarId};

use super::bounds::LinearBoundsPropagator;
use crate::propagators::{BoundSide, DomainClaim, ExplanationPremises, PastDomains};

/// Returns the terms of a sum, or of its negation.
pub(in crate::propagators) fn signed_terms(
    terms: &[(i64, VarId)],
    sign: i64,
) -> impl Iterator<Item = (i64, VarId)> + Clone + '_ {
    terms.iter().map(move |&(a, v)| (a * sign, v))
}

/// Explains why a sum exceeds `most`, if one variable is at a limit: by the bounds of the other
/// terms, without those that are not needed. Adds nothing and returns false if it does not.
pub(in crate::propagators) fn explain_excess(
    terms: impl Iterator<Item = (i64, VarId)> + Clone,
    most: i64,
    assumed: Option<(VarId, i64)>,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) -> bool {
    // The least value of a term by some bounds.
    let least = |a: i64, (low, high): (i64, i64)| {
        i128::from(a) * i128::from(if a > 0 { low } else { high })
    };
    let now = |(a, v): (i64, VarId)| match assumed {
        Some((own, limit)) if own == v => i128::from(a) * i128::from(limit),
        _ => least(a, past.wide_bounds(v)),
    };
    // By how much the sum is greater than it must be.
    let mut spare = terms.clone().map(now).sum::<i128>() - i128::from(most) - 1;
    if spare < 0 {
        return false;
    }
    let others = terms.filter(|&(_, v)| assumed.is_none_or(|(own, _)| own != v));
    for (a, v) in others {
        // Relaxing this bound to the root lowers the sum by `gain`. If the excess permits it, the
        // bound is not needed and its share of the excess is used up.
        let gain = now((a, v)) - least(a, into.root_ends(v));
        if gain <= spare {
            spare -= gain;
        } else if a > 0 {
            into.add_min(v, past);
        } else {
            into.add_max(v, past);
        }
    }
    true
}

impl LinearBoundsPropagator {
    /// Returns the sums that must not exceed a number: the sum itself, its negation, or both, as
    /// signs and numbers.
    fn sum_limits(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let upper = (self.relation != ComparisonOperator::Ge).then_some((1, self.constant));
        let lower = (self.relation != ComparisonOperator::Le).then_some((-1, -self.constant));
        upper.into_iter().chain(lower)
    }

    /// Explains a bound of a variable by bounds of the others.
    pub(super) fn explain_bound(
        &self,
        v: VarId,
        side: BoundSide,
        limit: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let Some(&(a, _)) = self.terms.iter().find(|&&(_, own)| own == v) else { return false };
        // Assumes the first value beyond the limit; farther ones make the sum larger still.
        let beyond = if side == BoundSide::Upper { limit + 1 } else { limit - 1 };
        // Beyond the limit, the term is greater with this sign.
        let grows = if (a > 0) == (side == BoundSide::Upper) { 1 } else { -1 };
        self.sum_limits().filter(|&(sign, _)| sign == grows).any(|(sign, most)| {
            explain_excess(signed_terms(&self.terms, sign), most, Some((v, beyond)), past, into)
        })
    }

    /// Explains a rounded bound by the fixed terms and the bound before.
    pub(super) fn explain_rounding(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        into.left_to_refute(claim, past);
        self.fixed_terms(Some(claim.variable), past, into);
    }

    /// Explains why no values have the sum, or why all have it if they must not.
    pub(super) fn explain_conflict(
        &self,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let explained = self.relation != ComparisonOperator::Ne
            && self.sum_limits().any(|(sign, most)| {
                explain_excess(signed_terms(&self.terms, sign), most, None, past, into)
            });
        if explained {
            return;
        }
        self.fixed_terms(None, past, into);
        if let Some(modular) = &self.modular
            && let Some(v) = modular.without_value(&self.terms, self.constant, past)
        {
            into.add_bounds(v, past);
        }
    }

    /// Adds the values of the terms that are fixed.
    fn fixed_terms(
        &self,
        except: Option<VarId>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for &(_, v) in self.terms.iter().filter(|&&(_, v)| Some(v) != except) {
            if let Some(value) = past.fixed_value(v) {
                into.add_equality(v, value);
            }
        }
    }
}
