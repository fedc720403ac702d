//! Tests bin packing at the limits, and that sums are exact for a bin.

use std::ops::ControlFlow;

use parallax_model::ask::{Control, Session, Task};
use parallax_model::{BinPacking, Constraint, Domain, Global, MAX_VALUE, Model, Operand, VarId};

use crate::{Search, Settings};

fn prepared(model: &Model) -> Search {
    Search::new(model, &Settings::default(), 0, &Control::unlimited()).unwrap()
}

fn count(model: &Model) -> usize {
    let mut found = 0;
    let control = Control::unlimited();
    let _ = prepared(model).ask(&[], Task::All, &control, &mut |values| {
        assert!(model.check(&[], values).is_ok());
        found += 1;
        ControlFlow::Continue(())
    });
    found
}

/// Returns a model of items that may lie in any bin.
fn packing(sizes: &[i32], first: i32, loads: &[Domain]) -> Model {
    let mut model = Model::new("bins");
    let last = first + loads.len() as i32 - 1;
    let item = |model: &mut Model, i| {
        model.add_shown(format!("item{i}"), Domain::range(first, last)).unwrap()
    };
    let bins: Vec<VarId> = (0..sizes.len()).map(|i| item(&mut model, i)).collect();
    let loads = loads.iter().enumerate().map(|(i, domain)| {
        Operand::Variable(model.add_shown(format!("load{i}"), domain.clone()).unwrap())
    });
    let loads = loads.collect();
    let packing = BinPacking { bins, sizes: sizes.to_vec(), loads, first };
    model.post("bins", Constraint::Global(Global::BinPacking(packing))).unwrap();
    model
}

#[test]
fn sums_that_no_items_give_are_refuted_at_the_root() {
    // No items of these sizes fill a bin to 11 or 12, and both bins must have one of these.
    let model = packing(&[5, 5, 5, 8], 1, &[Domain::range(11, 12), Domain::range(11, 12)]);
    assert!(prepared(&model).is_refuted());
    // Every size is even, so is every load.
    let model = packing(&[4, 6, 6], -2, &[Domain::range(5, 9), Domain::range(7, 11)]);
    let search = prepared(&model);
    let ends = |i| (search.store.min(VarId::new(i)), search.store.max(VarId::new(i)));
    assert_eq!((ends(3), ends(4)), ((6, 6), (10, 10)));
    assert_eq!(count(&model), 2);
}

#[test]
fn without_items_or_bins_only_nothing_fits() {
    assert_eq!(count(&packing(&[], 0, &[Domain::range(0, 3), Domain::range(-1, 0)])), 1);
    assert_eq!(count(&packing(&[], 0, &[Domain::range(1, 3)])), 0);
    let mut model = Model::new("no bins");
    let bins = vec![model.add_shown("item", Domain::range(0, 1)).unwrap()];
    let packing = BinPacking { bins, sizes: vec![0], loads: Vec::new(), first: 0 };
    model.post("bins", Constraint::Global(Global::BinPacking(packing))).unwrap();
    assert_eq!(count(&model), 0);
}

#[test]
fn sizes_and_bins_may_be_large() {
    let large = Domain::of([0, 1, MAX_VALUE - 1, MAX_VALUE]);
    for first in [-MAX_VALUE, MAX_VALUE - 1] {
        let model = packing(&[MAX_VALUE - 1, 1, 0], first, &[large.clone(), large.clone()]);
        assert_eq!(count(&model), 8);
        let model = packing(&[MAX_VALUE, MAX_VALUE, 1], first, &[large.clone(), large.clone()]);
        assert_eq!(count(&model), 0);
    }
}
