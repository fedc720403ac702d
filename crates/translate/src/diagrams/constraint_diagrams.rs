//! Each kind of constraint as diagrams whose conjunction is its meaning.

use parallax_model::{
    AllDifferent, ClassRelation, Compare, ComparisonOperator, Constraint, DimensionRelation,
    Element, Global, GlobalCardinality, Inverse, Kind, Lexicographic, Value, VarId,
};

use super::arena::{DiagramNode, FALSE_NODE, TRUE_NODE};
use super::combine_diagrams::DiagramConnective;
use super::count_machines::{CountMachine, DistinctCountMachine};
use super::expand_constraint::expand_constraint;
use super::machine::build_diagram;
use super::machines::{
    AllDifferentMachine, ClauseMachine, ExtremumMachine, OccurrenceMachine, SumMachine,
};
use super::rows::build_table;
use super::scope::LevelScope;
use super::{DiagramBuilder, DiagramError};
use crate::GLOBAL_REFUSAL;

/// Maximum number of steps of the machine that reads all values of an all-different constraint;
/// beyond it each value gets a separate diagram.
const MAX_SET_STEPS: usize = 1 << 18;

/// Returns the diagrams of a constraint: none if it always holds; `FALSE_NODE` alone if it never
/// does.
///
/// # Errors
/// [`DiagramError::Large`] if it is too large, [`DiagramError::Nodes`],
/// [`DiagramError::Stopped`].
pub(super) fn build_parts(
    builder: &mut DiagramBuilder<'_>,
    constraint: &Constraint,
) -> Result<Vec<DiagramNode>, DiagramError> {
    let mut variables = Vec::new();
    constraint.each_variable(&mut |v| variables.push(v));
    let scope = builder.order_scope(&variables);
    if scope.levels().is_empty() {
        return Ok(vec![expand_constraint(builder, constraint, &scope)?]);
    }
    let most = builder.most_steps();
    let one = match constraint {
        Constraint::AllDifferent(c) => return build_all_different(builder, c, &scope),
        Constraint::GlobalCardinality(c) => return build_cardinality(builder, c, &scope),
        Constraint::Element(c) => return build_element(builder, c),
        Constraint::Inverse(c) => return build_inverse(builder, c),
        Constraint::Dimension(c) => return build_dimension(builder, c, &scope),
        Constraint::Global(Global::Regular(c)) => build_diagram(builder, c, most),
        Constraint::Global(Global::Count(c)) => {
            let machine = CountMachine::new(c, &scope, builder.level_numbers());
            build_diagram(builder, &machine, most)
        }
        Constraint::Global(Global::DistinctCount(c)) => {
            let machine = DistinctCountMachine::new(c, &scope, builder.level_numbers());
            build_diagram(builder, &machine, most)
        }
        Constraint::Global(_) => return Err(DiagramError::Large(GLOBAL_REFUSAL.into())),
        Constraint::Implies(c) => {
            let off = build_unary(builder, c.condition, |value| value != 1)?;
            let then = build_parts(builder, &c.then)?;
            // `off or (a and b)` is `(off or a) and (off or b)`, so the parts stay apart.
            return then
                .into_iter()
                .map(|part| builder.apply_connective(DiagramConnective::Or, off, part))
                .collect();
        }
        Constraint::Linear(c) => {
            let machine = SumMachine::new(c, &scope, builder.level_numbers(), &builder.values);
            build_diagram(builder, &machine, most)
        }
        Constraint::Table(c) => build_table(builder, c, &scope),
        Constraint::Lexicographic(c) => build_lexicographic(builder, c),
        Constraint::Extremum(c) => {
            let machine = ExtremumMachine::new(c, &scope, builder.level_numbers());
            build_diagram(builder, &machine, most)
        }
        Constraint::Clause(c) => {
            let machine = ClauseMachine::new(&c.atoms, &scope, builder.level_numbers());
            build_diagram(builder, &machine, most)
        }
        _ => expand_constraint(builder, constraint, &scope),
    };
    Ok(vec![one?])
}

/// Returns the diagram of the values that a variable may have.
fn build_unary(
    builder: &mut DiagramBuilder<'_>,
    v: VarId,
    allowed: impl Fn(Value) -> bool,
) -> Result<DiagramNode, DiagramError> {
    builder.control.check_stop()?;
    let level = builder.level_of_variable(v);
    let DiagramBuilder { arena, values, .. } = builder;
    arena.make_choice(level, |place| allowed(values[level as usize][place]))
}

/// Returns the diagram of `left relation right`.
fn build_comparison_diagram(
    builder: &mut DiagramBuilder<'_>,
    left: VarId,
    relation: ComparisonOperator,
    right: VarId,
) -> Result<DiagramNode, DiagramError> {
    let scope = builder.order_scope(&[left, right]);
    expand_constraint(builder, &Constraint::Compare(Compare::new(left, relation, right)), &scope)
}

/// Builds all-different as a set of taken values or, if that is large, value by value.
fn build_all_different(
    builder: &mut DiagramBuilder<'_>,
    c: &AllDifferent,
    scope: &LevelScope,
) -> Result<Vec<DiagramNode>, DiagramError> {
    // A variable that occurs twice never differs from itself.
    if scope.levels().len() < c.scope.len() {
        return Ok(vec![FALSE_NODE]);
    }
    // The set of taken values is exact, but there may be exponentially many sets.
    let domains: Vec<&[Value]> = scope.levels().iter().map(|&l| builder.values_at(l)).collect();
    if let Some(machine) = AllDifferentMachine::new(scope, &domains) {
        match build_diagram(builder, &machine, MAX_SET_STEPS) {
            Err(DiagramError::Nodes(_)) => {}
            done => return Ok(vec![done?]),
        }
    }
    let mut values: Vec<Value> =
        scope.levels().iter().flat_map(|&l| builder.values_at(l)).copied().collect();
    values.sort_unstable();
    values.dedup();
    // Each value at most once: small diagrams, whose conjunction is found later.
    values.into_iter().map(|value| build_occurrence(builder, &c.scope, value, 0, 1)).collect()
}

/// Returns the diagram of a value that occurs at least `min` and at most `max` times.
fn build_occurrence(
    builder: &mut DiagramBuilder<'_>,
    variables: &[VarId],
    value: Value,
    min: u32,
    max: u32,
) -> Result<DiagramNode, DiagramError> {
    builder.control.check_stop()?;
    let mut levels: Vec<u32> = variables.iter().map(|&v| builder.level_of_variable(v)).collect();
    levels.sort_unstable();
    levels.retain(|&level| builder.values_at(level).binary_search(&value).is_ok());
    // A variable that occurs twice counts with weight 2.
    let weights: Vec<u32> = levels.chunk_by(|a, b| a == b).map(|run| run.len() as u32).collect();
    if weights.is_empty() {
        return Ok(if min == 0 { TRUE_NODE } else { FALSE_NODE });
    }
    let with_value = levels.iter().map(|&level| builder.variable_at(level));
    let scope = builder.order_scope(&with_value.collect::<Vec<_>>());
    let most = builder.most_steps();
    build_diagram(
        builder,
        &OccurrenceMachine { reads: scope.variables(), value, min, max, weights },
        most,
    )
}

/// Builds a diagram for each value; a closed constraint restricts every variable.
fn build_cardinality(
    builder: &mut DiagramBuilder<'_>,
    c: &GlobalCardinality,
    scope: &LevelScope,
) -> Result<Vec<DiagramNode>, DiagramError> {
    let mut all = Vec::new();
    for o in &c.occurrences {
        all.push(build_occurrence(builder, &c.scope, o.value, o.min, o.max)?);
    }
    if c.closed {
        let mut listed: Vec<Value> = c.occurrences.iter().map(|o| o.value).collect();
        listed.sort_unstable();
        for &level in scope.levels() {
            let v = builder.variable_at(level);
            all.push(build_unary(builder, v, |value| listed.binary_search(&value).is_ok())?);
        }
    }
    Ok(all)
}

/// Builds the diagrams of an element: the index is within the array, and each place of the array
/// equals the result or is not the index.
fn build_element(
    builder: &mut DiagramBuilder<'_>,
    c: &Element,
) -> Result<Vec<DiagramNode>, DiagramError> {
    let place = |value: Value| i64::from(value) - i64::from(c.first);
    let within = 0..c.array.len() as i64;
    let mut all = vec![build_unary(builder, c.index, |value| within.contains(&place(value)))?];
    for (i, &v) in c.array.iter().enumerate() {
        let other = build_unary(builder, c.index, |value| place(value) != i as i64)?;
        // The index cannot name this place.
        if other == TRUE_NODE {
            continue;
        }
        let same = build_comparison_diagram(builder, v, ComparisonOperator::Eq, c.result)?;
        all.push(builder.apply_connective(DiagramConnective::Or, other, same)?);
    }
    Ok(all)
}

/// Builds diagrams of "`left[i] = j` exactly if `right[j] = i`", for all pairs.
fn build_inverse(
    builder: &mut DiagramBuilder<'_>,
    c: &Inverse,
) -> Result<Vec<DiagramNode>, DiagramError> {
    let mut all = Vec::new();
    let number = c.left.len() as i64;
    let sides = [(&c.left, c.first_right), (&c.right, c.first_left)];
    for (&v, first) in sides.iter().flat_map(|(side, first)| side.iter().map(move |v| (v, *first)))
    {
        let within =
            move |value: Value| (0..number).contains(&(i64::from(value) - i64::from(first)));
        all.push(build_unary(builder, v, within)?);
    }
    for (i, &left) in c.left.iter().enumerate() {
        for (j, &right) in c.right.iter().enumerate() {
            let is = |value: Value, at: usize, first: Value| {
                i64::from(value) == at as i64 + i64::from(first)
            };
            let to = build_unary(builder, left, |value| is(value, j, c.first_right))?;
            let from = build_unary(builder, left, |value| !is(value, j, c.first_right))?;
            let back = build_unary(builder, right, |value| is(value, i, c.first_left))?;
            let other = build_unary(builder, right, |value| !is(value, i, c.first_left))?;
            // `left = j` implies `right = i`, and the other way round.
            let there = builder.apply_connective(DiagramConnective::Or, from, back)?;
            let here = builder.apply_connective(DiagramConnective::Or, to, other)?;
            all.push(builder.apply_connective(DiagramConnective::And, there, here)?);
        }
    }
    Ok(all)
}

/// Builds the order from the last place to the first: less there, or equal and the rest in order.
fn build_lexicographic(
    builder: &mut DiagramBuilder<'_>,
    c: &Lexicographic,
) -> Result<DiagramNode, DiagramError> {
    // Sides that are equal everywhere are in order unless it is strict.
    let mut rest = if c.strict { FALSE_NODE } else { TRUE_NODE };
    for (&left, &right) in c.left.iter().zip(&c.right).rev() {
        let less = build_comparison_diagram(builder, left, ComparisonOperator::Lt, right)?;
        let same = build_comparison_diagram(builder, left, ComparisonOperator::Eq, right)?;
        let later = builder.apply_connective(DiagramConnective::And, same, rest)?;
        rest = builder.apply_connective(DiagramConnective::Or, less, later)?;
    }
    Ok(rest)
}

/// Builds "all the same" and "all different" pair by pair; other relations as one diagram.
fn build_dimension(
    builder: &mut DiagramBuilder<'_>,
    c: &DimensionRelation,
    scope: &LevelScope,
) -> Result<Vec<DiagramNode>, DiagramError> {
    let relation = c.relation.simplest_form(c.scope.len());
    let by_pairs = matches!(relation, ClassRelation::AllSame | ClassRelation::AllDifferent);
    if !by_pairs || c.scope.len() <= 2 {
        return Ok(vec![expand_constraint(builder, &Constraint::Dimension(c.clone()), scope)?]);
    }
    // Equality is transitive, so pairs with the first variable suffice; differences need all pairs.
    let last = if *relation == ClassRelation::AllSame { 1 } else { c.scope.len() };
    let mut all = Vec::new();
    for (i, &v) in c.scope.iter().enumerate().take(last) {
        for &w in &c.scope[i + 1..] {
            let pair = DimensionRelation {
                scope: vec![v, w],
                dimension: c.dimension,
                relation: relation.clone(),
            };
            let scope = builder.order_scope(&[v, w]);
            all.push(expand_constraint(builder, &Constraint::Dimension(pair), &scope)?);
        }
    }
    Ok(all)
}
