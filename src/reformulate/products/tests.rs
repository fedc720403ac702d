//! Products against all assignments.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Listed, Products, Steps, Values};
use crate::ask::Control;
use crate::model::{Model, Value, VarId, sample};

const ALL: [Steps; 6] = [
    Steps { values: Values::Single, parts: false },
    Steps { values: Values::Single, parts: true },
    Steps { values: Values::Once, parts: false },
    Steps { values: Values::Once, parts: true },
    Steps { values: Values::Dynamic, parts: false },
    Steps { values: Values::Dynamic, parts: true },
];

/// The shown parts of all solutions, by trying every assignment.
fn by_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    let mut values = vec![0; model.variables().len()];
    fill(model, 0, &mut values, &mut found);
    found
}

fn fill(model: &Model, at: usize, values: &mut [Value], found: &mut BTreeSet<Vec<Value>>) {
    if at == values.len() {
        if model.check(&[], values).is_ok() {
            found.insert(model.shown().iter().map(|v| values[v.index()]).collect());
        }
        return;
    }
    for value in model.domain(VarId::new(at)).iter() {
        values[at] = value;
        fill(model, at + 1, values, found);
    }
}

#[test]
fn counts_and_lists_are_those_of_enumeration() {
    let control = Control::unlimited();
    let (mut merged, mut splits) = (0, 0);
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::model(&mut rng).expect("a model"));
        let expected = by_force(&model);
        for steps in ALL {
            let mut products = Products::of(&model, steps, &control).expect("small domains");
            let count = products.count(&[], &control);
            assert_eq!(count, Ok(Some(expected.len() as u128)), "{seed} {steps:?}\n{model}");
            splits += products.splits;
            let mut found = BTreeSet::new();
            let listed = products.list(&[], &control, &mut |values| {
                model
                    .check(&[], values)
                    .unwrap_or_else(|e| panic!("{seed} {steps:?} {e}\n{model}"));
                let shown = model.shown().iter().map(|v| values[v.index()]).collect();
                assert!(found.insert(shown), "{seed} {steps:?}: twice\n{model}");
                ControlFlow::Continue(())
            });
            assert_eq!((listed, &found), (Listed::All, &expected), "{seed} {steps:?}\n{model}");
            merged += products.merged;
        }
    }
    assert!(merged > 10_000 && splits > 1_000, "{merged} values merged, {splits} splits");
}
