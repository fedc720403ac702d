//! Each kind of constraint as diagrams whose conjunction is its meaning.

use parallax_model::{
    AllDifferent, ClassRelation, Compare, Constraint, DimensionRelation, Element, Global,
    GlobalCardinality, Inverse, Kind, Lexicographic, Relation, Value, VarId,
};

use super::apply::Op;
use super::arena::{FALSE, Node, TRUE};
use super::expand::expand;
use super::machine::build;
use super::machines::{Any, Different, Extreme, Occurs, Sum};
use super::rows::table;
use super::scope::Scope;
use super::totals::{Kinds, Tally};
use super::{Builder, DiagramError};
use crate::GLOBAL;

/// Maximum number of steps of the machine that reads all values of an all-different constraint;
/// beyond it each value gets a diagram of its own.
const MOST_SETS: usize = 1 << 18;

/// Returns the diagrams of a constraint: none if it always holds; `FALSE` alone if it never does.
///
/// # Errors
/// [`DiagramError::Large`] if it is too large, [`DiagramError::Nodes`], [`DiagramError::Stopped`].
pub(super) fn parts(
    builder: &mut Builder<'_>,
    constraint: &Constraint,
) -> Result<Vec<Node>, DiagramError> {
    let mut variables = Vec::new();
    constraint.each_variable(&mut |v| variables.push(v));
    let scope = builder.scope(&variables);
    if scope.levels().is_empty() {
        return Ok(vec![expand(builder, constraint, &scope)?]);
    }
    let most = builder.most_steps();
    let one = match constraint {
        Constraint::AllDifferent(c) => return different(builder, c, &scope),
        Constraint::GlobalCardinality(c) => return cardinality(builder, c, &scope),
        Constraint::Element(c) => return element(builder, c),
        Constraint::Inverse(c) => return inverse(builder, c),
        Constraint::Dimension(c) => return dimension(builder, c, &scope),
        Constraint::Global(Global::Regular(c)) => build(builder, c, most),
        Constraint::Global(Global::Count(c)) => {
            let machine = Tally::new(c, &scope, builder.levels());
            build(builder, &machine, most)
        }
        Constraint::Global(Global::DistinctCount(c)) => {
            let machine = Kinds::new(c, &scope, builder.levels());
            build(builder, &machine, most)
        }
        Constraint::Global(_) => return Err(DiagramError::Large(GLOBAL.into())),
        Constraint::Implies(c) => {
            let off = unary(builder, c.condition, |value| value != 1)?;
            let then = parts(builder, &c.then)?;
            return then.into_iter().map(|part| builder.apply(Op::Or, off, part)).collect();
        }
        Constraint::Linear(c) => {
            let machine = Sum::new(c, &scope, builder.levels(), &builder.values);
            build(builder, &machine, most)
        }
        Constraint::Table(c) => table(builder, c, &scope),
        Constraint::Lexicographic(c) => lexicographic(builder, c),
        Constraint::Extremum(c) => {
            let machine = Extreme::new(c, &scope, builder.levels());
            build(builder, &machine, most)
        }
        Constraint::Clause(c) => {
            let machine = Any::new(&c.atoms, &scope, builder.levels());
            build(builder, &machine, most)
        }
        _ => expand(builder, constraint, &scope),
    };
    Ok(vec![one?])
}

/// Returns the diagram of the values that a variable may have.
fn unary(
    builder: &mut Builder<'_>,
    v: VarId,
    allowed: impl Fn(Value) -> bool,
) -> Result<Node, DiagramError> {
    builder.control.check()?;
    let level = builder.level(v);
    let Builder { arena, values, .. } = builder;
    arena.choice(level, |place| allowed(values[level as usize][place]))
}

/// Returns the diagram of `left relation right`.
fn compare(
    builder: &mut Builder<'_>,
    left: VarId,
    relation: Relation,
    right: VarId,
) -> Result<Node, DiagramError> {
    let scope = builder.scope(&[left, right]);
    expand(builder, &Constraint::Compare(Compare::new(left, relation, right)), &scope)
}

/// Builds all-different as a set of taken values or, if that is large, value by value.
fn different(
    builder: &mut Builder<'_>,
    c: &AllDifferent,
    scope: &Scope,
) -> Result<Vec<Node>, DiagramError> {
    if scope.levels().len() < c.scope.len() {
        return Ok(vec![FALSE]);
    }
    let domains: Vec<&[Value]> = scope.levels().iter().map(|&l| builder.values(l)).collect();
    if let Some(machine) = Different::new(scope, &domains) {
        match build(builder, &machine, MOST_SETS) {
            Err(DiagramError::Nodes(_)) => {}
            done => return Ok(vec![done?]),
        }
    }
    let mut values: Vec<Value> =
        scope.levels().iter().flat_map(|&l| builder.values(l)).copied().collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| occurs(builder, &c.scope, value, 0, 1)).collect()
}

/// Returns the diagram of a value that occurs at least `min` and at most `max` times.
fn occurs(
    builder: &mut Builder<'_>,
    variables: &[VarId],
    value: Value,
    min: u32,
    max: u32,
) -> Result<Node, DiagramError> {
    builder.control.check()?;
    let mut levels: Vec<u32> = variables.iter().map(|&v| builder.level(v)).collect();
    levels.sort_unstable();
    levels.retain(|&level| builder.values(level).binary_search(&value).is_ok());
    let weights: Vec<u32> = levels.chunk_by(|a, b| a == b).map(|run| run.len() as u32).collect();
    if weights.is_empty() {
        return Ok(if min == 0 { TRUE } else { FALSE });
    }
    let with_value = levels.iter().map(|&level| builder.variable(level));
    let scope = builder.scope(&with_value.collect::<Vec<_>>());
    let most = builder.most_steps();
    build(builder, &Occurs { reads: scope.variables(), value, min, max, weights }, most)
}

/// Builds a diagram for each value; a closed constraint restricts every variable.
fn cardinality(
    builder: &mut Builder<'_>,
    c: &GlobalCardinality,
    scope: &Scope,
) -> Result<Vec<Node>, DiagramError> {
    let mut all = Vec::new();
    for o in &c.occurrences {
        all.push(occurs(builder, &c.scope, o.value, o.min, o.max)?);
    }
    if c.closed {
        let mut listed: Vec<Value> = c.occurrences.iter().map(|o| o.value).collect();
        listed.sort_unstable();
        for &level in scope.levels() {
            let v = builder.variable(level);
            all.push(unary(builder, v, |value| listed.binary_search(&value).is_ok())?);
        }
    }
    Ok(all)
}

/// Builds the diagrams of an element: the index is within the array, and each place of the array
/// equals the result or is not the index.
fn element(builder: &mut Builder<'_>, c: &Element) -> Result<Vec<Node>, DiagramError> {
    let place = |value: Value| i64::from(value) - i64::from(c.first);
    let within = 0..c.array.len() as i64;
    let mut all = vec![unary(builder, c.index, |value| within.contains(&place(value)))?];
    for (i, &v) in c.array.iter().enumerate() {
        let other = unary(builder, c.index, |value| place(value) != i as i64)?;
        if other == TRUE {
            continue;
        }
        let same = compare(builder, v, Relation::Eq, c.result)?;
        all.push(builder.apply(Op::Or, other, same)?);
    }
    Ok(all)
}

/// Builds diagrams of "`left[i] = j` exactly if `right[j] = i`", for all pairs.
fn inverse(builder: &mut Builder<'_>, c: &Inverse) -> Result<Vec<Node>, DiagramError> {
    let mut all = Vec::new();
    let number = c.left.len() as i64;
    let sides = [(&c.left, c.first_right), (&c.right, c.first_left)];
    for (&v, first) in sides.iter().flat_map(|(side, first)| side.iter().map(move |v| (v, *first)))
    {
        let within =
            move |value: Value| (0..number).contains(&(i64::from(value) - i64::from(first)));
        all.push(unary(builder, v, within)?);
    }
    for (i, &left) in c.left.iter().enumerate() {
        for (j, &right) in c.right.iter().enumerate() {
            let is = |value: Value, at: usize, first: Value| {
                i64::from(value) == at as i64 + i64::from(first)
            };
            let to = unary(builder, left, |value| is(value, j, c.first_right))?;
            let from = unary(builder, left, |value| !is(value, j, c.first_right))?;
            let back = unary(builder, right, |value| is(value, i, c.first_left))?;
            let other = unary(builder, right, |value| !is(value, i, c.first_left))?;
            let there = builder.apply(Op::Or, from, back)?;
            let here = builder.apply(Op::Or, to, other)?;
            all.push(builder.apply(Op::And, there, here)?);
        }
    }
    Ok(all)
}

/// Builds the order from the last place to the first: less there, or equal and the rest in order.
fn lexicographic(builder: &mut Builder<'_>, c: &Lexicographic) -> Result<Node, DiagramError> {
    let mut rest = if c.strict { FALSE } else { TRUE };
    for (&left, &right) in c.left.iter().zip(&c.right).rev() {
        let less = compare(builder, left, Relation::Lt, right)?;
        let same = compare(builder, left, Relation::Eq, right)?;
        let later = builder.apply(Op::And, same, rest)?;
        rest = builder.apply(Op::Or, less, later)?;
    }
    Ok(rest)
}

/// Builds "all the same" and "all different" pair by pair; other relations as one diagram.
fn dimension(
    builder: &mut Builder<'_>,
    c: &DimensionRelation,
    scope: &Scope,
) -> Result<Vec<Node>, DiagramError> {
    let relation = c.relation.simplest(c.scope.len());
    let by_pairs = matches!(relation, ClassRelation::AllSame | ClassRelation::AllDifferent);
    if !by_pairs || c.scope.len() <= 2 {
        return Ok(vec![expand(builder, &Constraint::Dimension(c.clone()), scope)?]);
    }
    let last = if *relation == ClassRelation::AllSame { 1 } else { c.scope.len() };
    let mut all = Vec::new();
    for (i, &v) in c.scope.iter().enumerate().take(last) {
        for &w in &c.scope[i + 1..] {
            let pair = DimensionRelation {
                scope: vec![v, w],
                dimension: c.dimension,
                relation: relation.clone(),
            };
            let scope = builder.scope(&[v, w]);
            all.push(expand(builder, &Constraint::Dimension(pair), &scope)?);
        }
    }
    Ok(all)
}
