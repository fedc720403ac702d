//! Compares products with all assignments.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_instance::Instance;
use parallax_model::engine_api::Control;
use parallax_model::{Model, Value, VarId, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::ReformulationChoice;
use super::super::implied::ImpliedOptions;
use super::{ListingEnd, ProductOptions, ProductSearch, ValueMerging};

const EVERYTHING: ImpliedOptions = ImpliedOptions { duals: true, sums: true, counts: true };

const ALL: [ProductOptions; 10] = [
    ProductOptions::NONE,
    ProductOptions { parts: true, ..ProductOptions::NONE },
    ProductOptions { values: ValueMerging::Once, ..ProductOptions::NONE },
    ProductOptions { values: ValueMerging::Once, parts: true, ..ProductOptions::NONE },
    ProductOptions { values: ValueMerging::Dynamic, ..ProductOptions::NONE },
    ProductOptions { values: ValueMerging::Dynamic, parts: true, ..ProductOptions::NONE },
    ProductOptions { determined: true, ..ProductOptions::NONE },
    ProductOptions { implied: EVERYTHING, ..ProductOptions::NONE },
    ProductOptions {
        values: ValueMerging::Dynamic,
        parts: true,
        determined: true,
        implied: EVERYTHING,
        gives_up: false,
    },
    ReformulationChoice::USUAL_STEPS,
];

/// Returns the shown parts of all solutions, by trying every assignment.
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
        let model = Arc::new(sample::random_model(&mut rng).expect("a model"));
        let expected = by_force(&model);
        for steps in ALL {
            let mut products =
                ProductSearch::from_model(&model, steps, &control).expect("small domains");
            let count = products.count_assignments(&[], &control);
            assert_eq!(count, Ok(Some(expected.len().into())), "{seed} {steps:?}\n{model}");
            splits += products.splits;
            let mut found = BTreeSet::new();
            let listed = products.list_assignments(&[], &control, &mut |values| {
                model
                    .check(&[], values)
                    .unwrap_or_else(|e| panic!("{seed} {steps:?} {e}\n{model}"));
                let shown = model.shown().iter().map(|v| values[v.index()]).collect();
                assert!(found.insert(shown), "{seed} {steps:?}: twice\n{model}");
                ControlFlow::Continue(())
            });
            assert_eq!((listed, &found), (ListingEnd::All, &expected), "{seed} {steps:?}\n{model}");
            merged += products.merged;
        }
    }
    assert!(merged > 10_000 && splits > 1_000, "{merged} values merged, {splits} splits");
}

#[test]
fn permutations_are_counted_by_every_step() {
    let sudoku = parallax_puzzles::sudoku::SudokuPuzzle::without_clues(4).expect("a board");
    let latin = parallax_puzzles::latin::LatinPuzzle::without_clues(4).expect("a square");
    let instances: [(&dyn Instance, u128); 2] = [(&sudoku, 288), (&latin, 576)];
    let control = Control::unlimited();
    for (instance, expected) in instances {
        let model = Arc::new(instance.model(&instance.default_viewpoint()).expect("a model"));
        for steps in ALL {
            let mut products =
                ProductSearch::from_model(&model, steps, &control).expect("small domains");
            assert_eq!(
                products.count_assignments(&[], &control),
                Ok(Some(expected.into())),
                "{steps:?}"
            );
            let mut listed = 0;
            let all = products.list_assignments(&[], &control, &mut |values| {
                listed += 1;
                model.check(&[], values).unwrap_or_else(|e| panic!("{steps:?} {e}"));
                ControlFlow::Continue(())
            });
            assert_eq!((all, listed), (ListingEnd::All, expected), "{steps:?}");
        }
    }
}
