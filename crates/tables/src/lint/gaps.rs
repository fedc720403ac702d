//! All inputs of a table to which no rule applies, as boxes: a range of values for each input.
//!
//! Where the cells of a table are constants, an input's values fall into segments that pass the same
//! tests. A combination of segments either has a rule or has none, and neighbours without one merge.

use parallax_model::Relation;
use parallax_model::decimal::Decimal;

use crate::evaluate::Interpretation;
use crate::expr::{Expr, Test};
use crate::glossary::{Glossary, Sort, TypeId};
use crate::table::{Head, Table};

/// Maximum number of values of an input.
const MOST_VALUES: u64 = 5_000;

/// Maximum number of combinations of segments.
const MOST_CELLS: usize = 20_000;

/// A box without a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GapBox {
    /// A test for each input of the table that holds in the box.
    pub(super) tests: Vec<Test>,
    /// The inputs that are bounded, with their values as text.
    pub(super) inputs: Vec<(String, String)>,
}

/// An input that some rule tests.
struct Axis {
    place: usize,
    values: AxisValues,
    segments: Vec<Segment>,
}

/// The kind of values of an input.
#[derive(Clone, Copy)]
enum AxisValues {
    Truth,
    Of(TypeId),
}

/// Values next to each other, and for each rule whether its test of this input holds for them.
struct Segment {
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
pub(super) fn gaps(interpretation: &Interpretation<'_>, table: &Table) -> Option<Vec<GapBox>> {
    let tested = |place: &usize| table.rules.iter().any(|rule| !rule.inputs[*place].is_any());
    let places = (0..table.inputs.len()).filter(tested);
    let axes: Vec<Axis> =
        places.map(|place| axis(interpretation, table, place)).collect::<Option<_>>()?;
    let sizes = axes.iter().map(|axis| axis.segments.len());
    let cells = sizes.clone().try_fold(1usize, usize::checked_mul)?;
    if cells > MOST_CELLS {
        return None;
    }
    let mut free: Vec<Ranges> = Vec::new();
    for cell in 0..cells {
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
    (0..axes.len()).for_each(|axis| merge(&mut free, axis));
    Some(free.iter().map(|ranges| gap(interpretation, table, &axes, ranges)).collect())
}

/// Joins boxes that are neighbours along an axis and equal along the others.
fn merge(boxes: &mut Vec<Ranges>, axis: usize) {
    let key = |ranges: &Ranges| {
        let mut others = ranges.clone();
        (others.remove(axis), others)
    };
    boxes.sort_by_key(|ranges| {
        let (own, others) = key(ranges);
        (others, own)
    });
    boxes.dedup_by(|next, before| {
        let ((from, to), (before_from, before_to)) = (next[axis], before[axis]);
        let joined = from == before_to + 1 && key(next).1 == key(before).1;
        if joined {
            before[axis] = (before_from, to);
        }
        joined
    });
    boxes.sort();
}

/// Returns the segments of an input.
fn axis(interpretation: &Interpretation<'_>, table: &Table, place: usize) -> Option<Axis> {
    let glossary = &interpretation.problem.glossary;
    let values = match &table.inputs[place] {
        Head::Variable(variable) => AxisValues::Of(table.variables[variable.0].kind),
        Head::Term(typed) => {
            let Expr::Apply(symbol, arguments) = &typed.expr else { return None };
            // A partial function, or a function of a function, may have no value.
            let total = arguments.iter().all(|argument| argument.parts().next().is_none());
            let symbol = Some(glossary.symbol(*symbol)).filter(|own| total && !own.partial)?;
            match typed.sort {
                Sort::Truth => AxisValues::Truth,
                Sort::Name(_) | Sort::Number => AxisValues::Of(symbol.result?),
            }
        }
    };
    let tests: Vec<&Test> = table.rules.iter().map(|rule| &rule.inputs[place]).collect();
    let list = match values {
        AxisValues::Truth => vec![0, 1],
        AxisValues::Of(kind) => glossary.listed(kind, MOST_VALUES)?,
    };
    let mut segments: Vec<Segment> = Vec::new();
    for (at, &value) in list.iter().enumerate() {
        let holds = tests.iter().map(|test| holds(interpretation, table, values, test, value));
        let holds: Vec<bool> = holds.collect::<Option<_>>()?;
        match segments.last_mut() {
            Some(last) if last.holds == holds => (last.last, last.to) = (value, at),
            _ => segments.push(Segment { first: value, last: value, from: at, to: at, holds }),
        }
    }
    (!segments.is_empty()).then_some(Axis { place, values, segments })
}

/// Whether a test holds for a value; `None` if it is not about constants.
fn holds(
    interpretation: &Interpretation<'_>,
    table: &Table,
    values: AxisValues,
    test: &Test,
    value: i64,
) -> Option<bool> {
    match (values, test) {
        (_, Test::Any) => Some(true),
        (AxisValues::Truth, Test::Is(truth)) => Some((value == 1) == *truth),
        (AxisValues::Truth, Test::Not(inner)) => {
            holds(interpretation, table, values, inner, value).map(|holds| !holds)
        }
        (AxisValues::Truth, _) => None,
        (AxisValues::Of(kind), test) => {
            let mut constant = true;
            test.each(&mut |expr| {
                constant &= !matches!(expr, Expr::Variable(_) | Expr::Apply(..));
            });
            let glossary = &interpretation.problem.glossary;
            let head = number(glossary, kind, value)?;
            constant.then(|| interpretation.allows(table, &head, glossary.sort_of(kind), test))
        }
    }
}

/// Returns a value as an expression.
fn number(glossary: &Glossary, kind: TypeId, value: i64) -> Option<Expr> {
    match glossary.sort_of(kind) {
        Sort::Name(root) => Some(Expr::Name(root, i32::try_from(value).ok()?)),
        Sort::Number => Some(Expr::Number(Decimal { units: value, digits: glossary.digits(kind) })),
        Sort::Truth => None,
    }
}

/// Returns a box as tests and text.
fn gap(
    interpretation: &Interpretation<'_>,
    table: &Table,
    axes: &[Axis],
    ranges: &Ranges,
) -> GapBox {
    let glossary = &interpretation.problem.glossary;
    let mut tests = vec![Test::Any; table.inputs.len()];
    let mut inputs = Vec::new();
    for (axis, &(from, to)) in axes.iter().zip(ranges) {
        if to + 1 - from == axis.segments.len() {
            continue;
        }
        let (first, last) = (&axis.segments[from], &axis.segments[to]);
        let (test, text) = match axis.values {
            AxisValues::Truth => {
                let truth = first.first == 1;
                (Test::Is(truth), if truth { "Yes" } else { "No" }.to_owned())
            }
            AxisValues::Of(kind) => {
                let list = glossary.listed(kind, MOST_VALUES).unwrap_or_default();
                range(glossary, kind, &list[first.from..=last.to])
            }
        };
        tests[axis.place] = test;
        inputs.push((table.headers[axis.place].clone(), text));
    }
    GapBox { tests, inputs }
}

/// Returns values next to each other as a test and as text.
fn range(glossary: &Glossary, kind: TypeId, list: &[i64]) -> (Test, String) {
    let word = |value: i64| glossary.word(kind, value, glossary.digits(kind));
    let expr = |value: i64| number(glossary, kind, value);
    let equal = |value: &i64| Some(Test::Compare(Relation::Eq, expr(*value)?));
    let is_number = glossary.sort_of(kind) == Sort::Number;
    match *list {
        [first, .., last] if is_number => {
            let ends = expr(first).zip(expr(last));
            let test = ends.map_or(Test::Any, |(a, b)| Test::Range(a, true, b, true));
            (test, format!("{}..{}", word(first), word(last)))
        }
        _ => {
            let tests: Vec<Test> = list.iter().filter_map(equal).collect();
            let words: Vec<String> = list.iter().map(|&value| word(value)).collect();
            (Test::One(tests), words.join(" or "))
        }
    }
}
