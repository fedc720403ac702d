//! The cells of one column: values, and tests of a value.

use std::fmt;

use crate::feel::{ExactDecimal, FeelValue, ScaleKind, quote_text};

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColumnValue {
    /// A number, a date or a duration on its scale.
    Point(ScaleKind, ExactDecimal),
    /// A string, exactly as in the file.
    Text(String),
    /// A truth value.
    Truth(bool),
    /// No value.
    Null,
}

/// A relation in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestRelation {
    /// Less than.
    Less,
    /// At most.
    AtMost,
    /// Greater than.
    Greater,
    /// At least.
    AtLeast,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeEnd {
    /// The value.
    pub value: ColumnValue,
    /// Whether the range contains it.
    pub is_included: bool,
}

/// The test of a cell, as DMN 1.5, section 7.3.3 has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnTest {
    /// Every value passes, also null.
    Any,
    /// The value is this one.
    Is(ColumnValue),
    /// The value compares so with a constant of its kind.
    Compare(TestRelation, ColumnValue),
    /// The value lies in a range.
    Range(RangeEnd, RangeEnd),
    /// One of the tests passes.
    One(Vec<ColumnTest>),
    /// None of the tests passes.
    Not(Vec<ColumnTest>),
}

impl ColumnValue {
    /// Returns a value of FEEL; `None` for lists and contexts.
    #[must_use]
    pub fn from_feel(value: &FeelValue) -> Option<Self> {
        Some(match value {
            FeelValue::Null => ColumnValue::Null,
            FeelValue::Truth(truth) => ColumnValue::Truth(*truth),
            FeelValue::Text(text) => ColumnValue::Text(text.to_string()),
            FeelValue::Point(scale, number) => ColumnValue::Point(*scale, *number),
            FeelValue::List(_) | FeelValue::Context(_) => return None,
        })
    }
}

impl TestRelation {
    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            TestRelation::Less => order.is_lt(),
            TestRelation::AtMost => order.is_le(),
            TestRelation::Greater => order.is_gt(),
            TestRelation::AtLeast => order.is_ge(),
        }
    }
}

impl ColumnTest {
    /// Whether a value passes.
    ///
    /// Values of different kinds compare to null, which passes no test; so does null, but for the
    /// test that names it. `not(...)` passes what its tests do not pass, null included: engines
    /// differ where a comparison with null is negated.
    #[must_use]
    pub fn passes_value(&self, value: &ColumnValue) -> bool {
        match self {
            ColumnTest::Any => true,
            ColumnTest::Is(constant) => value == constant,
            ColumnTest::Compare(relation, constant) => {
                compare_values(value, constant).is_some_and(|order| relation.holds(order))
            }
            ColumnTest::Range(low, high) => {
                let above = compare_values(value, &low.value);
                let below = compare_values(value, &high.value);
                above.is_some_and(|o| o.is_gt() || low.is_included && o.is_eq())
                    && below.is_some_and(|o| o.is_lt() || high.is_included && o.is_eq())
            }
            ColumnTest::One(tests) => tests.iter().any(|test| test.passes_value(value)),
            ColumnTest::Not(tests) => !tests.iter().any(|test| test.passes_value(value)),
        }
    }

    /// Calls `visit` with every constant.
    pub fn visit_constants<'t>(&'t self, visit: &mut dyn FnMut(&'t ColumnValue)) {
        match self {
            ColumnTest::Any => {}
            ColumnTest::Is(constant) | ColumnTest::Compare(_, constant) => visit(constant),
            ColumnTest::Range(low, high) => {
                visit(&low.value);
                visit(&high.value);
            }
            ColumnTest::One(tests) | ColumnTest::Not(tests) => {
                tests.iter().for_each(|test| test.visit_constants(visit));
            }
        }
    }
}

/// Compares two values of one scale; `None` for others.
fn compare_values(one: &ColumnValue, other: &ColumnValue) -> Option<std::cmp::Ordering> {
    match (one, other) {
        (ColumnValue::Point(scale, one), ColumnValue::Point(other_scale, other))
            if scale == other_scale =>
        {
            Some(one.cmp(other))
        }
        _ => None,
    }
}

impl fmt::Display for ColumnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnValue::Point(scale, number) => scale.write_literal(f, *number),
            ColumnValue::Text(text) => f.write_str(&quote_text(text)),
            ColumnValue::Truth(truth) => write!(f, "{truth}"),
            ColumnValue::Null => f.write_str("null"),
        }
    }
}
