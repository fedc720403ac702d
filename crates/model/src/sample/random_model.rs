//! Draws a model, a constraint or a value.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::global;
use crate::{
    AllDifferent, AtomicConstraint, ClassRelation, Clause, Compare, ComparisonOperator, Constraint,
    ConstraintKind, DimensionId, DimensionRelation, Domain, Element, Extremum, GlobalCardinality,
    Implies, Inverse, Lexicographic, Linear, LinearTerm, Model, ModelError, Objective,
    ObjectiveSense, Product, Reify, Table, Value, ValueDimension, ValueOccurrence, VarId,
};

/// Returns a random model with 3 to 6 variables of at most 5 values each (the first is a boolean),
/// one dimension, and 1 to 4 constraints of core kinds.
///
/// # Errors
/// Never fails for these models; the type is that of the model's builder.
pub fn random_model(rng: &mut impl Rng) -> Result<Model, ModelError> {
    model_of(rng, ConstraintKind::CORE)
}

/// Returns a random model as in [`random_model`], with constraints of core and of global kinds.
///
/// # Errors
/// Returns the errors of [`random_model`].
pub fn model_with_globals(rng: &mut impl Rng) -> Result<Model, ModelError> {
    model_of(rng, ConstraintKind::ALL)
}

fn model_of(rng: &mut impl Rng, kinds: &[ConstraintKind]) -> Result<Model, ModelError> {
    let mut model = draw_frame(rng)?;
    for _ in 0..rng.random_range(1..=4) {
        let kind = draw_kind(rng, kinds);
        let constraint = draw_constraint(rng, &model, kind);
        model.post("", constraint)?;
    }
    Ok(model)
}

/// Returns a random model as in [`random_model`], with one constraint of a given kind.
///
/// # Errors
/// Returns the errors of [`random_model`].
pub fn model_of_kind(rng: &mut impl Rng, kind: ConstraintKind) -> Result<Model, ModelError> {
    let mut model = draw_frame(rng)?;
    let constraint = draw_constraint(rng, &model, kind);
    model.post("", constraint)?;
    Ok(model)
}

/// Returns a random model as in [`random_model`], with an objective.
///
/// # Errors
/// Returns the errors of [`random_model`].
pub fn model_with_objective(rng: &mut impl Rng) -> Result<Model, ModelError> {
    let mut model = random_model(rng)?;
    let Linear { terms, .. } = draw_linear(rng, &model);
    let sense = if rng.random() { ObjectiveSense::Minimize } else { ObjectiveSense::Maximize };
    model.set_objective(Objective::new(sense, terms))?;
    Ok(model)
}

pub(super) fn draw_frame(rng: &mut impl Rng) -> Result<Model, ModelError> {
    let mut model = Model::new("sample");
    model.add_shown("b", Domain::boolean())?;
    for i in 1..rng.random_range(3..=6) {
        let (name, domain) = (format!("x{i}"), draw_domain(rng));
        if rng.random_bool(0.2) {
            model.add_hidden(name, domain)?
        } else {
            model.add_shown(name, domain)?
        };
    }
    let classes = ["low", "middle", "high"].map(str::to_owned).to_vec();
    let mut members: Vec<(Value, usize)> = Vec::new();
    // All values of `draw_domain` and some more.
    for value in -4..=70 {
        // Some values have no class.
        if rng.random_bool(0.95) {
            members.push((value, rng.random_range(0..3)));
        }
    }
    model.add_dimension(ValueDimension::new("size", classes, &members)?)?;
    Ok(model)
}

pub(super) fn draw_domain(rng: &mut impl Rng) -> Domain {
    let size = rng.random_range(1..=5);
    match rng.random_range(0..6) {
        0 => Domain::boolean(),
        // Across the boundary between two words.
        1 => Domain::from_values((0..size).map(|_| rng.random_range(60..69))),
        2 => Domain::from_values((0..size).map(|_| rng.random_range(-3..=5))),
        _ => {
            let low = rng.random_range(-2..=2);
            Domain::from_range(low, low + size - 1)
        }
    }
}

/// Returns a random constraint of a kind over the variables of `model`.
pub fn draw_constraint(rng: &mut impl Rng, model: &Model, kind: ConstraintKind) -> Constraint {
    let n = model.variables().len();
    let any = |rng: &mut _| draw_variable(rng, n);
    match kind {
        ConstraintKind::AllDifferent => {
            Constraint::AllDifferent(AllDifferent { scope: draw_scope(rng, n, true) })
        }
        ConstraintKind::GlobalCardinality => {
            Constraint::GlobalCardinality(draw_cardinality(rng, model))
        }
        ConstraintKind::Linear => Constraint::Linear(draw_linear(rng, model)),
        ConstraintKind::Compare => Constraint::Compare(Compare {
            left: any(rng),
            relation: draw_relation(rng),
            right: any(rng),
            offset: rng.random_range(-3..=3),
        }),
        ConstraintKind::Table => {
            let forbidden = rng.random();
            Constraint::Table(draw_table(rng, model, forbidden))
        }
        ConstraintKind::Element => Constraint::Element(Element {
            index: any(rng),
            array: draw_scope(rng, n, false),
            result: any(rng),
            first: rng.random_range(-1..=1),
        }),
        ConstraintKind::Lexicographic => {
            let (left, right) = draw_halves(rng, n);
            let strict = rng.random();
            Constraint::Lexicographic(Lexicographic { left, right, strict })
        }
        ConstraintKind::Extremum => Constraint::Extremum(Extremum {
            result: any(rng),
            scope: draw_scope(rng, n, false),
            max: rng.random(),
        }),
        ConstraintKind::Product => {
            Constraint::Product(Product { left: any(rng), right: any(rng), result: any(rng) })
        }
        ConstraintKind::Inverse => Constraint::Inverse(draw_inverse(rng, n)),
        ConstraintKind::Clause => {
            let length = rng.random_range(0..=3);
            let atoms = (0..length).map(|_| draw_atom(rng, model)).collect();
            Constraint::Clause(Clause { atoms })
        }
        ConstraintKind::Dimension => {
            let scope = draw_scope(rng, n, true);
            let relation = class_relation(rng, model, &scope);
            Constraint::Dimension(DimensionRelation { scope, dimension: DimensionId(0), relation })
        }
        ConstraintKind::Reify => {
            let atom = draw_atom(rng, model);
            Constraint::Reify(Reify { truth: draw_condition(rng, model), atom })
        }
        ConstraintKind::Implies => Constraint::Implies(draw_implies(rng, model)),
        ConstraintKind::Global(kind) => Constraint::Global(global::draw_global(rng, model, kind)),
    }
}

/// Returns one of the kinds, each with the same probability.
pub(super) fn draw_kind(rng: &mut impl Rng, kinds: &[ConstraintKind]) -> ConstraintKind {
    *kinds.choose(rng).expect("not empty")
}

/// Returns one of the boolean variables.
pub(super) fn draw_condition(rng: &mut impl Rng, model: &Model) -> VarId {
    let all = (0..model.variables().len()).map(VarId::new);
    let booleans: Vec<VarId> = all.filter(|&v| model.domain(v).is_boolean()).collect();
    *booleans.choose(rng).expect("the first variable is a boolean")
}

pub(super) fn draw_variable(rng: &mut impl Rng, n: usize) -> VarId {
    VarId::new(rng.random_range(0..n))
}

/// Returns one to five variables, rarely one of them twice; with `empty`, sometimes none.
pub(super) fn draw_scope(rng: &mut impl Rng, n: usize, empty: bool) -> Vec<VarId> {
    let mut all: Vec<VarId> = (0..n).map(VarId::new).collect();
    all.shuffle(rng);
    all.truncate(rng.random_range(usize::from(!empty)..=n.min(5)));
    if rng.random_bool(0.08) {
        all.push(draw_variable(rng, n));
    }
    all
}

fn draw_halves(rng: &mut impl Rng, n: usize) -> (Vec<VarId>, Vec<VarId>) {
    let length = rng.random_range(1..=n / 2);
    let mut all: Vec<VarId> = (0..n).map(VarId::new).collect();
    all.shuffle(rng);
    (all[..length].to_vec(), all[length..2 * length].to_vec())
}

pub(super) fn draw_relation(rng: &mut impl Rng) -> ComparisonOperator {
    *ComparisonOperator::ALL.choose(rng).expect("not empty")
}

/// Returns a value that is likely to matter for a variable.
pub(super) fn draw_value(rng: &mut impl Rng, model: &Model, v: VarId) -> Value {
    let domain = model.domain(v);
    if domain.is_empty() || domain.len() > 64 {
        // The values at the ends, for extreme models.
        let ends = [domain.min(), domain.max()].map(Option::unwrap_or_default);
        return ends[usize::from(rng.random::<bool>())];
    }
    let values = domain.to_vec();
    if rng.random_bool(0.85) {
        *values.choose(rng).expect("domains here are not empty")
    } else {
        rng.random_range(-4..=6)
    }
}

pub(super) fn draw_atom(rng: &mut impl Rng, model: &Model) -> AtomicConstraint {
    let v = draw_variable(rng, model.variables().len());
    AtomicConstraint::new(v, draw_relation(rng), draw_value(rng, model, v))
}

fn draw_cardinality(rng: &mut impl Rng, model: &Model) -> GlobalCardinality {
    let n = model.variables().len();
    let scope = draw_scope(rng, n, true);
    let mut values: Vec<Value> = (0..rng.random_range(1..=4))
        .map(|_| {
            let v = draw_variable(rng, n);
            draw_value(rng, model, v)
        })
        .collect();
    values.sort_unstable();
    values.dedup();
    let occurrences = values
        .into_iter()
        .map(|value| {
            let min = rng.random_range(0..=1);
            let max = min + rng.random_range(0..=2);
            ValueOccurrence { value, min, max }
        })
        .collect();
    GlobalCardinality { scope, occurrences, closed: rng.random_bool(0.3) }
}

fn draw_inverse(rng: &mut impl Rng, n: usize) -> Inverse {
    let (left, right) = draw_halves(rng, n);
    Inverse {
        left,
        right,
        first_left: rng.random_range(-1..=1),
        first_right: rng.random_range(-1..=1),
    }
}

fn draw_implies(rng: &mut impl Rng, model: &Model) -> Implies {
    let kinds = ConstraintKind::CORE.iter().copied();
    let flat: Vec<_> = kinds.filter(|&kind| kind != ConstraintKind::Implies).collect();
    let kind = *flat.choose(rng).expect("there are others");
    let then = Box::new(draw_constraint(rng, model, kind));
    Implies { condition: draw_condition(rng, model), then }
}

fn draw_linear(rng: &mut impl Rng, model: &Model) -> Linear {
    let n = model.variables().len();
    let terms: Vec<LinearTerm> = draw_scope(rng, n, true)
        .into_iter()
        .map(|variable| LinearTerm { coefficient: rng.random_range(-3..=3), variable })
        .collect();
    let constant =
        terms.iter().map(|t| t.coefficient * i64::from(draw_value(rng, model, t.variable))).sum();
    Linear { terms, relation: draw_relation(rng), constant }
}

fn class_relation(rng: &mut impl Rng, model: &Model, scope: &[VarId]) -> ClassRelation {
    match rng.random_range(0..7) {
        0 => ClassRelation::AllSame,
        1 => ClassRelation::AllDifferent,
        2 => ClassRelation::AllSameOrAllDifferent,
        3..=4 => ClassRelation::ExactlyEqual(rng.random_range(1..=scope.len().max(1) as u32)),
        _ => {
            let dimension = model.dimension(DimensionId(0));
            let rows = (0..rng.random_range(0..=8)).map(|_| {
                let class = |&v: &VarId| {
                    dimension.class_of_value(draw_value(rng, model, v)).unwrap_or_default()
                };
                scope.iter().map(class).collect()
            });
            ClassRelation::Table(rows.collect())
        }
    }
}

fn draw_table(rng: &mut impl Rng, model: &Model, forbidden: bool) -> Table {
    let mut scope = draw_scope(rng, model.variables().len(), false);
    scope.truncate(3);
    let tuples = (0..rng.random_range(0..=8))
        .map(|_| scope.iter().map(|&v| draw_value(rng, model, v)).collect())
        .collect();
    Table { scope, tuples: Arc::new(tuples), forbidden }
}
