//! The classes that a test passes, found by search among the sorted classes of each scale.
//!
//! [`ColumnTest::passes_value`] is the plain twin: it asks every class, which takes the product of
//! the classes and the constants of a cell.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use fixedbitset::FixedBitSet;

use crate::feel::ScaleKind;

use super::column_test::{ColumnTest, ColumnValue, RangeEnd, TestRelation};
use super::value_classes::ClassSpan;

/// The classes of a column, to be searched.
pub(super) struct ClassIndex<'c> {
    spans: &'c [(ClassSpan, ColumnValue)],
    /// The class of each value that is one of its own.
    singles: HashMap<&'c ColumnValue, usize>,
    /// The classes of each scale, sorted by value.
    scales: HashMap<ScaleKind, Range<usize>>,
}

impl<'c> ClassIndex<'c> {
    /// Indexes classes with a value of each; those of a scale are next to each other, and sorted.
    pub(super) fn new(spans: &'c [(ClassSpan, ColumnValue)]) -> Self {
        let mut index = ClassIndex { spans, singles: HashMap::new(), scales: HashMap::new() };
        for (at, (span, value)) in spans.iter().enumerate() {
            if matches!(span, ClassSpan::One(_)) {
                index.singles.insert(value, at);
            }
            if let ColumnValue::Point(scale, _) = value {
                index.scales.entry(*scale).or_insert(at..at).end = at + 1;
            }
        }
        index
    }

    /// Returns the classes whose values pass a test.
    pub(super) fn passing_classes(&self, test: &ColumnTest) -> FixedBitSet {
        let mut passing = FixedBitSet::with_capacity(self.spans.len());
        self.add_passing(test, &mut passing);
        passing
    }

    fn add_passing(&self, test: &ColumnTest, passing: &mut FixedBitSet) {
        match test {
            ColumnTest::Any => passing.insert_range(..),
            ColumnTest::Is(constant) => {
                if let Some(&class) = self.singles.get(constant) {
                    passing.insert(class);
                }
            }
            ColumnTest::Compare(relation, constant) => {
                let range = self.scale_of(constant);
                let before = |included| self.classes_below(&range, constant, included);
                passing.insert_range(match relation {
                    TestRelation::Less => range.start..before(false),
                    TestRelation::AtMost => range.start..before(true),
                    TestRelation::Greater => before(true)..range.end,
                    TestRelation::AtLeast => before(false)..range.end,
                });
            }
            ColumnTest::Range(low, high) => self.add_range(low, high, passing),
            ColumnTest::One(tests) => tests.iter().for_each(|test| self.add_passing(test, passing)),
            ColumnTest::Not(tests) => {
                let mut inside = FixedBitSet::with_capacity(self.spans.len());
                tests.iter().for_each(|test| self.add_passing(test, &mut inside));
                inside.toggle_range(..);
                passing.union_with(&inside);
            }
        }
    }

    fn add_range(&self, low: &RangeEnd, high: &RangeEnd, passing: &mut FixedBitSet) {
        let range = self.scale_of(&low.value);
        if self.scale_of(&high.value) != range {
            return;
        }
        let start = self.classes_below(&range, &low.value, !low.is_included);
        let end = self.classes_below(&range, &high.value, high.is_included);
        // A range whose ends are the wrong way round contains nothing.
        if start < end {
            passing.insert_range(start..end);
        }
    }

    /// Returns the classes of the scale of a constant; none for other constants.
    fn scale_of(&self, constant: &ColumnValue) -> Range<usize> {
        match constant {
            ColumnValue::Point(scale, _) => self.scales.get(scale).cloned().unwrap_or(0..0),
            _ => 0..0,
        }
    }

    /// Returns the end of the classes of a scale that lie below a constant, or at it if that is
    /// included.
    fn classes_below(
        &self,
        range: &Range<usize>,
        constant: &ColumnValue,
        is_included: bool,
    ) -> usize {
        let lies_below = |(_, value): &(ClassSpan, ColumnValue)| match value.cmp(constant) {
            Ordering::Less => true,
            Ordering::Equal => is_included,
            Ordering::Greater => false,
        };
        range.start + self.spans[range.clone()].partition_point(lies_below)
    }
}
