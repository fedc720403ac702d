//! Draws a model, a constraint or a value.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::global;
use crate::{
    AllDifferent, Atom, ClassRelation, Clause, Compare, Constraint, ConstraintKind, Dimension,
    DimensionId, DimensionRelation, Domain, Element, Extremum, GlobalCardinality, Implies, Inverse,
    Lexicographic, Linear, Model, ModelError, Objective, Occurrence, Product, Reify, Relation,
    Sense, Table, Term, Value, VarId,
};

/// Returns a random model with 3 to 6 variables of at most 5 values each (the first is a boolean),
/// one dimension, and 1 to 4 constraints of core kinds.
///
/// # Errors
/// Never fails for these models; the type is that of the model's builder.
pub fn model(rng: &mut impl Rng) -> Result<Model, ModelError> {
    model_of(rng, ConstraintKind::CORE)
}

/// Returns a random model as in [`model`], with constraints of core and of global kinds.
///
/// # Errors
/// Returns the errors of [`model`].
pub fn model_with_globals(rng: &mut impl Rng) -> Result<Model, ModelError> {
    model_of(rng, ConstraintKind::ALL)
}

fn model_of(rng: &mut impl Rng, kinds: &[ConstraintKind]) -> Result<Model, ModelError> {
    let mut model = frame(rng)?;
    for _ in 0..rng.random_range(1..=4) {
        let kind = kind(rng, kinds);
        let constraint = constraint(rng, &model, kind);
        model.post("", constraint)?;
    }
    Ok(model)
}

/// Returns a random model as in [`model`], with one constraint of a given kind.
///
/// # Errors
/// Returns the errors of [`model`].
pub fn model_of_kind(rng: &mut impl Rng, kind: ConstraintKind) -> Result<Model, ModelError> {
    let mut model = frame(rng)?;
    let constraint = constraint(rng, &model, kind);
    model.post("", constraint)?;
    Ok(model)
}

/// Returns a random model as in [`model`], with an objective.
///
/// # Errors
/// Returns the errors of [`model`].
pub fn model_with_objective(rng: &mut impl Rng) -> Result<Model, ModelError> {
    let mut model = model(rng)?;
    let Linear { terms, .. } = linear(rng, &model);
    let sense = if rng.random() { Sense::Minimize } else { Sense::Maximize };
    model.set_objective(Objective::new(sense, terms))?;
    Ok(model)
}

pub(super) fn frame(rng: &mut impl Rng) -> Result<Model, ModelError> {
    let mut model = Model::new("sample");
    model.add_shown("b", Domain::boolean())?;
    for i in 1..rng.random_range(3..=6) {
        let (name, domain) = (format!("x{i}"), domain(rng));
        if rng.random_bool(0.2) {
            model.add_hidden(name, domain)?
        } else {
            model.add_shown(name, domain)?
        };
    }
    let classes = ["low", "middle", "high"].map(str::to_owned).to_vec();
    let mut members: Vec<(Value, usize)> = Vec::new();
    for value in -4..=70 {
        // Some values have no class.
        if rng.random_bool(0.95) {
            members.push((value, rng.random_range(0..3)));
        }
    }
    model.add_dimension(Dimension::new("size", classes, &members)?)?;
    Ok(model)
}

pub(super) fn domain(rng: &mut impl Rng) -> Domain {
    let size = rng.random_range(1..=5);
    match rng.random_range(0..6) {
        0 => Domain::boolean(),
        // Across the boundary between two words.
        1 => Domain::of((0..size).map(|_| rng.random_range(60..69))),
        2 => Domain::of((0..size).map(|_| rng.random_range(-3..=5))),
        _ => {
            let low = rng.random_range(-2..=2);
            Domain::range(low, low + size - 1)
        }
    }
}

/// Returns a random constraint of a kind over the variables of `model`.
pub fn constraint(rng: &mut impl Rng, model: &Model, kind: ConstraintKind) -> Constraint {
    let n = model.variables().len();
    let any = |rng: &mut _| variable(rng, n);
    match kind {
        ConstraintKind::AllDifferent => {
            Constraint::AllDifferent(AllDifferent { scope: scope(rng, n, true) })
        }
        ConstraintKind::GlobalCardinality => Constraint::GlobalCardinality(cardinality(rng, model)),
        ConstraintKind::Linear => Constraint::Linear(linear(rng, model)),
        ConstraintKind::Compare => Constraint::Compare(Compare {
            left: any(rng),
            relation: relation(rng),
            right: any(rng),
            offset: rng.random_range(-3..=3),
        }),
        ConstraintKind::Table => {
            let forbidden = rng.random();
            Constraint::Table(table(rng, model, forbidden))
        }
        ConstraintKind::Element => Constraint::Element(Element {
            index: any(rng),
            array: scope(rng, n, false),
            result: any(rng),
            first: rng.random_range(-1..=1),
        }),
        ConstraintKind::Lexicographic => {
            let (left, right) = halves(rng, n);
            let strict = rng.random();
            Constraint::Lexicographic(Lexicographic { left, right, strict })
        }
        ConstraintKind::Extremum => Constraint::Extremum(Extremum {
            result: any(rng),
            scope: scope(rng, n, false),
            max: rng.random(),
        }),
        ConstraintKind::Product => {
            Constraint::Product(Product { left: any(rng), right: any(rng), result: any(rng) })
        }
        ConstraintKind::Inverse => Constraint::Inverse(inverse(rng, n)),
        ConstraintKind::Clause => {
            let length = rng.random_range(0..=3);
            let atoms = (0..length).map(|_| atom(rng, model)).collect();
            Constraint::Clause(Clause { atoms })
        }
        ConstraintKind::Dimension => {
            let scope = scope(rng, n, true);
            let relation = class_relation(rng, model, &scope);
            Constraint::Dimension(DimensionRelation { scope, dimension: DimensionId(0), relation })
        }
        ConstraintKind::Reify => {
            let atom = atom(rng, model);
            Constraint::Reify(Reify { truth: condition(rng, model), atom })
        }
        ConstraintKind::Implies => Constraint::Implies(implies(rng, model)),
        ConstraintKind::Global(kind) => Constraint::Global(global::global(rng, model, kind)),
    }
}

/// Returns one of the kinds, each with the same probability.
pub(super) fn kind(rng: &mut impl Rng, kinds: &[ConstraintKind]) -> ConstraintKind {
    *kinds.choose(rng).expect("not empty")
}

/// Returns one of the boolean variables.
pub(super) fn condition(rng: &mut impl Rng, model: &Model) -> VarId {
    let all = (0..model.variables().len()).map(VarId::new);
    let booleans: Vec<VarId> = all.filter(|&v| model.domain(v).is_boolean()).collect();
    *booleans.choose(rng).expect("the first variable is a boolean")
}

pub(super) fn variable(rng: &mut impl Rng, n: usize) -> VarId {
    VarId::new(rng.random_range(0..n))
}

/// Returns one to five variables, rarely one of them twice; with `empty`, sometimes none.
pub(super) fn scope(rng: &mut impl Rng, n: usize, empty: bool) -> Vec<VarId> {
    let mut all: Vec<VarId> = (0..n).map(VarId::new).collect();
    all.shuffle(rng);
    all.truncate(rng.random_range(usize::from(!empty)..=n.min(5)));
    if rng.random_bool(0.08) {
        all.push(variable(rng, n));
    }
    all
}

fn halves(rng: &mut impl Rng, n: usize) -> (Vec<VarId>, Vec<VarId>) {
    let length = rng.random_range(1..=n / 2);
    let mut all: Vec<VarId> = (0..n).map(VarId::new).collect();
    all.shuffle(rng);
    (all[..length].to_vec(), all[length..2 * length].to_vec())
}

pub(super) fn relation(rng: &mut impl Rng) -> Relation {
    *Relation::ALL.choose(rng).expect("not empty")
}

/// Returns a value that is likely to matter for a variable.
pub(super) fn value(rng: &mut impl Rng, model: &Model, v: VarId) -> Value {
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

pub(super) fn atom(rng: &mut impl Rng, model: &Model) -> Atom {
    let v = variable(rng, model.variables().len());
    Atom::new(v, relation(rng), value(rng, model, v))
}

fn cardinality(rng: &mut impl Rng, model: &Model) -> GlobalCardinality {
    let n = model.variables().len();
    let scope = scope(rng, n, true);
    let mut values: Vec<Value> = (0..rng.random_range(1..=4))
        .map(|_| {
            let v = variable(rng, n);
            value(rng, model, v)
        })
        .collect();
    values.sort_unstable();
    values.dedup();
    let occurrences = values
        .into_iter()
        .map(|value| {
            let min = rng.random_range(0..=1);
            let max = min + rng.random_range(0..=2);
            Occurrence { value, min, max }
        })
        .collect();
    GlobalCardinality { scope, occurrences, closed: rng.random_bool(0.3) }
}

fn inverse(rng: &mut impl Rng, n: usize) -> Inverse {
    let (left, right) = halves(rng, n);
    Inverse {
        left,
        right,
        first_left: rng.random_range(-1..=1),
        first_right: rng.random_range(-1..=1),
    }
}

fn implies(rng: &mut impl Rng, model: &Model) -> Implies {
    let kinds = ConstraintKind::CORE.iter().copied();
    let flat: Vec<_> = kinds.filter(|&kind| kind != ConstraintKind::Implies).collect();
    let kind = *flat.choose(rng).expect("there are others");
    let then = Box::new(constraint(rng, model, kind));
    Implies { condition: condition(rng, model), then }
}

fn linear(rng: &mut impl Rng, model: &Model) -> Linear {
    let n = model.variables().len();
    let terms: Vec<Term> = scope(rng, n, true)
        .into_iter()
        .map(|variable| Term { coefficient: rng.random_range(-3..=3), variable })
        .collect();
    let constant =
        terms.iter().map(|t| t.coefficient * i64::from(value(rng, model, t.variable))).sum();
    Linear { terms, relation: relation(rng), constant }
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
                let class = |&v: &VarId| dimension.class(value(rng, model, v)).unwrap_or_default();
                scope.iter().map(class).collect()
            });
            ClassRelation::Table(rows.collect())
        }
    }
}

fn table(rng: &mut impl Rng, model: &Model, forbidden: bool) -> Table {
    let mut scope = scope(rng, model.variables().len(), false);
    scope.truncate(3);
    let tuples = (0..rng.random_range(0..=8))
        .map(|_| scope.iter().map(|&v| value(rng, model, v)).collect())
        .collect();
    Table { scope, tuples: Arc::new(tuples), forbidden }
}
