//! Explanations of sums.

use parallax_model::{Relation, VarId};

use super::bounds::Linear;
use crate::propagators::{Claim, Past, Premises, Side};

/// Returns the terms of a sum, or of its negation.
pub(in crate::propagators) fn signed(
    terms: &[(i64, VarId)],
    sign: i64,
) -> impl Iterator<Item = (i64, VarId)> + Clone + '_ {
    terms.iter().map(move |&(a, v)| (a * sign, v))
}

/// Explains why a sum exceeds `most`, if one variable is at a limit: by the bounds of the other
/// terms, without those that are not needed. Adds nothing and returns false if it does not.
pub(in crate::propagators) fn exceeds(
    terms: impl Iterator<Item = (i64, VarId)> + Clone,
    most: i64,
    assumed: Option<(VarId, i64)>,
    past: &Past<'_>,
    into: &mut Premises<'_>,
) -> bool {
    // The least value of a term by some bounds.
    let least = |a: i64, (low, high): (i64, i64)| {
        i128::from(a) * i128::from(if a > 0 { low } else { high })
    };
    let now = |(a, v): (i64, VarId)| match assumed {
        Some((own, limit)) if own == v => i128::from(a) * i128::from(limit),
        _ => least(a, past.ends(v)),
    };
    // By how much the sum is greater than it must be.
    let mut spare = terms.clone().map(now).sum::<i128>() - i128::from(most) - 1;
    if spare < 0 {
        return false;
    }
    let others = terms.filter(|&(_, v)| assumed.is_none_or(|(own, _)| own != v));
    for (a, v) in others {
        let gain = now((a, v)) - least(a, into.root_ends(v));
        if gain <= spare {
            spare -= gain;
        } else if a > 0 {
            into.min(v, past);
        } else {
            into.max(v, past);
        }
    }
    true
}

impl Linear {
    /// Returns the sums that must not exceed a number: the sum itself, its negation, or both, as
    /// signs and numbers.
    fn limits(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let upper = (self.relation != Relation::Ge).then_some((1, self.constant));
        let lower = (self.relation != Relation::Le).then_some((-1, -self.constant));
        upper.into_iter().chain(lower)
    }

    /// Explains a bound of a variable by bounds of the others.
    pub(super) fn explain_bound(
        &self,
        v: VarId,
        side: Side,
        limit: i64,
        past: &Past<'_>,
        into: &mut Premises<'_>,
    ) -> bool {
        let Some(&(a, _)) = self.terms.iter().find(|&&(_, own)| own == v) else { return false };
        let beyond = if side == Side::Upper { limit + 1 } else { limit - 1 };
        // Beyond the limit, the term is greater with this sign.
        let grows = if (a > 0) == (side == Side::Upper) { 1 } else { -1 };
        self.limits().filter(|&(sign, _)| sign == grows).any(|(sign, most)| {
            exceeds(signed(&self.terms, sign), most, Some((v, beyond)), past, into)
        })
    }

    /// Explains a rounded bound by the fixed terms and the bound before.
    pub(super) fn explain_rounding(&self, claim: Claim, past: &Past<'_>, into: &mut Premises<'_>) {
        into.left_to_refute(claim, past);
        self.fixed_terms(Some(claim.variable), past, into);
    }

    /// Explains why no values have the sum, or why all have it if they must not.
    pub(super) fn explain_conflict(&self, past: &Past<'_>, into: &mut Premises<'_>) {
        let explained = self.relation != Relation::Ne
            && self
                .limits()
                .any(|(sign, most)| exceeds(signed(&self.terms, sign), most, None, past, into));
        if explained {
            return;
        }
        self.fixed_terms(None, past, into);
        if let Some(modular) = &self.modular
            && let Some(v) = modular.without_value(&self.terms, self.constant, past)
        {
            into.bounds(v, past);
        }
    }

    /// Adds the values of the terms that are fixed.
    fn fixed_terms(&self, except: Option<VarId>, past: &Past<'_>, into: &mut Premises<'_>) {
        for &(_, v) in self.terms.iter().filter(|&&(_, v)| Some(v) != except) {
            if let Some(value) = past.fixed(v) {
                into.is(v, value);
            }
        }
    }
}
