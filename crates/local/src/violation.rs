//! Measures how far an assignment is from satisfying a constraint.

use parallax_model::{
    AtomicConstraint, ClassRelation, ComparisonOperator, Constraint, DimensionRelation, Element,
    GlobalCardinality, Inverse, Kind, ModelAssignment, Table, Value, VarId,
};

/// Returns the violation of a constraint: 0 exactly when it holds, otherwise the distance of the
/// assignment from that, in the unit of the kind (the number of wrong variables, or the distance of
/// a sum or a value; 1 for a kind without one). `scratch` is working memory.
#[must_use]
pub fn constraint_violation(
    constraint: &Constraint,
    a: ModelAssignment<'_>,
    scratch: &mut Vec<i64>,
) -> i64 {
    match constraint {
        Constraint::AllDifferent(c) => {
            scratch.clear();
            scratch.extend(c.scope.iter().map(|&v| i64::from(a.value_of(v))));
            wide_length(scratch.len()) - MultiplicityCounts::from_list(scratch).different
        }
        Constraint::GlobalCardinality(c) => cardinality_violation(c, a, scratch),
        Constraint::Linear(c) => {
            // Sums are validated: no partial sum overflows.
            let of =
                |t: &parallax_model::LinearTerm| t.coefficient * i64::from(a.value_of(t.variable));
            relation_distance(c.relation, c.terms.iter().map(of).sum(), c.constant)
        }
        Constraint::Compare(c) => {
            let right = i64::from(a.value_of(c.right)) + c.offset;
            relation_distance(c.relation, a.value_of(c.left).into(), right)
        }
        Constraint::Table(c) => table_violation(c, a),
        Constraint::Element(c) => element_violation(c, a),
        Constraint::Lexicographic(c) => {
            let pairs = c.left.iter().zip(&c.right);
            let mut pairs =
                pairs.map(|(&l, &r)| i64::from(a.value_of(l)) - i64::from(a.value_of(r)));
            match pairs.find(|&difference| difference != 0) {
                Some(difference) => difference.max(0),
                None => i64::from(c.strict),
            }
        }
        Constraint::Extremum(c) => {
            let values = c.scope.iter().map(|&v| i64::from(a.value_of(v)));
            let extremum = if c.max { values.max() } else { values.min() };
            let result = a.value_of(c.result).into();
            extremum.map_or(1, |extremum| value_gap(extremum, result))
        }
        Constraint::Product(c) => {
            let product = i64::from(a.value_of(c.left)) * i64::from(a.value_of(c.right));
            value_gap(product, a.value_of(c.result).into())
        }
        Constraint::Inverse(c) => inverse_violation(c, a),
        Constraint::Clause(c) => c.atoms.iter().map(|atom| of_atom(atom, a)).min().unwrap_or(1),
        Constraint::Dimension(c) => dimension_violation(c, a, scratch),
        Constraint::Reify(c) => match a.value_of(c.truth) {
            1 => of_atom(&c.atom, a),
            _ => {
                let negated =
                    AtomicConstraint { relation: c.atom.relation.negate_relation(), ..c.atom };
                of_atom(&negated, a)
            }
        },
        Constraint::Implies(c) => match a.value_of(c.condition) {
            1 => constraint_violation(&c.then, a, scratch),
            _ => 0,
        },
        _ => i64::from(!constraint.holds(a)),
    }
}

/// Returns how much the left side must change for the relation to hold.
pub(super) fn relation_distance(relation: ComparisonOperator, left: i64, right: i64) -> i64 {
    match relation {
        ComparisonOperator::Eq => value_gap(left, right),
        ComparisonOperator::Ne => i64::from(left == right),
        ComparisonOperator::Le => (left - right).max(0),
        ComparisonOperator::Lt => (left - right + 1).max(0),
        ComparisonOperator::Ge => (right - left).max(0),
        ComparisonOperator::Gt => (right - left + 1).max(0),
    }
}

fn value_gap(left: i64, right: i64) -> i64 {
    (left - right).abs()
}

fn wide_length(n: usize) -> i64 {
    n as i64
}

fn of_atom(atom: &AtomicConstraint, a: ModelAssignment<'_>) -> i64 {
    relation_distance(atom.relation, a.value_of(atom.variable).into(), atom.value.into())
}

/// Returns the distance of a count from its bounds.
pub(super) fn range_distance(count: i64, min: u32, max: u32) -> i64 {
    let (min, max) = (i64::from(min), i64::from(max));
    let (short, excess) = ((min - count).max(0), (count - max).max(0));
    // With `min` above `max`, every count is outside.
    short + excess
}

fn cardinality_violation(
    c: &GlobalCardinality,
    a: ModelAssignment<'_>,
    scratch: &mut Vec<i64>,
) -> i64 {
    scratch.clear();
    scratch.extend(c.scope.iter().map(|&v| i64::from(a.value_of(v))));
    scratch.sort_unstable();
    let mut listed = 0;
    let mut wrong = 0;
    for o in &c.occurrences {
        let value = i64::from(o.value);
        // In the sorted list, the occurrences of a value follow each other: two binary searches
        // count them.
        let from = scratch.partition_point(|&x| x < value);
        let count = wide_length(scratch[from..].partition_point(|&x| x == value));
        listed += count;
        wrong += range_distance(count, o.min, o.max);
    }
    let others = if c.closed { wide_length(scratch.len()) - listed } else { 0 };
    wrong + others
}

/// Returns the minimum number of values to change to reach an allowed tuple.
fn table_violation(c: &Table, a: ModelAssignment<'_>) -> i64 {
    let differs = |tuple: &Vec<Value>| {
        c.scope.iter().zip(tuple).filter(|&(&v, &x)| a.value_of(v) != x).count()
    };
    if c.forbidden {
        return i64::from(c.tuples.iter().any(|tuple| differs(tuple) == 0));
    }
    // Without any tuple, more than every possible number of differences.
    let none = c.scope.len() + 1;
    wide_length(c.tuples.iter().map(differs).min().unwrap_or(none))
}

/// Returns the distance of the index from the array, else of the chosen value from the result.
#[inline]
fn element_violation(c: &Element, a: ModelAssignment<'_>) -> i64 {
    let place = i64::from(a.value_of(c.index)) - i64::from(c.first);
    let chosen = usize::try_from(place).ok().and_then(|i| c.array.get(i));
    match chosen {
        Some(&v) => value_gap(a.value_of(v).into(), a.value_of(c.result).into()),
        None if place < 0 => -place,
        None => place - wide_length(c.array.len()) + 1,
    }
}

/// Returns the number of places that do not point back.
fn inverse_violation(c: &Inverse, a: ModelAssignment<'_>) -> i64 {
    let wrong = |from: &[VarId], first_from: Value, to: &[VarId], first_to: Value| {
        let points_back = |(i, &v): (usize, &VarId)| {
            let place = i64::from(a.value_of(v)) - i64::from(first_to);
            let back = usize::try_from(place).ok().and_then(|j| to.get(j));
            back.is_some_and(|&w| {
                i64::from(a.value_of(w)) == wide_length(i) + i64::from(first_from)
            })
        };
        wide_length(from.iter().enumerate().filter(|&place| !points_back(place)).count())
    };
    wrong(&c.left, c.first_left, &c.right, c.first_right)
        + wrong(&c.right, c.first_right, &c.left, c.first_left)
}

/// The number of different numbers in a list, and the number of occurrences of the most common one.
struct MultiplicityCounts {
    different: i64,
    most: i64,
}

impl MultiplicityCounts {
    /// Counts, after sorting the list.
    fn from_list(list: &mut [i64]) -> Self {
        list.sort_unstable();
        let runs = list.chunk_by(|a, b| a == b).map(|run| wide_length(run.len()));
        runs.fold(MultiplicityCounts { different: 0, most: 0 }, |counted, run| MultiplicityCounts {
            different: counted.different + 1,
            most: counted.most.max(run),
        })
    }
}

fn dimension_violation(
    c: &DimensionRelation,
    a: ModelAssignment<'_>,
    scratch: &mut Vec<i64>,
) -> i64 {
    scratch.clear();
    let classes = c.scope.iter().map(|&v| a.class_of(c.dimension, v));
    scratch.extend(classes.flatten().map(i64::from));
    let n = wide_length(c.scope.len());
    let unknown = n - wide_length(scratch.len());
    if unknown > 0 {
        // Greater than any violation of known classes, which is at most `n`.
        return n + unknown;
    }
    if let ClassRelation::Table(rows) = &c.relation {
        let differs = |row: &Vec<u32>| {
            wide_length(
                row.iter().zip(&*scratch).filter(|&(&own, &class)| i64::from(own) != class).count(),
            )
        };
        let fitting = rows.iter().filter(|row| row.len() == c.scope.len());
        return fitting.map(differs).min().unwrap_or(n + 1);
    }
    let MultiplicityCounts { different, most } = MultiplicityCounts::from_list(scratch);
    match &c.relation {
        _ if n < 2 => 0,
        ClassRelation::AllSame => n - most,
        ClassRelation::AllDifferent => n - different,
        ClassRelation::AllSameOrAllDifferent => (n - most).min(n - different),
        ClassRelation::ExactlyEqual(number) => value_gap(most, i64::from(*number)),
        // Handled above.
        ClassRelation::Table(_) => 0,
    }
}
