//! All inputs of a table to which no rule applies, as boxes: a range of values for each input.
//!
//! If the cells of a table are constants, an input's values fall into segments that pass the same
//! tests. A combination of segments either has a rule or has none, and adjacent combinations
//! without a rule merge.

use parallax_model::ComparisonOperator;
use parallax_model::decimal::DecimalNumber;

use crate::evaluate::TableInterpretation;
use crate::expr::{CellTest, TableExpression};
use crate::glossary::{TablesGlossary, TypeId, ValueSort};
use crate::table::{ColumnHeader, RuleTable};

/// Maximum number of values of an input.
const MOST_VALUES: u64 = 5_000;

/// Maximum number of combinations of segments.
const MAX_SEGMENT_COMBINATIONS: usize = 20_000;

/// A box without a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GapBox {
    /// A test for each input of the table that holds in the box.
    pub(super) tests: Vec<CellTest>,
    /// The inputs that are bounded, with their values as text.
    pub(super) inputs: Vec<(String, String)>,
}

/// An input that some rule tests.
struct InputAxis {
    place: usize,
    values: AxisValues,
    segments: Vec<InputSegment>,
}

/// The kind of values of an input.
#[derive(Clone, Copy)]
enum AxisValues {
    Truth,
    Of(TypeId),
}

/// Values next to each other, and for each rule whether its test of this input holds for them.
struct InputSegment {
    first: i64,
    last: i64,
    /// Places in the list of values.
    from: usize,
    to: usize,
    holds: Vec<bool>,
}

/// Ranges of segments, one for each axis.
type Ranges = Vec<(usize, usize)>;

/// Returns the boxes of a table to which no rule applies; `None` if its cells are not constants, or
/// there are too many values.
pub(super) fn find_gaps(
    interpretation: &TableInterpretation<'_>,
    table: &RuleTable,
) -> Option<Vec<GapBox>> {
    let tested = |place: &usize| table.rules.iter().any(|rule| !rule.inputs[*place].is_any());
    let places = (0..table.inputs.len()).filter(tested);
    let axes: Vec<InputAxis> =
        places.map(|place| input_axis(interpretation, table, place)).collect::<Option<_>>()?;
    let sizes = axes.iter().map(|axis| axis.segments.len());
    let cells = sizes.clone().try_fold(1usize, usize::checked_mul)?;
    if cells > MAX_SEGMENT_COMBINATIONS {
        return None;
    }
    let mut free: Vec<Ranges> = Vec::new();
    for cell in 0..cells {
        // The number of a cell gives a segment of each axis, as digits in mixed radix.
        let mut rest = cell;
        let at: Vec<usize> = sizes
            .clone()
            .map(|size| {
                let own = rest % size;
                rest /= size;
                own
            })
            .collect();
        let applies = |rule: usize| {
            axes.iter().zip(&at).all(|(axis, &segment)| axis.segments[segment].holds[rule])
        };
        if !(0..table.rules.len()).any(applies) {
            free.push(at.into_iter().map(|segment| (segment, segment)).collect());
        }
    }
    // Merging along one axis after the other keeps the boxes disjoint. Their number is small, but
    // not always minimal.
    (0..axes.len()).for_each(|axis| merge_boxes(&mut free, axis));
    Some(free.iter().map(|ranges| describe_gap(interpretation, table, &axes, ranges)).collect())
}

/// Joins boxes that are neighbours along an axis and equal along the others.
fn merge_boxes(boxes: &mut Vec<Ranges>, axis: usize) {
    let key = |ranges: &Ranges| {
        let mut others = ranges.clone();
        (others.remove(axis), others)
    };
    // Sorted by the other axes first, neighbours along this axis are adjacent in the list.
    boxes.sort_by_key(|ranges| {
        let (own, others) = key(ranges);
        (others, own)
    });
    // `dedup_by` passes the later element first, and drops it if they are joined.
    boxes.dedup_by(|next, before| {
        let ((from, to), (before_from, before_to)) = (next[axis], before[axis]);
        let joined = from == before_to + 1 && key(next).1 == key(before).1;
        if joined {
            before[axis] = (before_from, to);
        }
        joined
    });
    // The order of the boxes in a report does not depend on the axis merged last.
    boxes.sort();
}

/// Returns the segments of an input.
fn input_axis(
    interpretation: &TableInterpretation<'_>,
    table: &RuleTable,
    place: usize,
) -> Option<InputAxis> {
    let glossary = &interpretation.problem.glossary;
    let values = match &table.inputs[place] {
        ColumnHeader::Variable(variable) => AxisValues::Of(table.variables[variable.0].kind),
        ColumnHeader::Term(typed) => {
            let TableExpression::Apply(symbol, arguments) = &typed.expr else { return None };
            // A partial function, or a function of a function, may have no value.
            let total = arguments.iter().all(|argument| argument.direct_parts().next().is_none());
            let symbol =
                Some(glossary.find_symbol(*symbol)).filter(|symbol| total && !symbol.partial)?;
            match typed.sort {
                ValueSort::Truth => AxisValues::Truth,
                ValueSort::Name(_) | ValueSort::Number => AxisValues::Of(symbol.result?),
            }
        }
    };
    let tests: Vec<&CellTest> = table.rules.iter().map(|rule| &rule.inputs[place]).collect();
    let list = match values {
        AxisValues::Truth => vec![0, 1],
        AxisValues::Of(kind) => glossary.list_values(kind, MOST_VALUES)?,
    };
    let mut segments: Vec<InputSegment> = Vec::new();
    // Adjacent values that pass the same tests form one segment.
    for (at, &value) in list.iter().enumerate() {
        let holds = tests.iter().map(|test| test_holds(interpretation, table, values, test, value));
        let holds: Vec<bool> = holds.collect::<Option<_>>()?;
        match segments.last_mut() {
            Some(last) if last.holds == holds => (last.last, last.to) = (value, at),
            _ => segments.push(InputSegment { first: value, last: value, from: at, to: at, holds }),
        }
    }
    (!segments.is_empty()).then_some(InputAxis { place, values, segments })
}

/// Whether a test holds for a value; `None` if it is not about constants.
fn test_holds(
    interpretation: &TableInterpretation<'_>,
    table: &RuleTable,
    values: AxisValues,
    test: &CellTest,
    value: i64,
) -> Option<bool> {
    match (values, test) {
        (_, CellTest::Any) => Some(true),
        (AxisValues::Truth, CellTest::Is(truth)) => Some((value == 1) == *truth),
        (AxisValues::Truth, CellTest::Not(inner)) => {
            test_holds(interpretation, table, values, inner, value).map(|holds| !holds)
        }
        (AxisValues::Truth, _) => None,
        (AxisValues::Of(kind), test) => {
            let mut constant = true;
            test.visit_expressions(&mut |expr| {
                constant &=
                    !matches!(expr, TableExpression::Variable(_) | TableExpression::Apply(..));
            });
            let glossary = &interpretation.problem.glossary;
            let head = value_expression(glossary, kind, value)?;
            constant.then(|| interpretation.test_allows(table, &head, glossary.sort_of(kind), test))
        }
    }
}

/// Returns a value as an expression.
fn value_expression(
    glossary: &TablesGlossary,
    kind: TypeId,
    value: i64,
) -> Option<TableExpression> {
    match glossary.sort_of(kind) {
        ValueSort::Name(root) => Some(TableExpression::Name(root, i32::try_from(value).ok()?)),
        ValueSort::Number => Some(TableExpression::Number(DecimalNumber {
            units: value,
            digits: glossary.type_digits(kind),
        })),
        ValueSort::Truth => None,
    }
}

/// Returns a box as tests and text.
fn describe_gap(
    interpretation: &TableInterpretation<'_>,
    table: &RuleTable,
    axes: &[InputAxis],
    ranges: &Ranges,
) -> GapBox {
    let glossary = &interpretation.problem.glossary;
    let mut tests = vec![CellTest::Any; table.inputs.len()];
    let mut inputs = Vec::new();
    for (axis, &(from, to)) in axes.iter().zip(ranges) {
        // All segments: the gap does not depend on this input.
        if to + 1 - from == axis.segments.len() {
            continue;
        }
        let (first, last) = (&axis.segments[from], &axis.segments[to]);
        let (test, text) = match axis.values {
            AxisValues::Truth => {
                let truth = first.first == 1;
                (CellTest::Is(truth), if truth { "Yes" } else { "No" }.to_owned())
            }
            AxisValues::Of(kind) => {
                let list = glossary.list_values(kind, MOST_VALUES).unwrap_or_default();
                // The segments are adjacent, so their values are a slice of the list.
                value_range(glossary, kind, &list[first.from..=last.to])
            }
        };
        tests[axis.place] = test;
        inputs.push((table.headers[axis.place].clone(), text));
    }
    GapBox { tests, inputs }
}

/// Returns values next to each other as a test and as text.
fn value_range(glossary: &TablesGlossary, kind: TypeId, list: &[i64]) -> (CellTest, String) {
    let word = |value: i64| glossary.value_text(kind, value, glossary.type_digits(kind));
    let expr = |value: i64| value_expression(glossary, kind, value);
    let equal = |value: &i64| Some(CellTest::Compare(ComparisonOperator::Eq, expr(*value)?));
    let is_number = glossary.sort_of(kind) == ValueSort::Number;
    match *list {
        // Adjacent numbers form a range. Names have no order, so they are listed.
        [first, .., last] if is_number => {
            let ends = expr(first).zip(expr(last));
            let test = ends.map_or(CellTest::Any, |(a, b)| CellTest::Range(a, true, b, true));
            (test, format!("{}..{}", word(first), word(last)))
        }
        _ => {
            let tests: Vec<CellTest> = list.iter().filter_map(equal).collect();
            let words: Vec<String> = list.iter().map(|&value| word(value)).collect();
            (CellTest::One(tests), words.join(" or "))
        }
    }
}
