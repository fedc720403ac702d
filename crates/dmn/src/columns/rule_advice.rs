//! Rules and columns that can be written more simply: equal rules, rules within others, rules that
//! merge, columns that decide nothing.

use crate::decisions::TablePolicy;
use fixedbitset::FixedBitSet;

use super::table_facts::ClassedTable;
use super::value_classes::{count_runs, describe_classes};

/// Advice on a table; rules and columns by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleAdvice {
    /// Two rules apply to the same inputs and give the same outputs.
    Equal(usize, usize),
    /// The inputs of the first rule are inputs of the second, with the same outputs.
    Subsumed(usize, usize),
    /// Two rules with the same outputs differ in one column; the cell of both together.
    Mergeable {
        /// The rules.
        rules: (usize, usize),
        /// The column.
        column: usize,
        /// The cell of the merged rule.
        cell: String,
    },
    /// Every cell of the column passes every value.
    Irrelevant(usize),
}

impl ClassedTable<'_> {
    /// Returns advice on the rules that apply to some input, or as much as it finds before `stop`.
    pub(super) fn find_advice(&self, dead: &[usize], stop: &dyn Fn() -> bool) -> Vec<RuleAdvice> {
        let passes_all = |column: &usize| {
            let size = self.columns[*column].len();
            self.passing.iter().all(|rule| rule[*column].count_ones(..) == size)
        };
        let mut advice: Vec<RuleAdvice> =
            (0..self.columns.len()).filter(passes_all).map(RuleAdvice::Irrelevant).collect();
        let is_live = |rule: &usize| !dead.contains(rule);
        for first in (0..self.table.rule_count).filter(is_live) {
            if stop() {
                break;
            }
            for second in (first + 1..self.table.rule_count).filter(is_live) {
                if self.outputs[first] == self.outputs[second] {
                    advice.extend(self.advise_pair(first, second));
                }
            }
        }
        advice
    }

    /// Returns advice on two rules with the same outputs.
    fn advise_pair(&self, first: usize, second: usize) -> Option<RuleAdvice> {
        let (one, other) = (&self.passing[first], &self.passing[second]);
        let differing: Vec<usize> = (0..one.len()).filter(|&at| one[at] != other[at]).collect();
        let within = |one: &[FixedBitSet], other: &[FixedBitSet]| {
            one.iter().zip(other).all(|(one, other)| one.is_subset(other))
        };
        // Where rules collect, one more rule that applies is one more value.
        let counts = matches!(
            self.table.policy,
            TablePolicy::Collect | TablePolicy::OutputOrder | TablePolicy::RuleOrder
        );
        match differing[..] {
            [] => Some(RuleAdvice::Equal(first, second)),
            _ if counts => None,
            _ if within(one, other) => Some(RuleAdvice::Subsumed(first, second)),
            _ if within(other, one) => Some(RuleAdvice::Subsumed(second, first)),
            // With FIRST and PRIORITY, rules between the two may decide.
            [column] if matches!(self.table.policy, TablePolicy::Unique | TablePolicy::Any) => {
                let classes = &self.columns[column];
                let mut both = one[column].clone();
                both.union_with(&other[column]);
                // Ranges apart from each other stay two rules, since one cell would say no less.
                let runs = |chosen| count_runs(classes, chosen);
                let is_simpler = runs(&both) < runs(&one[column]) + runs(&other[column]);
                is_simpler.then(|| {
                    let cell = describe_classes(classes, &both);
                    RuleAdvice::Mergeable { rules: (first, second), column, cell }
                })
            }
            _ => None,
        }
    }
}
