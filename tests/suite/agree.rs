//! Every engine gives the same sorted set of all solutions as brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax::ask::{Answer, Control, Engine, Task};
use parallax::engines::Spec;
use parallax::model::{Given, Model, Value, sample};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

type Set = BTreeSet<Vec<Value>>;

/// All solutions under givens, each checked; `None` when unsupported.
fn solutions(spec: &Spec, model: &Arc<Model>, questions: &[Vec<Given>]) -> Option<Vec<Set>> {
    let control = Control::unlimited();
    let mut session = spec.prepare(model, 0, &control).ok()?;
    let mut sets = Vec::new();
    for givens in questions {
        let mut set = Set::new();
        let outcome = session.ask(givens, Task::All, &control, &mut |values| {
            let solution = model.check(givens, values).unwrap_or_else(|why| {
                panic!("{spec} gives a wrong solution: {why}\n{values:?}\n{model}")
            });
            let shown = model.shown().iter().map(|&v| solution.value(v)).collect();
            assert!(set.insert(shown), "{spec} gives a solution twice\n{values:?}\n{model}");
            ControlFlow::Continue(())
        });
        if matches!(outcome.answer, Answer::Unsupported(_)) {
            return None;
        }
        assert!(outcome.complete, "{spec}: {outcome:?}\n{model}");
        assert_eq!(outcome.answer == Answer::Unsatisfiable, set.is_empty());
        sets.push(set);
    }
    Some(sets)
}

fn engines() -> Vec<Spec> {
    let mut all: Vec<Spec> =
        Spec::variants().into_iter().filter(|s| s.is_built() && *s != Spec::Brute).collect();
    all.push("sat:batsat+order,amo=ladder,sum=adder,card=totalizer".parse().unwrap());
    all.push("sat:batsat+direct,amo=bitwise,sum=mdd,card=diagram".parse().unwrap());
    for settings in [
        ":mid+aval,gac",
        ":mad+gval,bounds,d-way",
        ":random+random,fc,lc",
        ":chs+gav,ac,restarts=luby:3",
        ":activity+middle,none,restarts=geometric:5",
    ] {
        all.push(format!("native{settings}").parse().unwrap());
    }
    all
}

/// One question without givens, one with a value given, and the first again:
/// sessions are asked more than once.
fn questions(model: &Model, rng: &mut ChaCha8Rng) -> Vec<Vec<Given>> {
    let variable = *model.shown().choose(rng).expect("samples have shown variables");
    let value = *model.domain(variable).to_vec().choose(rng).expect("no empty domain");
    vec![vec![], vec![Given { variable, value }], vec![]]
}

fn compare(model: Model, rng: &mut ChaCha8Rng, label: &str) {
    let questions = questions(&model, rng);
    let model = Arc::new(model);
    let expected = solutions(&Spec::Brute, &model, &questions).expect("small models");
    for spec in engines() {
        if let Some(found) = solutions(&spec, &model, &questions) {
            assert_eq!(found, expected, "{spec}, {label}\n{model}");
        }
    }
}

#[test]
fn engines_agree_with_brute_force_on_each_kind() {
    for kind in 0..sample::KINDS {
        for seed in 0..25 {
            let mut rng = ChaCha8Rng::seed_from_u64(1000 * kind as u64 + seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            compare(model, &mut rng, &format!("kind {kind} seed {seed}"));
        }
    }
}

#[test]
fn pumpkin_takes_every_kind() {
    if !Spec::Pumpkin.is_built() {
        println!("skipped: no Pumpkin");
        return;
    }
    for kind in 0..sample::KINDS {
        let mut rng = ChaCha8Rng::seed_from_u64(kind as u64);
        let model = Arc::new(sample::model_of_kind(&mut rng, kind).unwrap());
        assert!(solutions(&Spec::Pumpkin, &model, &[vec![]]).is_some(), "{model}");
    }
}

#[test]
fn engines_agree_with_brute_force_on_mixed_models() {
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model(&mut rng).unwrap();
        compare(model, &mut rng, &format!("seed {seed}"));
    }
}
