//! Steps of named techniques on random boards: true, and implied by their own parts.

use std::collections::BTreeMap;

use parallax_instance::Instance;
use parallax_model::engine_api::Control;
use parallax_model::{Given, Value, VarId};
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::sudoku::SudokuPuzzle;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::TechniqueSearch;
use crate::reason::{CandidateLiteral, parts_imply};
use crate::{CandidateId, CandidateRules, CandidateState, Technique};

fn rules(instance: &dyn Instance) -> CandidateRules {
    let viewpoint = instance.default_viewpoint();
    CandidateRules::from_model(
        instance.model(&viewpoint).unwrap().into(),
        instance.picture().board_layout(&viewpoint),
    )
}

/// A full board of boxes, or a cyclic square without them, with its values exchanged.
fn full(order: usize, boxes: Option<(usize, usize)>, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let mut values: Vec<Value> = (1..=order as Value).collect();
    values.shuffle(rng);
    let shift = |row: usize| match boxes {
        Some((height, width)) => row % height * width + row / height,
        None => row,
    };
    (0..order * order).map(|cell| values[(shift(cell / order) + cell % order) % order]).collect()
}

/// Checks all steps in states that lose right amounts of false candidates.
fn check(instance: &dyn Instance, order: usize, boxes: Option<(usize, usize)>, seed: u64) -> usize {
    let rules = rules(instance);
    let techniques = TechniqueSearch::new(&rules);
    let control = Control::unlimited();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut number: BTreeMap<Technique, usize> = BTreeMap::new();
    for _ in 0..40 {
        let right = full(order, boxes, &mut rng);
        let givens: Vec<Given> = (0..order * order)
            .filter(|_| rng.random_bool(0.25))
            .map(|cell| Given { variable: VarId::new(cell), value: right[cell] })
            .collect();
        let mut state = CandidateState::from_givens(&rules, &givens).unwrap();
        let gone = rng.random_range(0.0..0.7);
        for candidate in (0..rules.len()).map(CandidateId::new) {
            let given = rules.given(candidate);
            if given.value != right[given.variable.index()] && rng.random_bool(gone) {
                state.remove_candidate(candidate);
            }
        }
        for &technique in Technique::ALL.iter().filter(|t| !t.needs_uniqueness()) {
            for step in techniques.find_steps(&rules, &state, technique, 10) {
                *number.entry(technique).or_default() += 1;
                let is_right = |c: &CandidateId| {
                    let given = rules.given(*c);
                    right[given.variable.index()] == given.value
                };
                assert!(step.places.iter().all(is_right), "{step:?}");
                assert!(!step.removes.iter().any(is_right), "{step:?}");
                let places = step.places.iter().map(|&c| CandidateLiteral::positive(c));
                for literal in
                    places.chain(step.removes.iter().map(|&c| CandidateLiteral::negative(c)))
                {
                    let follows = parts_imply(&rules, &state, &step.parts, literal, &control);
                    assert!(matches!(follows, Ok(true)), "{step:?} {literal:?}");
                }
            }
        }
    }
    number.len()
}

#[test]
fn steps_on_sudokus_are_true_and_follow() {
    assert!(check(&SudokuPuzzle::without_clues(4).unwrap(), 4, Some((2, 2)), 1) > 8);
    assert!(check(&SudokuPuzzle::without_clues(6).unwrap(), 6, Some((2, 3)), 2) > 15);
    assert!(check(&SudokuPuzzle::without_clues(9).unwrap(), 9, Some((3, 3)), 3) > 25);
}

#[test]
fn steps_on_latin_squares_are_true_and_follow() {
    assert!(check(&LatinPuzzle::without_clues(5).unwrap(), 5, None, 4) > 10);
    assert!(check(&LatinPuzzle::without_clues(7).unwrap(), 7, None, 5) > 15);
}

#[test]
fn names_are_read_back() {
    for technique in Technique::ALL {
        assert_eq!(technique.description().parse(), Ok(*technique));
    }
    assert_eq!("X WING".parse(), Ok(Technique::XWing));
    assert!(
        "x-win".parse::<Technique>().unwrap_err().to_string().contains("did you mean 'X-wing'?")
    );
    let levels: Vec<u32> = Technique::ALL.iter().map(|technique| technique.level()).collect();
    assert!(levels.is_sorted(), "{levels:?}");
}
