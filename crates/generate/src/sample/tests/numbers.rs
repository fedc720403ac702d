//! Every way finds the same solution for a number: the one at this place of all of them, sorted.

use parallax_model::{Given, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

/// Compares every way with all solutions.
fn compare(name: &str, model: &Model) {
    let expected = all(model);
    for (engine, enumerates, bounds, method) in ways() {
        let case = format!("{name}: {engine} {enumerates} {bounds:?}\n{model}");
        let spec: Spec = engine.parse().unwrap();
        let found = with(&instance(model), &spec, enumerates, bounds, |numbered| {
            assert_eq!(*numbered.total_count(), number(expected.len()), "{case}");
            let settled = expected.is_empty() || model.shown().is_empty();
            if let Some(method) = method.filter(|_| !settled) {
                assert_eq!(numbered.method(), method, "{case}");
            }
            let end = numbered.total_count().clone();
            assert_eq!(numbered.solution_at(&end), Ok(None), "{case}");
            // Backwards first: earlier draws must not change later ones.
            let mut solution = |place| numbered.solution_at(&number(place)).unwrap().unwrap();
            for place in (0..expected.len()).rev().take(3) {
                assert_eq!(solution(place), expected[place], "{case}");
            }
            (0..expected.len()).map(solution).collect::<Vec<_>>()
        });
        assert_eq!(found.as_ref(), Ok(&expected), "{case}");
    }
}

#[test]
fn all_ways_agree_on_small_models() {
    let sizes: Vec<usize> = models().iter().map(|(_, model)| all(model).len()).collect();
    assert_eq!(sizes, [15, 33, 4, 1, 1, 0, 0, 13]);
    for (name, model) in models() {
        compare(name, &model);
    }
}

#[test]
fn all_ways_agree_on_random_models() {
    let mut several = 0;
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::random_model(&mut rng).unwrap();
        if model.assignment_count().is_some_and(|number| number <= 4000) && all(&model).len() <= 300
        {
            several += usize::from(all(&model).len() > 5);
            compare(&format!("seed {seed}"), &model);
        }
    }
    assert!(several > 20, "{several}");
}

/// Latin squares: the list, the counts, and the squares themselves.
#[test]
fn squares_have_the_same_numbers() {
    for (name, total) in [("latin:1", 1), ("latin:2", 2), ("latin:3", 12), ("latin:4", 576)] {
        let square = made(name);
        let native = Spec::native();
        let by = |bounds| {
            with(&*square, &native, true, bounds, |numbered| {
                (0..total).map(|n| numbered.solution_at(&number(n)).unwrap().unwrap()).collect()
            })
        };
        let (list, counts): (Vec<_>, Vec<_>) =
            (by(MemoryBounds::DEFAULT).unwrap(), by(COUNTS).unwrap());
        assert_eq!(list, counts, "{name}");
        assert!(list.is_sorted() && list.iter().all(|square| square[0] >= 1), "{name}");
        assert_eq!(list.len(), total);
    }
}

/// Clues are part of the model.
#[test]
fn clues_are_kept() {
    let clues = [1, 0, 0, 0, 2, 0, 0, 0, 0].map(|clue| (clue > 0).then_some(clue)).to_vec();
    let square = parallax_puzzles::latin::LatinPuzzle::new(3, clues).unwrap();
    for bounds in [MemoryBounds::DEFAULT, COUNTS] {
        let found = with(&square, &Spec::native(), true, bounds, |numbered| {
            assert_eq!(*numbered.total_count(), number(1));
            numbered.solution_at(&number(0)).unwrap().unwrap()
        });
        assert_eq!(found, Ok(vec![1, 3, 2, 3, 2, 1, 2, 1, 3]));
    }
}

/// A domain that is too wide for a count of each value is halved.
#[test]
fn wide_domains_are_halved() {
    let mut model = Model::new("wide");
    let x = model.add_shown("x", Domain::from_range(-9000, 9000)).unwrap();
    let y = model.add_shown("y", Domain::from_range(-60, 60)).unwrap();
    let equal = Linear {
        terms: vec![
            LinearTerm { coefficient: 1, variable: x },
            LinearTerm { coefficient: -100, variable: y },
        ],
        relation: ComparisonOperator::Eq,
        constant: 0,
    };
    model.post("", Constraint::Linear(equal)).unwrap();
    let expected: Vec<Vec<Value>> = (-60..=60).map(|y| vec![y * 100, y]).collect();
    for (engine, enumerates) in [("native", true), ("native", false)] {
        let spec: Spec = engine.parse().unwrap();
        let found = with(&instance(&model), &spec, enumerates, COUNTS, |numbered| {
            let solution = |n| numbered.solution_at(&number(n)).unwrap().unwrap();
            (0..expected.len()).map(solution).collect::<Vec<_>>()
        });
        assert_eq!(found, Ok(expected.clone()), "{engine}");
    }
    let half = model.restrict_givens(&[Given { variable: y, value: -60 }]);
    let found = with(&instance(&half), &Spec::native(), true, COUNTS, |numbered| {
        numbered.solution_at(&number(0)).unwrap()
    });
    assert_eq!(found, Ok(Some(vec![-6000, -60])));
}
