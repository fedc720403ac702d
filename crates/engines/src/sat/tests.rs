//! The enumeration methods, compared with each other.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::{EncodingOptions, IntEncoding};
use parallax_model::engine_api::{Control, Session, Task};
use parallax_model::{AllDifferent, Constraint, Domain, Given, Model, Value, sample};
use parallax_solvers::SatKind;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::SatSession;
use super::enumerate::EnumerationMethod;

type Set = BTreeSet<Vec<Value>>;

const METHODS: [EnumerationMethod; 5] = [
    EnumerationMethod::BLOCKING,
    EnumerationMethod::GUIDED,
    EnumerationMethod::MIXED,
    EnumerationMethod { led: 0, part: 1 },
    EnumerationMethod { led: 1, part: 2 },
];

fn session(
    model: &Arc<Model>,
    kind: SatKind,
    integers: IntEncoding,
    enumeration: EnumerationMethod,
) -> SatSession {
    let options = EncodingOptions { integers, ..EncodingOptions::default() };
    let session = SatSession::new(model, kind, &options, 0, &Control::unlimited()).unwrap();
    SatSession { enumeration, ..session }
}

/// Returns the shown parts of all solutions, none of which may occur twice.
fn all(session: &mut SatSession, model: &Model, givens: &[Given]) -> Set {
    let method = session.enumeration;
    let mut set = Set::new();
    let outcome = session.ask(givens, Task::All, &Control::unlimited(), &mut |values| {
        let solution = model.check(givens, values).unwrap();
        let shown = model.shown().iter().map(|&v| solution.value(v)).collect();
        assert!(set.insert(shown), "{method:?}: a solution was found twice\n{model}");
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{outcome:?}");
    set
}

#[test]
fn every_way_gives_the_same_solutions() {
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::random_model(&mut rng).unwrap();
        let variable = *model.shown().choose(&mut rng).unwrap();
        let value = *model.domain(variable).to_vec().choose(&mut rng).unwrap();
        let questions = [vec![], vec![Given { variable, value }], vec![]];
        let model = Arc::new(model);
        for kind in SatKind::ALL.into_iter().filter(|kind| kind.is_built()) {
            let integers = *IntEncoding::ALL.choose(&mut rng).unwrap();
            let mut expected: Option<Vec<Set>> = None;
            for method in METHODS {
                let mut session = session(&model, kind, integers, method);
                let sets = questions.iter().map(|givens| all(&mut session, &model, givens));
                let sets: Vec<Set> = sets.collect();
                let expected = expected.get_or_insert_with(|| sets.clone());
                assert_eq!(&sets, expected, "{kind}+{integers}, {method:?}, seed {seed}\n{model}");
            }
        }
    }
}

/// A permutation of eight values with two givens has solutions in several parts of the walk.
#[test]
fn many_solutions_come_in_parts() {
    let mut model = Model::new("permutations");
    let cells: Vec<_> = (0..8)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 8)).unwrap())
        .collect();
    let different = AllDifferent { scope: cells.clone() };
    model.post("", Constraint::AllDifferent(different)).unwrap();
    let given = |i: usize, value| Given { variable: cells[i], value };
    let model = Arc::new(model);
    for kind in SatKind::ALL.into_iter().filter(|kind| kind.is_built()) {
        for method in METHODS {
            let mut session = session(&model, kind, IntEncoding::Direct, method);
            for _ in 0..2 {
                assert_eq!(all(&mut session, &model, &[given(0, 3), given(1, 4)]).len(), 720);
            }
            let mut found = 0;
            let outcome = session.ask(&[], Task::Limit(300), &Control::unlimited(), &mut |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((found, outcome.complete), (300, false), "{kind}, {method:?}");
        }
    }
}
