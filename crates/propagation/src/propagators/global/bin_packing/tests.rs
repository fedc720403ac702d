//! Tests bin packing at the limits, and that sums are exact for a bin.

use parallax_model::{BinPacking, ConstraintOperand, Domain, Global, MAX_VALUE, Model, VarId};

use crate::propagators::global::case_models::{count, model_of, prepared};

/// Returns a model of items that may lie in any bin.
fn packing(sizes: &[i32], first: i32, loads: &[Domain]) -> Model {
    let last = first + loads.len() as i32 - 1;
    let items = vec![Domain::from_range(first, last); sizes.len()];
    model_of(&[&items, loads].concat(), |all| {
        let (bins, loads) = all.split_at(sizes.len());
        let loads = loads.iter().copied().map(ConstraintOperand::Variable).collect();
        Global::BinPacking(BinPacking { bins: bins.to_vec(), sizes: sizes.to_vec(), loads, first })
    })
}

#[test]
fn sums_that_no_items_give_are_refuted_at_the_root() {
    // No items of these sizes fill a bin to 11 or 12, and both bins must have one of these.
    let model =
        packing(&[5, 5, 5, 8], 1, &[Domain::from_range(11, 12), Domain::from_range(11, 12)]);
    assert!(prepared(&model).is_refuted());
    // Every size is even, so is every load.
    let model = packing(&[4, 6, 6], -2, &[Domain::from_range(5, 9), Domain::from_range(7, 11)]);
    let search = prepared(&model);
    let ends = |i| (search.store.min(VarId::new(i)), search.store.max(VarId::new(i)));
    assert_eq!((ends(3), ends(4)), ((6, 6), (10, 10)));
    assert_eq!(count(&model), 2);
}

#[test]
fn without_items_or_bins_only_nothing_fits() {
    assert_eq!(count(&packing(&[], 0, &[Domain::from_range(0, 3), Domain::from_range(-1, 0)])), 1);
    assert_eq!(count(&packing(&[], 0, &[Domain::from_range(1, 3)])), 0);
    let none = |bins: &[VarId]| BinPacking {
        bins: bins.to_vec(),
        sizes: vec![0],
        loads: Vec::new(),
        first: 0,
    };
    let model = model_of(&[Domain::from_range(0, 1)], |all| Global::BinPacking(none(all)));
    assert_eq!(count(&model), 0);
}

#[test]
fn sizes_and_bins_may_be_large() {
    let large = Domain::from_values([0, 1, MAX_VALUE - 1, MAX_VALUE]);
    for first in [-MAX_VALUE, MAX_VALUE - 1] {
        let model = packing(&[MAX_VALUE - 1, 1, 0], first, &[large.clone(), large.clone()]);
        assert_eq!(count(&model), 8);
        let model = packing(&[MAX_VALUE, MAX_VALUE, 1], first, &[large.clone(), large.clone()]);
        assert_eq!(count(&model), 0);
    }
}
