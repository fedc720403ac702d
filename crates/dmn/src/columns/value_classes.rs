//! The values of a column that its cells tell apart.
//!
//! Every cell is built by `or` and `not` from comparisons of the value with constants. Two values
//! that compare alike with every constant of the column pass the same cells, so one representative
//! of each class answers for all of its values: the constants themselves, the gaps between them,
//! what lies below and above, every string that no cell names. This is the division of a column
//! into intervals of Calvanese, Dumas, Laurson, Maggi, Montali and Teinemaa, "Semantics and analysis
//! of DMN decision tables" (BPM 2016), for all types.

use std::collections::BTreeSet;

use crate::feel::{ExactDecimal, ScaleKind};
use fixedbitset::FixedBitSet;

use super::class_index::ClassIndex;
use super::column_test::{ColumnTest, ColumnValue};

/// The values that a column may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Values of a scale; `true` if whole numbers alone.
    Scale(ScaleKind, bool),
    /// Strings.
    Text,
    /// Truth values.
    Truth,
    /// Unknown: the constants of its cells decide.
    Open,
}

/// An input of a table that is linted by itself.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// The text of the input expression.
    pub name: String,
    /// The values that it may hold.
    pub kind: ColumnKind,
    /// The values that the file allows.
    pub allowed: Option<ColumnTest>,
    /// The cell of each rule.
    pub tests: Vec<ColumnTest>,
}

/// The values of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassSpan {
    /// One value.
    One(ColumnValue),
    /// The values of a scale between two constants, both excluded; `None` is no limit.
    Between(ScaleKind, Option<ExactDecimal>, Option<ExactDecimal>),
    /// Every string that no cell names.
    OtherText,
    /// Every value of a kind that no cell names.
    OtherValue,
}

/// A class of values of a column.
#[derive(Clone, Debug)]
pub struct ValueClass {
    /// Its values.
    pub span: ClassSpan,
    /// One of them.
    pub value: ColumnValue,
    /// One of them, for people.
    pub example: String,
    /// The rules whose cells its values pass.
    pub rules: FixedBitSet,
}

impl ValueClass {
    /// Writes the class as a cell that passes just its values.
    #[must_use]
    pub fn describe_cell(&self) -> String {
        describe_run(self, self)
    }

    /// Returns a value of the class near another: of a range, the nearest whole number beyond the
    /// limit on its side, if the range has it.
    #[must_use]
    pub fn value_near(&self, other: &ColumnValue) -> ColumnValue {
        let (ClassSpan::Between(scale, low, high), ColumnValue::Point(kind, number)) =
            (&self.span, other)
        else {
            return self.value.clone();
        };
        let near = match (low, high) {
            (Some(low), _) if number <= low => low.whole_above(),
            (_, Some(high)) if number >= high => high.whole_below(),
            _ => return self.value.clone(),
        };
        let is_inside = low.is_none_or(|low| low < near) && high.is_none_or(|high| near < high);
        if is_inside && scale == kind {
            ColumnValue::Point(*scale, near)
        } else {
            self.value.clone()
        }
    }
}

impl TableColumn {
    /// Returns the classes in order: the scale from low to high, strings, truth values, null.
    #[must_use]
    pub fn value_classes(&self) -> Vec<ValueClass> {
        let mut constants = BTreeSet::new();
        for test in self.tests.iter().chain(&self.allowed) {
            test.visit_constants(&mut |constant| {
                constants.insert(constant);
            });
        }
        let spans = self.class_spans(&constants);
        let index = ClassIndex::new(&spans);
        let allowed = index.passing_classes(self.allowed.as_ref().unwrap_or(&ColumnTest::Any));
        let no_rules = FixedBitSet::with_capacity(self.tests.len());
        let mut rules = vec![no_rules; spans.len()];
        for (rule, test) in self.tests.iter().enumerate() {
            index.passing_classes(test).ones().for_each(|class| rules[class].insert(rule));
        }
        let mut classes = Vec::new();
        for (at, ((span, value), rules)) in spans.into_iter().zip(rules).enumerate() {
            if allowed.contains(at) {
                let example = describe_example(&span, &value);
                classes.push(ValueClass { span, value, example, rules });
            }
        }
        classes
    }

    /// Returns the spans and a value of each.
    fn class_spans(&self, constants: &BTreeSet<&ColumnValue>) -> Vec<(ClassSpan, ColumnValue)> {
        let mut spans = Vec::new();
        let scales = [ScaleKind::Number, ScaleKind::Date, ScaleKind::Months, ScaleKind::Seconds];
        let points = |scale: ScaleKind| {
            constants.iter().filter_map(move |constant| match constant {
                ColumnValue::Point(of_scale, number) if *of_scale == scale => Some(*number),
                _ => None,
            })
        };
        let texts = constants.iter().filter(|c| matches!(c, ColumnValue::Text(_)));
        let mentions = |wanted: &dyn Fn(&ColumnValue) -> bool| constants.iter().any(|c| wanted(c));
        let has_truth = mentions(&|c| matches!(c, ColumnValue::Truth(_)));
        match self.kind {
            ColumnKind::Scale(scale, is_whole) => {
                add_scale(&mut spans, scale, is_whole || scale.is_whole(), points(scale));
            }
            ColumnKind::Text => add_texts(&mut spans, texts),
            ColumnKind::Truth => add_truths(&mut spans),
            ColumnKind::Open => {
                for scale in scales {
                    if points(scale).next().is_some() {
                        add_scale(&mut spans, scale, scale.is_whole(), points(scale));
                    }
                }
                if texts.clone().next().is_some() {
                    add_texts(&mut spans, texts);
                }
                if has_truth {
                    add_truths(&mut spans);
                }
                // Constants of one kind are taken for the column's type.
                let kinds: BTreeSet<u8> = constants.iter().filter_map(|c| kind_rank(c)).collect();
                if kinds.len() != 1 {
                    spans.push((ClassSpan::OtherValue, ColumnValue::Text(unnamed_text(constants))));
                }
            }
        }
        if mentions(&|c| *c == ColumnValue::Null) {
            spans.push((ClassSpan::One(ColumnValue::Null), ColumnValue::Null));
        }
        spans
    }
}

/// Returns a number for the kind of a value; `None` for null, which every column may hold.
fn kind_rank(value: &ColumnValue) -> Option<u8> {
    match value {
        ColumnValue::Point(scale, _) => Some(*scale as u8),
        ColumnValue::Text(_) => Some(10),
        ColumnValue::Truth(_) => Some(11),
        ColumnValue::Null => None,
    }
}

fn add_truths(spans: &mut Vec<(ClassSpan, ColumnValue)>) {
    for truth in [true, false] {
        spans.push((ClassSpan::One(ColumnValue::Truth(truth)), ColumnValue::Truth(truth)));
    }
}

/// Adds each string and all others.
fn add_texts<'c>(
    spans: &mut Vec<(ClassSpan, ColumnValue)>,
    texts: impl Iterator<Item = &'c &'c ColumnValue> + Clone,
) {
    spans.extend(texts.clone().map(|text| (ClassSpan::One((*text).clone()), (*text).clone())));
    let named: BTreeSet<&ColumnValue> = texts.copied().collect();
    spans.push((ClassSpan::OtherText, ColumnValue::Text(unnamed_text(&named))));
}

/// Returns a string that is none of these.
fn unnamed_text(named: &BTreeSet<&ColumnValue>) -> String {
    let mut text = String::from("any other");
    while named.contains(&ColumnValue::Text(text.clone())) {
        text.push('!');
    }
    text
}

/// Adds the constants of a scale, sorted, and what lies between, below and above them.
fn add_scale(
    spans: &mut Vec<(ClassSpan, ColumnValue)>,
    scale: ScaleKind,
    is_whole: bool,
    points: impl Iterator<Item = ExactDecimal>,
) {
    // A whole number is never equal to a constant with digits after the point, which still divides
    // the numbers below it from those above.
    let points: Vec<ExactDecimal> = points.collect();
    let add_gap = |spans: &mut Vec<_>, low: Option<ExactDecimal>, high: Option<ExactDecimal>| {
        if let Some(inside) = inside_gap(low, high, is_whole) {
            let value = ColumnValue::Point(scale, inside);
            spans.push((ClassSpan::Between(scale, low, high), value));
        }
    };
    let mut before = None;
    for &point in &points {
        add_gap(spans, before, Some(point));
        if !is_whole || point.is_whole() {
            let value = ColumnValue::Point(scale, point);
            spans.push((ClassSpan::One(value.clone()), value));
        }
        before = Some(point);
    }
    add_gap(spans, before, None);
}

/// Returns a value strictly between two limits; `None` if there is none.
fn inside_gap(
    low: Option<ExactDecimal>,
    high: Option<ExactDecimal>,
    is_whole: bool,
) -> Option<ExactDecimal> {
    match (low, high) {
        (None, None) => Some(ExactDecimal::from_whole(0)),
        (Some(low), None) => Some(low.whole_above()),
        (None, Some(high)) => Some(high.whole_below()),
        (Some(low), Some(high)) if is_whole => {
            (low.whole_above() < high).then(|| ExactDecimal::value_between(low, high))
        }
        (Some(low), Some(high)) => Some(ExactDecimal::value_between(low, high)),
    }
}

fn describe_example(span: &ClassSpan, value: &ColumnValue) -> String {
    match span {
        ClassSpan::OtherText => "any other text".to_owned(),
        ClassSpan::OtherValue => "any other value".to_owned(),
        ClassSpan::One(_) | ClassSpan::Between(..) => value.to_string(),
    }
}

/// Writes a set of classes as a cell that passes just their values, with `-` for all of them.
#[must_use]
pub(super) fn describe_classes(classes: &[ValueClass], chosen: &FixedBitSet) -> String {
    if chosen.count_ones(..) == classes.len() {
        return "-".to_owned();
    }
    let others = classes.iter().position(|class| class.span == ClassSpan::OtherText);
    if let Some(other) = others.filter(|&other| chosen.contains(other)) {
        // Every string but some.
        let is_text =
            |class: &ValueClass| matches!(class.span, ClassSpan::One(ColumnValue::Text(_)));
        let left = classes.iter().enumerate().filter(|(i, c)| is_text(c) && !chosen.contains(*i));
        let left: Vec<&str> = left.map(|(_, class)| class.example.as_str()).collect();
        let all_text = (0..classes.len()).all(|i| i == other || is_text(&classes[i]));
        if all_text && !left.is_empty() {
            return format!("not({})", left.join(", "));
        }
    }
    let mut parts = Vec::new();
    let mut at = 0;
    while at < classes.len() {
        if !chosen.contains(at) {
            at += 1;
            continue;
        }
        let mut last = at;
        while last + 1 < classes.len()
            && chosen.contains(last + 1)
            && follows_on_scale(&classes[last].span, &classes[last + 1].span)
        {
            last += 1;
        }
        parts.push(describe_run(&classes[at], &classes[last]));
        at = last + 1;
    }
    parts.join(", ")
}

/// Returns the number of ranges of a set of classes; values without an order are one together.
#[must_use]
pub(super) fn count_runs(classes: &[ValueClass], chosen: &FixedBitSet) -> usize {
    let is_scale = |at: usize| follows_on_scale(&classes[at].span, &classes[at].span);
    let begins = |at: &usize| {
        let before = at.checked_sub(1).filter(|&before| chosen.contains(before));
        is_scale(*at)
            && before.is_none_or(|b| !follows_on_scale(&classes[b].span, &classes[*at].span))
    };
    chosen.ones().filter(begins).count() + usize::from(chosen.ones().any(|at| !is_scale(at)))
}

/// Whether two classes are neighbours on one scale.
#[must_use]
pub(super) fn follows_on_scale(one: &ClassSpan, next: &ClassSpan) -> bool {
    let scale = |span: &ClassSpan| match span {
        ClassSpan::One(ColumnValue::Point(scale, _)) | ClassSpan::Between(scale, ..) => {
            Some(*scale)
        }
        _ => None,
    };
    scale(one).is_some() && scale(one) == scale(next)
}

/// Writes neighbours on a scale, or one class.
fn describe_run(first: &ValueClass, last: &ValueClass) -> String {
    let value = |scale: ScaleKind, number| ColumnValue::Point(scale, number).to_string();
    let low = match &first.span {
        ClassSpan::One(value) => Some((value.to_string(), true)),
        ClassSpan::Between(scale, low, _) => low.map(|low| (value(*scale, low), false)),
        ClassSpan::OtherText | ClassSpan::OtherValue => return first.example.clone(),
    };
    let high = match &last.span {
        ClassSpan::One(value) => Some((value.to_string(), true)),
        ClassSpan::Between(scale, _, high) => high.map(|high| (value(*scale, high), false)),
        ClassSpan::OtherText | ClassSpan::OtherValue => None,
    };
    match (low, high) {
        (Some((low, true)), Some((high, true))) if low == high => low,
        (Some((low, low_included)), Some((high, high_included))) => {
            let left = if low_included { '[' } else { '(' };
            let right = if high_included { ']' } else { ')' };
            format!("{left}{low}..{high}{right}")
        }
        (Some((low, is_included)), None) => {
            format!("{} {low}", if is_included { ">=" } else { ">" })
        }
        (None, Some((high, is_included))) => {
            format!("{} {high}", if is_included { "<=" } else { "<" })
        }
        (None, None) => "any value".to_owned(),
    }
}
