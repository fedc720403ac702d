//! Explains why no tuple with a value is valid.

use parallax_model::{Value, VarId};

use super::tuples::SparseTupleSet;
use crate::propagators::{DomainClaim, ExplanationPremises, PastDomains};
use crate::store::set_bits;

impl SparseTupleSet {
    /// Adds lost values such that each tuple with the excluded value has one of them. Each value is
    /// chosen for the first tuple that is not covered yet: the one that covers the maximum number
    /// of such tuples.
    pub(super) fn explain_claim(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let Some(column) = (0..self.arity()).find(|&c| self.column_variable(c) == claim.variable)
        else {
            return into.add_scope(&self.scope(), past);
        };
        for value in into.left_to_refute(claim, past) {
            let open = self.set_of(column, value, past);
            self.cover_tuples(open, Some(column), past, into);
        }
    }

    /// Adds lost values such that each tuple has one of them.
    pub(super) fn explain_emptiness(
        &self,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        self.cover_tuples(self.all_tuples(), None, past, into);
    }

    fn cover_tuples(
        &self,
        mut open: Vec<u64>,
        except: Option<usize>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        // The lost values of each column, with their places in the domain.
        let columns = (0..self.arity()).filter(|&column| Some(column) != except);
        let mut lost: Vec<(VarId, Value, &[u64])> = Vec::new();
        for column in columns {
            let v = self.column_variable(column);
            for value in into.root_values(v) {
                if let Some(set) = self.set_at(column, value, past)
                    && !past.contains(v, value)
                {
                    lost.push((v, value, set));
                }
            }
        }
        // A greedy set cover: it is short, if not minimum.
        let common_count = |set: &[u64], open: &[u64]| -> u32 {
            set.iter().zip(open).map(|(a, b)| (a & b).count_ones()).sum()
        };
        while let Some(w) = open.iter().position(|&word| word != 0) {
            let bit = set_bits(open[w]).next().unwrap_or(0);
            let has = |set: &[u64]| set[w] >> bit & 1 == 1;
            let fits = lost.iter().filter(|(_, _, set)| has(set));
            let Some(&(v, value, set)) = fits.max_by_key(|(_, _, set)| common_count(set, &open))
            else {
                // The tuple has a value that is not at the root.
                open[w] &= !(1 << bit);
                continue;
            };
            into.add_disequality(v, value);
            open.iter_mut().zip(set).for_each(|(open, own)| *open &= !own);
        }
    }
}
