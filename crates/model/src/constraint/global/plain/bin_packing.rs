//! Loads by sums of truth values.

use super::super::BinPacking;
use super::writer::{PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::ComparisonOperator;

/// For each bin, the sizes of the items whose variable is the bin sum to the load. All loads sum
/// to all sizes: this follows, and propagates more.
impl PlainForm for BinPacking {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let (items, bins) = (self.bins.len() as u64, self.loads.len() as u64);
        check_part_count(items.saturating_mul(bins), "pairs of an item and a bin")?;
        let first = i64::from(self.first);
        for &bin in &self.bins {
            for (relation, end) in
                [(ComparisonOperator::Ge, 0), (ComparisonOperator::Lt, self.loads.len() as i64)]
            {
                // An item outside all bins would satisfy every load.
                let in_range = writer.atom_term(bin, relation, first + end);
                writer.require_term(in_range)?;
            }
        }
        let mut loads = Vec::with_capacity(self.loads.len());
        for (number, &load) in (first..).zip(&self.loads) {
            let mut parts = Vec::with_capacity(self.bins.len());
            for (&bin, &size) in self.bins.iter().zip(&self.sizes) {
                let inside = writer.atom_term(bin, ComparisonOperator::Eq, number);
                let truth = writer.number_of(inside)?;
                parts.push(writer.terms().add_multiple(size.into(), truth));
            }
            let (sum, load) = (writer.terms().add_sum(&parts), writer.operand_term(load));
            let same = writer.terms().add_comparison(sum, ComparisonOperator::Eq, load);
            writer.require_term(same)?;
            loads.push(load);
        }
        // Redundant, but it propagates: once all loads but one are fixed, so is the last.
        let (all, whole) =
            (writer.terms().add_sum(&loads), self.sizes.iter().map(|&s| i64::from(s)));
        let whole = whole.sum();
        let whole = writer.terms().add_number(whole);
        let same = writer.terms().add_comparison(all, ComparisonOperator::Eq, whole);
        writer.require_term(same)
    }
}
