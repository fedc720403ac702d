//! The facts of a table by itself: rules that never apply, that overlap, that others decide for;
//! inputs without a rule.

use std::collections::HashMap;

use crate::decisions::TablePolicy;
use fixedbitset::FixedBitSet;

use super::column_table::ColumnTable;
use super::gap_sweep::{ClassBox, GapSweep, SweepGoal, SweepLimit};
use super::output_values::output_keys;
use super::rule_advice::RuleAdvice;
use super::value_classes::{ClassSpan, ValueClass, describe_classes};

/// Maximum number of pairs of rules that are listed.
const MAX_OVERLAPS: usize = 200;

/// Two rules that apply to a common input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOverlap {
    /// The rules, by index, the lower first.
    pub rules: (usize, usize),
    /// A common input: a value of each column.
    pub example: Vec<String>,
}

/// The facts of a table.
#[derive(Clone, Debug, Default)]
pub struct TableFacts {
    /// The rules that apply to no input.
    pub dead: Vec<usize>,
    /// The pairs of rules with a common input, up to a limit.
    pub overlaps: Vec<RuleOverlap>,
    /// The number of pairs beyond the limit.
    pub more_overlaps: usize,
    /// For FIRST and PRIORITY the rules for whose inputs other rules decide.
    pub shadowed: Vec<usize>,
    /// The inputs without a rule, as a cell and an example for each column.
    pub gaps: Vec<InputBox>,
    /// The number of boxes of inputs without a rule beyond the limit.
    pub more_gaps: u128,
    /// The rules and columns that can be written more simply.
    pub advice: Vec<RuleAdvice>,
    /// The facts that were not found out, because it took too long.
    pub open: Vec<&'static str>,
}

/// A box of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputBox {
    /// For each column a cell that passes just the values of the box.
    pub cells: Vec<String>,
    /// For each column one of the values.
    pub example: Vec<String>,
    /// The first column of which only strings that no cell names are in the box.
    pub unnamed_text: Option<usize>,
}

impl InputBox {
    /// Describes a box of classes of these columns.
    pub(super) fn from_classes(columns: &[Vec<ValueClass>], class_box: &ClassBox) -> Self {
        let parts = || class_box.iter().zip(columns);
        let first = |(chosen, classes): (&FixedBitSet, &Vec<ValueClass>)| {
            chosen.minimum().map_or_else(String::new, |at| classes[at].example.clone())
        };
        InputBox {
            cells: parts().map(|(chosen, classes)| describe_classes(classes, chosen)).collect(),
            example: parts().map(first).collect(),
            unnamed_text: parts().position(|(chosen, classes)| {
                chosen.ones().all(|at| classes[at].span == ClassSpan::OtherText)
            }),
        }
    }
}

/// A table with the classes of its columns.
pub(super) struct ClassedTable<'t> {
    pub(super) table: &'t ColumnTable,
    pub(super) columns: Vec<Vec<ValueClass>>,
    /// For each rule and column the classes that pass.
    pub(super) passing: Vec<Vec<FixedBitSet>>,
    /// For each rule a number for its outputs, equal for equal values.
    pub(super) outputs: Vec<usize>,
}

impl TableFacts {
    /// Finds the facts of a table, with at most `max_gaps` boxes of inputs without a rule. `stop` is
    /// asked now and then; what is not found out by then is listed in [`TableFacts::open`].
    #[must_use]
    pub fn find_facts(table: &ColumnTable, max_gaps: usize, stop: &dyn Fn() -> bool) -> TableFacts {
        let classed = ClassedTable::from_table(table);
        // An allowed list that no value fits leaves no input at all, so no rule applies.
        let dead = (0..table.rule_count).filter(|&rule| classed.is_dead(rule)).collect();
        let mut facts = TableFacts { dead, ..TableFacts::default() };
        if matches!(table.policy, TablePolicy::Unique | TablePolicy::Any)
            && classed.add_overlaps(&mut facts, stop).is_err()
        {
            facts.open.push("rules that overlap");
        }
        if matches!(table.policy, TablePolicy::First | TablePolicy::Priority)
            && classed.add_shadowed(&mut facts, stop).is_err()
        {
            facts.open.push("rules that never decide");
        }
        if table.policy.needs_a_rule() && table.defaults.is_none() {
            let mut sweep =
                GapSweep::new(SweepGoal::Gaps, &classed.columns, table.rule_count, stop);
            match sweep.find_boxes(max_gaps) {
                Ok(boxes) => {
                    facts.more_gaps = boxes.count - boxes.listed.len() as u128;
                    let gaps = boxes.listed.iter();
                    facts.gaps = gaps.map(|(gap, _)| classed.describe_box(gap)).collect();
                }
                Err(SweepLimit) => facts.open.push("inputs without a rule"),
            }
        }
        // Last, so that a limit on the time leaves out advice before faults.
        facts.advice = classed.find_advice(&facts.dead, stop);
        if stop() {
            facts.open.push("rules that can be written more simply");
        }
        facts
    }
}

impl ColumnTable {
    /// Returns the pairs of rules, from 0, with a common input; `None` if there are more than `max`,
    /// and once `stop` returns true.
    #[must_use]
    pub fn overlapping_rules(
        &self,
        max: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let classed = ClassedTable::from_table(self);
        let mut pairs = Vec::new();
        for later in 0..self.rule_count {
            if stop() {
                return None;
            }
            for earlier in 0..later {
                if classed.overlap(earlier, later) {
                    pairs.push((earlier, later));
                }
            }
            if pairs.len() > max {
                return None;
            }
        }
        Some(pairs)
    }
}

impl<'t> ClassedTable<'t> {
    fn from_table(table: &'t ColumnTable) -> Self {
        let columns: Vec<Vec<ValueClass>> =
            table.columns.iter().map(super::value_classes::TableColumn::value_classes).collect();
        let passing = (0..table.rule_count).map(|rule| {
            let classes = columns.iter().map(|classes| {
                let mut passing = FixedBitSet::with_capacity(classes.len());
                for (index, class) in classes.iter().enumerate() {
                    passing.set(index, class.rules.contains(rule));
                }
                passing
            });
            classes.collect()
        });
        let passing = passing.collect();
        ClassedTable { table, columns, passing, outputs: table.number_outputs() }
    }

    fn is_dead(&self, rule: usize) -> bool {
        self.passing[rule].iter().any(FixedBitSet::is_clear)
    }

    /// Adds the pairs of rules with a common input: for ANY those whose outputs differ.
    fn add_overlaps(
        &self,
        facts: &mut TableFacts,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), SweepLimit> {
        for later in 0..self.table.rule_count {
            if stop() {
                return Err(SweepLimit);
            }
            for earlier in 0..later {
                if !self.overlap(earlier, later) {
                    continue;
                }
                let outputs_differ = self.outputs[earlier] != self.outputs[later];
                if self.table.policy == TablePolicy::Any && !outputs_differ {
                    continue;
                }
                if facts.overlaps.len() == MAX_OVERLAPS {
                    facts.more_overlaps += 1;
                    continue;
                }
                let (one, other) = (&self.passing[earlier], &self.passing[later]);
                let common = one.iter().zip(other).map(|(one, other)| one & other).collect();
                let example = self.example_of(&common);
                facts.overlaps.push(RuleOverlap { rules: (earlier, later), example });
            }
        }
        facts.overlaps.sort_by_key(|overlap| overlap.rules);
        Ok(())
    }

    /// Adds the rules whose inputs are covered by the rules that win over them, together.
    fn add_shadowed(
        &self,
        facts: &mut TableFacts,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), SweepLimit> {
        let mut sweep = GapSweep::new(SweepGoal::Gaps, &self.columns, self.table.rule_count, stop);
        for rule in (0..self.table.rule_count).filter(|&rule| !self.is_dead(rule)) {
            let mut winners = FixedBitSet::with_capacity(self.table.rule_count);
            for other in 0..self.table.rule_count {
                winners.set(other, self.table.wins_over(other, rule) && self.overlap(rule, other));
            }
            if !winners.is_clear() && !sweep.leaves_input(rule, &self.passing[rule], &winners)? {
                facts.shadowed.push(rule);
            }
        }
        Ok(())
    }

    /// Whether two rules apply to a common input.
    fn overlap(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.passing[one], &self.passing[other]);
        one.iter().zip(other).all(|(one, other)| !one.is_disjoint(other))
    }

    /// Returns an input of a box.
    fn example_of(&self, class_box: &ClassBox) -> Vec<String> {
        InputBox::from_classes(&self.columns, class_box).example
    }

    fn describe_box(&self, class_box: &ClassBox) -> InputBox {
        InputBox::from_classes(&self.columns, class_box)
    }
}

impl ColumnTable {
    /// Returns a number for the outputs of each rule, equal for equal values. Outputs that are no
    /// constants are compared as texts.
    fn number_outputs(&self) -> Vec<usize> {
        let mut numbers = HashMap::new();
        let mut number = |row| {
            let next = numbers.len();
            *numbers.entry(row).or_insert(next)
        };
        self.outputs.iter().map(|outputs| number(output_keys(outputs))).collect()
    }

    /// Whether a rule decides where both apply.
    fn wins_over(&self, one: usize, other: usize) -> bool {
        match self.policy {
            TablePolicy::First => one < other,
            TablePolicy::Priority => {
                (&self.priorities[one], one) < (&self.priorities[other], other)
            }
            _ => false,
        }
    }
}
