//! Loads by sums of truth values.

use super::super::BinPacking;
use super::writer::{PlainWriter, within};
use super::{PlainError, PlainForm};
use crate::Relation;

/// For each bin, the sizes of the items whose variable is the bin sum to the load. All loads sum
/// to all sizes: this follows, and propagates more.
impl PlainForm for BinPacking {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let (items, bins) = (self.bins.len() as u64, self.loads.len() as u64);
        within(items.saturating_mul(bins), "pairs of an item and a bin")?;
        let first = i64::from(self.first);
        for &bin in &self.bins {
            for (relation, end) in [(Relation::Ge, 0), (Relation::Lt, self.loads.len() as i64)] {
                let in_range = writer.atom(bin, relation, first + end);
                writer.require(in_range)?;
            }
        }
        let mut loads = Vec::with_capacity(self.loads.len());
        for (number, &load) in (first..).zip(&self.loads) {
            let mut parts = Vec::with_capacity(self.bins.len());
            for (&bin, &size) in self.bins.iter().zip(&self.sizes) {
                let inside = writer.atom(bin, Relation::Eq, number);
                let truth = writer.number_of(inside)?;
                parts.push(writer.terms().scale(size.into(), truth));
            }
            let (sum, load) = (writer.terms().sum(&parts), writer.operand(load));
            let same = writer.terms().compare(sum, Relation::Eq, load);
            writer.require(same)?;
            loads.push(load);
        }
        let (all, whole) = (writer.terms().sum(&loads), self.sizes.iter().map(|&s| i64::from(s)));
        let whole = whole.sum();
        let whole = writer.terms().number(whole);
        let same = writer.terms().compare(all, Relation::Eq, whole);
        writer.require(same)
    }
}
