//! Constraints on distant values behave like those on adjacent values.

use parallax_model::{
    AtomicConstraint, Clause, Constraint, Domain, GlobalCardinality, Model, Table, Value,
};

use super::random_constraints::KINDS;
use super::{SHAPES, root, shape};

/// The distance between formerly adjacent values.
const APART: Value = 700;

fn spread(value: Value) -> Value {
    value * APART
}

/// Returns the constraint on spread values; `None` for kinds that do arithmetic on them.
fn spread_constraint(constraint: &Constraint) -> Option<Constraint> {
    Some(match constraint {
        Constraint::AllDifferent(_) | Constraint::Lexicographic(_) => constraint.clone(),
        Constraint::GlobalCardinality(c) => {
            let mut occurrences = c.occurrences.clone();
            occurrences.iter_mut().for_each(|o| o.value = spread(o.value));
            Constraint::GlobalCardinality(GlobalCardinality { occurrences, ..c.clone() })
        }
        Constraint::Table(c) => {
            let mut tuples = c.tuples.to_vec();
            tuples.iter_mut().flatten().for_each(|value| *value = spread(*value));
            Constraint::Table(Table { tuples: tuples.into(), ..c.clone() })
        }
        Constraint::Clause(c) => {
            let atoms =
                c.atoms.iter().map(|atom| AtomicConstraint { value: spread(atom.value), ..*atom });
            Constraint::Clause(Clause { atoms: atoms.collect() })
        }
        _ => return None,
    })
}

fn spread_model(model: &Model) -> Option<Model> {
    let mut far = Model::new("far");
    for variable in model.variables() {
        let values = variable.domain.iter();
        far.add_shown(variable.name.clone(), Domain::from_values(values.map(spread))).unwrap();
    }
    far.post("", spread_constraint(&model.constraints()[0].constraint)?).unwrap();
    Some(far)
}

#[test]
fn values_far_apart_are_treated_alike() {
    for (name, draw) in KINDS {
        for seed in 0..SHAPES {
            let near = shape(seed, draw);
            let Some(far) = spread_model(&near) else {
                continue;
            };
            for settings in ["", ",ac", ",gac", ",fc"] {
                let back = |d: &Domain| Domain::from_values(d.iter().map(|value| value / APART));
                let left = root(&far, settings);
                let left = left.map(|domains| domains.iter().map(back).collect::<Vec<_>>());
                assert_eq!(left, root(&near, settings), "{name} {settings} seed {seed}\n{near}");
            }
        }
    }
}
