//! Random models are made small, whatever a failure needs.

use parallax_model::{Constraint, ConstraintKind, Kind, Model};

use super::draw;
use crate::cases::case_rng;
use crate::shrink::shrink_object;

fn sizes(model: &Model) -> (usize, usize, u64) {
    let values = model.variables().iter().map(|v| v.domain.len()).sum();
    (model.variables().len(), model.constraints().len(), values)
}

#[test]
fn what_a_failure_needs_is_left() {
    let sums = |model: &Model| {
        model
            .constraints()
            .iter()
            .filter(|p| matches!(&p.constraint, Constraint::Linear(kind) if kind.terms.len() >= 2))
            .count()
    };
    let mut shrunk = 0;
    for case in 0..200 {
        let model = draw::draw_plain_model(&mut case_rng(3, case));
        if sums(&model) == 0 {
            continue;
        }
        shrunk += 1;
        let small = shrink_object(&model, usize::MAX, &mut |model| sums(model) > 0);
        let (variables, constraints, values) = sizes(&small);
        assert!(variables <= 2 && values == 0, "{small}");
        assert_eq!((constraints, sums(&small), small.dimensions().len()), (1, 1, 0), "{small}");
        assert_eq!((small.objective(), small.grid_order()), (None, None), "{small}");
    }
    assert!(shrunk > 10, "{shrunk}");
}

#[test]
fn every_model_on_the_way_is_sound_and_the_steps_end() {
    for case in 0..100 {
        let model = draw::draw_plain_model(&mut case_rng(4, case));
        let mut calls = 0;
        let small = shrink_object(&model, 50, &mut |smaller| {
            calls += 1;
            assert!(smaller.constraints().iter().all(|p| p.constraint.validate(smaller).is_ok()));
            calls % 3 != 0
        });
        assert!(calls <= 50 && sizes(&small) <= sizes(&model));
    }
}

#[test]
fn each_kind_shrinks_to_nothing_and_can_be_kept() {
    for &kind in ConstraintKind::ALL {
        let has = |model: &Model| model.constraints().iter().any(|p| p.constraint.kind() == kind);
        let model = (0..).map(|case| draw::draw_plain_model(&mut case_rng(5, case))).find(has);
        let model = model.expect("every kind is drawn");
        assert_eq!(sizes(&shrink_object(&model, usize::MAX, &mut |_| true)), (0, 0, 0));
        let kept = shrink_object(&model, usize::MAX, &mut |model| has(model));
        assert_eq!(kept.constraints().len(), 1, "{kept}");
    }
}
