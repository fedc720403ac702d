//! The encodings that keep model counts.

use crate::{
    AllDifferentKind, AmoKind, CardinalityKind, EncodingOptions, SumKind, TableKind, names::named,
};

/// A kind of thing that can be encoded; decides whether model counts are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncodedKind {
    /// An integer by itself, and the literals made for it on demand.
    Integer,
    /// `ClauseEncoder::require_clause` and
    /// [`ClauseEncoder::require_reification`](crate::ClauseEncoder::require_reification).
    Clause,
    /// [`ClauseEncoder::at_most_one`](crate::ClauseEncoder::at_most_one).
    AtMostOne,
    /// [`ClauseEncoder::exactly_one`](crate::ClauseEncoder::exactly_one).
    ExactlyOne,
    /// [`ClauseEncoder::all_different`](crate::ClauseEncoder::all_different).
    AllDifferent,
    /// [`ClauseEncoder::require_cardinality`](crate::ClauseEncoder::require_cardinality).
    Cardinality,
    /// [`ClauseEncoder::require_linear`](crate::ClauseEncoder::require_linear).
    Linear,
    /// [`ClauseEncoder::require_comparison`](crate::ClauseEncoder::require_comparison).
    Compare,
    /// [`ClauseEncoder::require_table`](crate::ClauseEncoder::require_table).
    Table,
    /// [`ClauseEncoder::require_element`](crate::ClauseEncoder::require_element).
    Element,
    /// [`ClauseEncoder::require_lexicographic`](crate::ClauseEncoder::require_lexicographic).
    Lex,
    /// [`ClauseEncoder::require_extremum`](crate::ClauseEncoder::require_extremum).
    Extremum,
    /// [`ClauseEncoder::require_product`](crate::ClauseEncoder::require_product).
    Product,
    /// [`ClauseEncoder::require_inverse`](crate::ClauseEncoder::require_inverse).
    Inverse,
    /// [`ClauseEncoder::make_image`](crate::ClauseEncoder::make_image).
    Image,
    /// [`ClauseEncoder::same_class`](crate::ClauseEncoder::same_class) and
    /// [`ClauseEncoder::different_classes`](crate::ClauseEncoder::different_classes).
    Classes,
}

named!(EncodedKind, "constraint kind", {
    Integer => "integer", Clause => "clause", AtMostOne => "at-most-one",
    ExactlyOne => "exactly-one", AllDifferent => "all-different", Cardinality => "cardinality",
    Linear => "linear", Compare => "compare", Table => "table", Element => "element",
    Lex => "lex", Extremum => "extremum", Product => "product", Inverse => "inverse",
    Image => "image", Classes => "classes",
});

impl EncodingOptions {
    /// Whether the formula of such a constraint has exactly one model for each satisfying
    /// assignment of the integers (and of the guards), for every size. Some sizes may keep
    /// counts even if this returns false.
    ///
    /// | kind | unguarded | guarded |
    /// |---|---|---|
    /// | integer, clause, compare, element, extremum, product, inverse, image, classes | yes | yes |
    /// | exactly-one | yes | pairwise only |
    /// | at-most-one | pairwise only | pairwise only |
    /// | all-different | by value, pairwise only | by value, pairwise only |
    /// | table | not by diagrams | by support only |
    /// | linear | adder, order, support | adder, order |
    /// | cardinality, lex | no | no |
    /// | any, with [`EncodingOptions::keep_counts`] | yes | yes |
    #[must_use]
    pub fn keeps_counts(&self, kind: EncodedKind, guarded: bool) -> bool {
        if self.keep_counts {
            // Encoding refuses the exceptions.
            let refused = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog];
            return match kind {
                EncodedKind::Cardinality => self.cardinalities != CardinalityKind::Totalizer,
                EncodedKind::Linear => !refused.contains(&self.sums),
                _ => true,
            };
        }
        match kind {
            EncodedKind::Cardinality | EncodedKind::Lex => false,
            EncodedKind::Linear => match self.sums {
                SumKind::Adder | SumKind::Order => true,
                SumKind::Support => !guarded,
                _ => false,
            },
            EncodedKind::Table => match self.tables {
                TableKind::Support => true,
                TableKind::Auto | TableKind::Tuples => !guarded,
                TableKind::Mdd => false,
            },
            EncodedKind::AtMostOne => self.amo == AmoKind::Pairwise,
            // Intervals are counted by a cardinality encoding, and bits are compared in one
            // direction only.
            EncodedKind::AllDifferent => {
                let by_value =
                    matches!(self.all_different, AllDifferentKind::Auto | AllDifferentKind::Amo);
                by_value && self.amo == AmoKind::Pairwise
            }
            EncodedKind::ExactlyOne => !guarded || self.amo == AmoKind::Pairwise,
            EncodedKind::Integer
            | EncodedKind::Clause
            | EncodedKind::Compare
            | EncodedKind::Element
            | EncodedKind::Extremum
            | EncodedKind::Product
            | EncodedKind::Inverse
            | EncodedKind::Image
            | EncodedKind::Classes => true,
        }
    }
}
