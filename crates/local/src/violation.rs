//! Measures how far an assignment is from satisfying a constraint.

use parallax_model::{
    Assignment, Atom, ClassRelation, Constraint, DimensionRelation, Element, GlobalCardinality,
    Inverse, Kind, Relation, Table, Value, VarId,
};

/// Returns the violation of a constraint: 0 exactly when it holds, otherwise the distance of the
/// assignment from that, in the unit of the kind (the number of wrong variables, or the distance of
/// a sum or a value; 1 for a kind without one). `scratch` is working memory.
#[must_use]
pub fn violation(constraint: &Constraint, a: Assignment<'_>, scratch: &mut Vec<i64>) -> i64 {
    match constraint {
        Constraint::AllDifferent(c) => {
            scratch.clear();
            scratch.extend(c.scope.iter().map(|&v| i64::from(a.value(v))));
            length(scratch.len()) - Counted::of(scratch).different
        }
        Constraint::GlobalCardinality(c) => cardinality(c, a, scratch),
        Constraint::Linear(c) => {
            // Sums are validated: no partial sum overflows.
            let of = |t: &parallax_model::Term| t.coefficient * i64::from(a.value(t.variable));
            distance(c.relation, c.terms.iter().map(of).sum(), c.constant)
        }
        Constraint::Compare(c) => {
            let right = i64::from(a.value(c.right)) + c.offset;
            distance(c.relation, a.value(c.left).into(), right)
        }
        Constraint::Table(c) => table(c, a),
        Constraint::Element(c) => element(c, a),
        Constraint::Lexicographic(c) => {
            let pairs = c.left.iter().zip(&c.right);
            let mut pairs = pairs.map(|(&l, &r)| i64::from(a.value(l)) - i64::from(a.value(r)));
            match pairs.find(|&difference| difference != 0) {
                Some(difference) => difference.max(0),
                None => i64::from(c.strict),
            }
        }
        Constraint::Extremum(c) => {
            let values = c.scope.iter().map(|&v| i64::from(a.value(v)));
            let extremum = if c.max { values.max() } else { values.min() };
            let result = a.value(c.result).into();
            extremum.map_or(1, |extremum| gap(extremum, result))
        }
        Constraint::Product(c) => {
            let product = i64::from(a.value(c.left)) * i64::from(a.value(c.right));
            gap(product, a.value(c.result).into())
        }
        Constraint::Inverse(c) => inverse(c, a),
        Constraint::Clause(c) => c.atoms.iter().map(|atom| of_atom(atom, a)).min().unwrap_or(1),
        Constraint::Dimension(c) => dimension(c, a, scratch),
        Constraint::Reify(c) => match a.value(c.truth) {
            1 => of_atom(&c.atom, a),
            _ => {
                let negated = Atom { relation: c.atom.relation.negated(), ..c.atom };
                of_atom(&negated, a)
            }
        },
        Constraint::Implies(c) => match a.value(c.condition) {
            1 => violation(&c.then, a, scratch),
            _ => 0,
        },
        _ => i64::from(!constraint.holds(a)),
    }
}

/// Returns how much the left side must change for the relation to hold.
pub(super) fn distance(relation: Relation, left: i64, right: i64) -> i64 {
    match relation {
        Relation::Eq => gap(left, right),
        Relation::Ne => i64::from(left == right),
        Relation::Le => (left - right).max(0),
        Relation::Lt => (left - right + 1).max(0),
        Relation::Ge => (right - left).max(0),
        Relation::Gt => (right - left + 1).max(0),
    }
}

fn gap(left: i64, right: i64) -> i64 {
    (left - right).abs()
}

fn length(n: usize) -> i64 {
    n as i64
}

fn of_atom(atom: &Atom, a: Assignment<'_>) -> i64 {
    distance(atom.relation, a.value(atom.variable).into(), atom.value.into())
}

/// Returns the distance of a count from its bounds.
pub(super) fn outside(count: i64, min: u32, max: u32) -> i64 {
    let (min, max) = (i64::from(min), i64::from(max));
    let (short, excess) = ((min - count).max(0), (count - max).max(0));
    // With `min` above `max`, every count is outside.
    short + excess
}

fn cardinality(c: &GlobalCardinality, a: Assignment<'_>, scratch: &mut Vec<i64>) -> i64 {
    scratch.clear();
    scratch.extend(c.scope.iter().map(|&v| i64::from(a.value(v))));
    scratch.sort_unstable();
    let mut listed = 0;
    let mut wrong = 0;
    for o in &c.occurrences {
        let value = i64::from(o.value);
        let from = scratch.partition_point(|&x| x < value);
        let count = length(scratch[from..].partition_point(|&x| x == value));
        listed += count;
        wrong += outside(count, o.min, o.max);
    }
    let others = if c.closed { length(scratch.len()) - listed } else { 0 };
    wrong + others
}

/// Returns the minimum number of values to change to reach an allowed tuple.
fn table(c: &Table, a: Assignment<'_>) -> i64 {
    let differs =
        |tuple: &Vec<Value>| c.scope.iter().zip(tuple).filter(|&(&v, &x)| a.value(v) != x).count();
    if c.forbidden {
        return i64::from(c.tuples.iter().any(|tuple| differs(tuple) == 0));
    }
    let none = c.scope.len() + 1;
    length(c.tuples.iter().map(differs).min().unwrap_or(none))
}

/// Returns the distance of the index from the array, else of the chosen value from the result.
#[inline]
fn element(c: &Element, a: Assignment<'_>) -> i64 {
    let place = i64::from(a.value(c.index)) - i64::from(c.first);
    let chosen = usize::try_from(place).ok().and_then(|i| c.array.get(i));
    match chosen {
        Some(&v) => gap(a.value(v).into(), a.value(c.result).into()),
        None if place < 0 => -place,
        None => place - length(c.array.len()) + 1,
    }
}

/// Returns the number of places that do not point back.
fn inverse(c: &Inverse, a: Assignment<'_>) -> i64 {
    let wrong = |from: &[VarId], first_from: Value, to: &[VarId], first_to: Value| {
        let points_back = |(i, &v): (usize, &VarId)| {
            let place = i64::from(a.value(v)) - i64::from(first_to);
            let back = usize::try_from(place).ok().and_then(|j| to.get(j));
            back.is_some_and(|&w| i64::from(a.value(w)) == length(i) + i64::from(first_from))
        };
        length(from.iter().enumerate().filter(|&place| !points_back(place)).count())
    };
    wrong(&c.left, c.first_left, &c.right, c.first_right)
        + wrong(&c.right, c.first_right, &c.left, c.first_left)
}

/// The number of different numbers in a list, and the number of occurrences of the most common one.
struct Counted {
    different: i64,
    most: i64,
}

impl Counted {
    /// Counts, after sorting the list.
    fn of(list: &mut [i64]) -> Self {
        list.sort_unstable();
        let runs = list.chunk_by(|a, b| a == b).map(|run| length(run.len()));
        runs.fold(Counted { different: 0, most: 0 }, |counted, run| Counted {
            different: counted.different + 1,
            most: counted.most.max(run),
        })
    }
}

fn dimension(c: &DimensionRelation, a: Assignment<'_>, scratch: &mut Vec<i64>) -> i64 {
    scratch.clear();
    let classes = c.scope.iter().map(|&v| a.class(c.dimension, v));
    scratch.extend(classes.flatten().map(i64::from));
    let n = length(c.scope.len());
    let unknown = n - length(scratch.len());
    if unknown > 0 {
        // More than known classes can violate.
        return n + unknown;
    }
    if let ClassRelation::Table(rows) = &c.relation {
        let differs = |row: &Vec<u32>| {
            length(
                row.iter().zip(&*scratch).filter(|&(&own, &class)| i64::from(own) != class).count(),
            )
        };
        let fitting = rows.iter().filter(|row| row.len() == c.scope.len());
        return fitting.map(differs).min().unwrap_or(n + 1);
    }
    let Counted { different, most } = Counted::of(scratch);
    match &c.relation {
        _ if n < 2 => 0,
        ClassRelation::AllSame => n - most,
        ClassRelation::AllDifferent => n - different,
        ClassRelation::AllSameOrAllDifferent => (n - most).min(n - different),
        ClassRelation::ExactlyEqual(number) => gap(most, i64::from(*number)),
        // Handled above.
        ClassRelation::Table(_) => 0,
    }
}
