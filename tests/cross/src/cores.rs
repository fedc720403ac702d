//! The constraints and givens of a core have no solution, by brute force.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_model::engine_api::{
    Answer, Control, Engine, Session, Task, UnsatCore, minimize_core,
};
use parallax_model::{AllDifferent, Constraint, Domain, Given, Model, sample};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Whether the constraints at these indices, and no others, have a solution.
fn has_solution(model: &Model, constraints: &[usize], givens: &[Given]) -> bool {
    let mut part = Model::new("part");
    for variable in model.variables() {
        part.add_shown(variable.name.clone(), variable.domain.clone()).unwrap();
    }
    for dimension in model.dimensions() {
        part.add_dimension(dimension.clone()).unwrap();
    }
    for &place in constraints {
        part.post("", model.constraints()[place].constraint.clone()).unwrap();
    }
    let control = Control::unlimited();
    let mut session = Spec::brute().prepare(&Arc::new(part), 0, &control).unwrap();
    let outcome = session.ask(givens, Task::First, &control, &mut |_| ControlFlow::Continue(()));
    outcome.answer == Answer::Satisfiable
}

fn is_subsequence<T: PartialEq>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|item| rest.any(|other| other == item))
}

fn engines() -> Vec<Spec> {
    let names = ["sat:batsat", "sat:varisat+order", "sat:batsat+log", "sat:cadical+channelled"];
    let all = names.map(|name| name.parse::<Spec>().unwrap()).into_iter();
    all.filter(Spec::is_built).collect()
}

#[test]
fn cores_of_random_models_have_no_solution() {
    let control = Control::unlimited();
    let (mut cores, mut smaller) = (0, 0);
    for seed in 0..250 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::random_model(&mut rng).unwrap());
        let mut givens = Vec::new();
        for &variable in model.shown().iter().take(2) {
            let value = *model.domain(variable).to_vec().choose(&mut rng).unwrap();
            givens.push(Given { variable, value });
        }
        let all: Vec<usize> = (0..model.constraints().len()).collect();
        for spec in engines() {
            let mut session = spec.prepare(&model, 0, &control).unwrap();
            let core = session.core(&givens, &all, &control).unwrap();
            assert_eq!(core.is_none(), has_solution(&model, &all, &givens), "{spec}\n{model}");
            let Some(core) = core else { continue };
            let check = |core: &UnsatCore| {
                assert!(is_subsequence(&core.constraints, &all), "{core:?}");
                assert!(is_subsequence(&core.givens, &givens), "{core:?}");
                let open = has_solution(&model, &core.constraints, &core.givens);
                assert!(!open, "{spec}: {core:?} holds together\n{model}");
            };
            check(&core);
            let (least, minimal) = minimize_core(&mut *session, core.clone(), &control);
            check(&least);
            assert!(minimal);
            for place in 0..least.constraints.len() {
                let mut rest = least.constraints.clone();
                rest.remove(place);
                assert!(has_solution(&model, &rest, &least.givens), "{spec}: {least:?}\n{model}");
            }
            for place in 0..least.givens.len() {
                let mut rest = least.givens.clone();
                rest.remove(place);
                assert!(has_solution(&model, &least.constraints, &rest), "{spec}: {least:?}");
            }
            cores += 1;
            smaller += u32::from(least.len() < all.len() + givens.len());
            // The session answers ordinary questions as before.
            let none =
                session.ask(&givens, Task::First, &control, &mut |_| ControlFlow::Continue(()));
            assert_eq!(none.answer, Answer::Unsatisfiable);
        }
    }
    assert!(cores > 50 && smaller > 20, "{cores} {smaller}");
}

#[test]
fn a_core_leaves_out_what_does_not_matter() {
    let mut model = Model::new("pigeons");
    let all: Vec<_> = (0..6)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 3)).unwrap())
        .collect();
    for (label, from, to) in [("two", 0, 2), ("four", 1, 5), ("others", 4, 6)] {
        let scope = all[from..to].to_vec();
        model.post(label, Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    }
    let (model, control) = (Arc::new(model), Control::unlimited());
    let outside = Given { variable: all[0], value: 9 };
    for spec in engines() {
        let mut session = spec.prepare(&model, 0, &control).unwrap();
        let core = session.core(&[], &[0, 1, 2], &control).unwrap().unwrap();
        let (core, minimal) = minimize_core(&mut *session, core, &control);
        assert_eq!((core.constraints, minimal), (vec![1], true), "{spec}");
        assert_eq!(session.core(&[], &[0, 2], &control), Ok(None), "{spec}");
        let core = session.core(&[outside], &[0], &control).unwrap().unwrap();
        assert_eq!((core.constraints, core.givens), (vec![], vec![outside]), "{spec}");
    }
    for name in ["native", "brute"] {
        let spec: Spec = name.parse().unwrap();
        let mut session = spec.prepare(&model, 0, &control).unwrap();
        let none = session.core(&[], &[0, 1, 2], &control);
        assert!(matches!(none, Err(Answer::Unsupported(_))), "{name}");
    }
}

#[test]
fn a_stop_leaves_a_core_that_is_not_minimal() {
    let mut model = Model::new("clash");
    let x = model.add_shown("x", Domain::from_range(1, 3)).unwrap();
    for _ in 0..2 {
        let scope = vec![x, x];
        model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    }
    let control = Control::unlimited();
    let spec: Spec = "sat:batsat".parse().unwrap();
    let mut session: Box<dyn Session> = spec.prepare(&Arc::new(model), 0, &control).unwrap();
    let core = UnsatCore { constraints: vec![0, 1], givens: vec![] };
    control.cancel_work();
    assert_eq!(minimize_core(&mut *session, core.clone(), &control), (core, false));
}
