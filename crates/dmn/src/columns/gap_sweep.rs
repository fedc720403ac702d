//! The inputs to which no rule applies, or of which something else is true that depends on the rules
//! that apply, as disjoint boxes.
//!
//! The sweep goes through the columns from left to right and keeps the rules that still apply
//! (Calvanese et al. 2016, section 4.3). Classes that leave the same rules lead to the same rest,
//! which is computed once for a column and a set of rules. Neighbours with the same rest become one
//! box.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::value_classes::{ValueClass, follows_on_scale};

/// Maximum number of steps of a sweep, each some neighbouring classes with a set of rules.
const MAX_SWEEP_STEPS: usize = 300_000;

/// A box: the chosen classes of each column.
pub(super) type ClassBox = Vec<FixedBitSet>;

/// The boxes of the columns from one on, each a list that shares its tail with others.
type BoxTails = Rc<Vec<BoxTail>>;

#[derive(Debug)]
struct BoxTail {
    /// The chosen classes, as ranges of indices.
    classes: Vec<Range<usize>>,
    rest: BoxTails,
    /// The number of boxes that begin with it.
    box_count: u128,
}

/// Lists of boxes are equal if these are: their classes, and the places of their tails.
type TailsKey = Vec<(Vec<Range<usize>>, *const Vec<BoxTail>)>;

/// A sweep that took more steps than it may, or was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SweepLimit;

/// The boxes that a sweep finds.
pub(super) struct FoundBoxes {
    /// The boxes with their labels, up to the wanted number.
    pub(super) listed: Vec<(ClassBox, usize)>,
    /// The number of all.
    pub(super) count: u128,
}

/// The inputs that a sweep looks for.
pub(super) enum SweepGoal<'t> {
    /// Those to which no rule applies; their label is 0.
    Gaps,
    /// Those to whose rules a label is given.
    Labelled(&'t dyn Fn(&FixedBitSet) -> Option<usize>),
}

/// A column of a sweep.
struct SweepColumn<'t> {
    classes: &'t [ValueClass],
    /// For each rule the classes that it passes and the class before does not, or the reverse.
    changes: Vec<Vec<usize>>,
    /// The first class, and each that does not follow the one before on its scale while one of the
    /// two lies on a scale.
    breaks: Vec<usize>,
    /// The rules that pass every value of this column and those after it.
    passing_rest: FixedBitSet,
}

impl<'t> SweepColumn<'t> {
    fn new(classes: &'t [ValueClass], rules: usize, passing_after: &FixedBitSet) -> Self {
        let mut changes = vec![Vec::new(); rules];
        let mut breaks = vec![0];
        for index in 1..classes.len() {
            let (before, this) = (&classes[index - 1], &classes[index]);
            let mut changed = before.rules.clone();
            changed.symmetric_difference_with(&this.rules);
            changed.ones().for_each(|rule| changes[rule].push(index));
            let is_scale = |class: &ValueClass| follows_on_scale(&class.span, &class.span);
            if (is_scale(before) || is_scale(this)) && !follows_on_scale(&before.span, &this.span) {
                breaks.push(index);
            }
        }
        let mut passing_rest = passing_after.clone();
        classes.iter().for_each(|class| passing_rest.intersect_with(&class.rules));
        SweepColumn { classes, changes, breaks, passing_rest }
    }

    /// Returns the first classes of runs in which none of these rules changes, sorted.
    fn run_starts(&self, rules: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut starts = if self.classes.is_empty() { Vec::new() } else { self.breaks.clone() };
        rules.for_each(|rule| starts.extend(&self.changes[rule]));
        starts.sort_unstable();
        starts.dedup();
        starts
    }
}

/// The sweep through the columns of a table.
pub(super) struct GapSweep<'t> {
    columns: Vec<SweepColumn<'t>>,
    rule_count: usize,
    known: HashMap<(usize, FixedBitSet), Option<BoxTails>>,
    /// Equal lists of boxes are one, so that neighbours are compared by pointers.
    interned: HashMap<TailsKey, BoxTails>,
    /// The lists after the last column, by label.
    ends: HashMap<usize, BoxTails>,
    goal: SweepGoal<'t>,
    steps: usize,
    stop: &'t dyn Fn() -> bool,
}

impl<'t> GapSweep<'t> {
    /// Prepares a sweep through columns of classes. `stop` is asked now and then.
    pub(super) fn new(
        goal: SweepGoal<'t>,
        columns: &'t [Vec<ValueClass>],
        rule_count: usize,
        stop: &'t dyn Fn() -> bool,
    ) -> Self {
        let mut passing = FixedBitSet::with_capacity(rule_count);
        passing.insert_range(..);
        let mut swept = Vec::with_capacity(columns.len());
        for classes in columns.iter().rev() {
            let column = SweepColumn::new(classes, rule_count, &passing);
            passing.clone_from(&column.passing_rest);
            swept.push(column);
        }
        swept.reverse();
        GapSweep {
            columns: swept,
            rule_count,
            known: HashMap::new(),
            interned: HashMap::new(),
            ends: HashMap::new(),
            goal,
            steps: 0,
            stop,
        }
    }

    /// Returns the boxes of the inputs that the goal has, and lists at most `limit` of them.
    ///
    /// # Errors
    /// Returns an error if that takes too many steps.
    pub(super) fn find_boxes(&mut self, limit: usize) -> Result<FoundBoxes, SweepLimit> {
        let mut rules = FixedBitSet::with_capacity(self.rule_count);
        rules.insert_range(..);
        let mut boxes = FoundBoxes { listed: Vec::new(), count: 0 };
        if let Some(tails) = self.sweep_columns(0, &rules)? {
            boxes.count = if self.columns.is_empty() { 1 } else { count_boxes(&tails) };
            self.list_boxes(&tails, limit, &mut Vec::new(), &mut boxes.listed);
        }
        Ok(boxes)
    }

    /// Returns the list after the last column for the rules that apply; `None` if the goal does not
    /// have such inputs.
    fn end_of(&mut self, rules: &FixedBitSet) -> Option<BoxTails> {
        let label = match self.goal {
            SweepGoal::Gaps => rules.is_clear().then_some(0),
            SweepGoal::Labelled(label) => label(rules),
        }?;
        // One list for each label, so that neighbours with different labels do not join.
        Some(self.ends.entry(label).or_insert_with(|| Rc::new(Vec::new())).clone())
    }

    /// Lists boxes, from the first on.
    fn list_boxes(
        &self,
        tails: &BoxTails,
        limit: usize,
        chosen: &mut ClassBox,
        listed: &mut Vec<(ClassBox, usize)>,
    ) {
        if chosen.len() == self.columns.len() {
            let label = self.ends.iter().find(|(_, end)| Rc::ptr_eq(end, tails));
            listed.push((chosen.clone(), label.map_or(0, |(label, _)| *label)));
            return;
        }
        for tail in tails.iter() {
            if listed.len() >= limit {
                return;
            }
            let mut classes = FixedBitSet::with_capacity(self.columns[chosen.len()].classes.len());
            tail.classes.iter().for_each(|range| classes.insert_range(range.clone()));
            chosen.push(classes);
            self.list_boxes(&tail.rest, limit, chosen, listed);
            chosen.pop();
        }
    }

    /// Counts a step.
    fn take_step(&mut self) -> Result<(), SweepLimit> {
        self.steps += 1;
        let is_over =
            self.steps > MAX_SWEEP_STEPS || self.steps.is_multiple_of(1024) && (self.stop)();
        if is_over { Err(SweepLimit) } else { Ok(()) }
    }

    /// Returns the boxes from a column on that the goal has, if these rules still apply; `None` if
    /// there are none.
    fn sweep_columns(
        &mut self,
        column: usize,
        rules: &FixedBitSet,
    ) -> Result<Option<BoxTails>, SweepLimit> {
        if column == self.columns.len() {
            return Ok(self.end_of(rules));
        }
        // A rule that passes whatever follows leaves no gap.
        let is_gaps = matches!(self.goal, SweepGoal::Gaps);
        if is_gaps && !rules.is_disjoint(&self.columns[column].passing_rest) {
            return Ok(None);
        }
        let key = (column, rules.clone());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let classes = self.columns[column].classes;
        let starts = self.columns[column].run_starts(rules.ones());
        let ends = starts.iter().skip(1).copied().chain([classes.len()]);
        let mut tails: Vec<BoxTail> = Vec::new();
        // Strings and truth values have no order, so those with the same rest are one box.
        let mut unordered: HashMap<*const Vec<BoxTail>, usize> = HashMap::new();
        for (&start, end) in starts.iter().zip(ends) {
            self.take_step()?;
            let mut left = rules.clone();
            left.intersect_with(&classes[start].rules);
            let Some(rest) = self.sweep_columns(column + 1, &left)? else { continue };
            let is_ordered = follows_on_scale(&classes[start].span, &classes[start].span);
            let joined = if is_ordered {
                // Neighbours on a scale join if the rest is the same.
                let follows = |tail: &&mut BoxTail| {
                    let last = tail.classes.last().map_or(0, |range| range.end);
                    last == start
                        && Rc::ptr_eq(&tail.rest, &rest)
                        && follows_on_scale(&classes[start - 1].span, &classes[start].span)
                };
                tails.last_mut().filter(follows)
            } else {
                unordered.get(&Rc::as_ptr(&rest)).map(|&at| &mut tails[at])
            };
            if let Some(tail) = joined {
                match tail.classes.last_mut() {
                    Some(last) if last.end == start => last.end = end,
                    _ => tail.classes.push(start..end),
                }
                continue;
            }
            if !is_ordered {
                unordered.insert(Rc::as_ptr(&rest), tails.len());
            }
            let is_last = column + 1 == self.columns.len();
            let box_count = if is_last { 1 } else { count_boxes(&rest) };
            let classes = std::iter::once(start..end).collect();
            tails.push(BoxTail { classes, rest, box_count });
        }
        let found = (!tails.is_empty()).then(|| self.intern_tails(tails));
        self.known.insert(key, found.clone());
        Ok(found)
    }

    /// Returns the one list that equals this one.
    fn intern_tails(&mut self, tails: Vec<BoxTail>) -> BoxTails {
        let key = tails.iter().map(|tail| (tail.classes.clone(), Rc::as_ptr(&tail.rest))).collect();
        self.interned.entry(key).or_insert_with(|| Rc::new(tails)).clone()
    }

    /// Whether some input of a rule is left by all of these rules. `passing` has the classes of each
    /// column that the rule passes.
    ///
    /// # Errors
    /// Returns an error if that takes too many steps.
    pub(super) fn leaves_input(
        &mut self,
        rule: usize,
        passing: &[FixedBitSet],
        others: &FixedBitSet,
    ) -> Result<bool, SweepLimit> {
        self.find_left_input(0, (rule, passing), others, &mut HashSet::new())
    }

    fn find_left_input(
        &mut self,
        column: usize,
        rule: (usize, &[FixedBitSet]),
        others: &FixedBitSet,
        covered: &mut HashSet<(usize, FixedBitSet)>,
    ) -> Result<bool, SweepLimit> {
        if others.is_clear() {
            return Ok(true);
        }
        if column == self.columns.len() || !others.is_disjoint(&self.columns[column].passing_rest) {
            return Ok(false);
        }
        let key = (column, others.clone());
        if covered.contains(&key) {
            return Ok(false);
        }
        let classes = self.columns[column].classes;
        let starts = self.columns[column].run_starts(others.ones().chain([rule.0]));
        for start in starts.into_iter().filter(|&start| rule.1[column].contains(start)) {
            self.take_step()?;
            let mut left = others.clone();
            left.intersect_with(&classes[start].rules);
            if self.find_left_input(column + 1, rule, &left, covered)? {
                return Ok(true);
            }
        }
        covered.insert(key);
        Ok(false)
    }
}

/// Returns the number of boxes of a list that is not the last; more than 2^128 count as that many.
fn count_boxes(tails: &BoxTails) -> u128 {
    tails.iter().fold(0u128, |sum, tail| sum.saturating_add(tail.box_count))
}
