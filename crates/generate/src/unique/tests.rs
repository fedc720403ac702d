//! Least sets of givens and clues against brute force, on small Sudokus and Latin squares; single
//! clues of each rule against a trial of each.

use std::collections::BTreeSet;

use parallax_engines::Spec;
use parallax_grids::GridPuzzle;
use parallax_instance::{Instance, LineReader, ModelSource, PuzzleReduction, PuzzleSolution};
use parallax_model::Value;
use parallax_model::engine_api::Control;
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::sudoku::SudokuPuzzle;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{ClueRule, SolutionOracle};

fn specs() -> [Spec; 2] {
    ["native", "sat:batsat"].map(|spec| spec.parse().unwrap())
}

fn grid(text: &str) -> GridPuzzle {
    let found = parallax_grids::read_grids(LineReader::new("here", text.as_bytes()), false).next();
    as_grid(&*found.expect("a puzzle").expect("a puzzle")).expect("a grid")
}

/// All solutions, by native search and sorted.
fn solutions(instance: &dyn Instance) -> Vec<PuzzleSolution> {
    let mut oracle = SolutionOracle::new(Spec::native(), &Control::unlimited());
    let mut all = oracle.find_solutions(instance, &[], 1 << 20).expect("all solutions");
    all.sort();
    all
}

/// Solutions of an order with random clues of one of them.
fn clued(rng: &mut ChaCha8Rng, all: &[PuzzleSolution], clues: usize) -> Vec<Option<Value>> {
    let own = &all[rng.random_range(0..all.len())];
    let mut given = vec![None; own.len()];
    while given.iter().flatten().count() < clues {
        let place = rng.random_range(0..own.len());
        given[place] = Some(own[place]);
    }
    given
}

/// Whether the values of one solution at some places are those of no other one.
fn is_alone(all: &[PuzzleSolution], own: &PuzzleSolution, places: u32) -> bool {
    let same = |other: &&PuzzleSolution| {
        (0..own.len()).all(|place| places >> place & 1 == 0 || other[place] == own[place])
    };
    all.iter().filter(same).count() == 1
}

/// Returns the size of a smallest set of places that distinguishes one solution from all others,
/// by trying all sets.
fn fewest_by_trial(all: &[PuzzleSolution], own: &PuzzleSolution) -> usize {
    let cells = own.len() as u32;
    // Sets that differ from the others in few cells decide most.
    let differ: Vec<u32> = all
        .iter()
        .filter(|other| *other != own)
        .map(|other| {
            (0..cells).filter(|&c| other[c as usize] != own[c as usize]).map(|c| 1u32 << c).sum()
        })
        .collect();
    let hits = |places: &u32| differ.iter().all(|set: &u32| set & places != 0);
    (0..1u32 << cells).filter(hits).map(u32::count_ones).min().expect("all cells do") as usize
}

#[test]
fn the_fewest_givens_are_those_of_brute_force() {
    let specs = specs();
    let specs = [&specs[0], &specs[1]];
    let (mut sizes, mut listed) = ([0; 6], 0);
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let is_latin = seed % 2 == 0;
        let made = |clues| -> Box<dyn Instance> {
            if is_latin {
                Box::new(LatinPuzzle::new(4, clues).unwrap())
            } else {
                Box::new(SudokuPuzzle::new(4, clues).unwrap())
            }
        };
        let number = rng.random_range(1..=4usize);
        let puzzle = made(clued(&mut rng, &solutions(&*made(vec![None; 16])), number));
        let all = solutions(&*puzzle);
        let tries = [4, 1000][seed as usize / 2 % 2];
        let found = fewest_givens(&*puzzle, specs, tries, &Control::unlimited()).unwrap();
        assert_eq!(found.all, all.len() <= tries, "seed {seed}");
        assert_eq!(found.known, all.len().min(tries), "seed {seed}");
        if all.len() == 1 {
            assert_eq!((&found.best, found.at_least), (&None, 0));
            continue;
        }
        assert_eq!((found.is_least(), found.confirmed), (true, Some(true)), "seed {seed}");
        let best = found.best.expect("a completion");
        let places = best.places.iter().map(|place| 1u32 << place).sum();
        assert!(is_alone(&all, &best.solution, places), "seed {seed}");
        if found.all {
            let least = all.iter().map(|own| fewest_by_trial(&all, own)).min().unwrap();
            assert_eq!(best.places.len(), least, "seed {seed}");
            listed += 1;
        } else {
            // The least of the solution that stays, and no more than those of the others.
            assert_eq!(best.places.len(), fewest_by_trial(&all, &best.solution), "seed {seed}");
        }
        sizes[best.places.len()] += 1;
        // The grid with them has one solution.
        let givens: Vec<_> = best.places.iter().map(|&own| (own, best.solution[own])).collect();
        let larger = as_grid(&*puzzle).unwrap().with_givens(&givens).expect("it fits");
        assert_eq!(solutions(&larger), [best.solution], "seed {seed}");
    }
    assert!(listed > 5 && sizes[1..5].iter().filter(|own| **own > 0).count() >= 3, "{sizes:?}");
}

/// Draws a puzzle of order 4 with one solution: clues of any rules, and some more.
fn drawn(rng: &mut ChaCha8Rng) -> GridPuzzle {
    let base = ["sudoku 4", "latin 4"][rng.random_range(0..2usize)];
    let mut puzzle = grid(&format!("puzzle: {base}\n"));
    let all = solutions(&puzzle);
    let own = &all[rng.random_range(0..all.len())];
    let mut more = 3;
    while more > 0 {
        let (_, rule) = ClueRule::ALL[rng.random_range(0..ClueRule::ALL.len())];
        let clues = puzzle.clues_of(rule, own);
        let larger = match clues.len() {
            0 => continue,
            _ if rng.random_bool(0.3) => {
                let place = rng.random_range(0..own.len());
                puzzle.with_givens(&[(place, own[place])])
            }
            number => puzzle.with_clue(&clues[rng.random_range(0..number)]),
        };
        puzzle = larger.expect("it fits");
        let mut oracle = SolutionOracle::new(Spec::native(), &Control::unlimited());
        more -= usize::from(oracle.count_solutions(&puzzle) == Some(1));
    }
    puzzle
}

/// The size of a smallest set of clues with one solution, by trying all sets.
fn fewest_clues_by_trial(puzzle: &dyn Instance) -> usize {
    let reductions = puzzle.puzzle_reduction().expect("clues");
    let number = reductions.list_clues().len();
    let mut oracle = SolutionOracle::new(Spec::native(), &Control::unlimited());
    let mut sets: Vec<u32> = (0..1u32 << number).collect();
    sets.sort_by_key(|set| set.count_ones());
    let found = sets.into_iter().find(|set| {
        let left_out: Vec<usize> = (0..number).filter(|clue| set >> clue & 1 == 0).collect();
        let smaller = reductions.remove_clues(&left_out).expect("a puzzle");
        oracle.count_solutions(&*smaller) == Some(1)
    });
    found.expect("all clues do").count_ones() as usize
}

#[test]
fn the_fewest_clues_are_those_of_brute_force() {
    let specs = specs();
    let (mut sizes, mut fewer) = (BTreeSet::new(), 0);
    for seed in 0..24 {
        let puzzle = drawn(&mut ChaCha8Rng::seed_from_u64(seed));
        let all = puzzle.list_clues();
        // Trials of all sets take long for more clues.
        if all.len() > 9 {
            continue;
        }
        let control = Control::unlimited();
        let found = fewest_clues(&puzzle, [&specs[0], &specs[1]], &control).unwrap();
        let text = puzzle.notation().write_instance();
        assert_eq!((found.least.is_least(), found.confirmed), (true, Some(true)), "{text}");
        let least = fewest_clues_by_trial(&puzzle);
        assert_eq!(found.least.at_least, least, "{text}");
        let chosen = found.least.chosen.expect("a set");
        assert_eq!(chosen.len(), least, "{text}");
        if let Some(smaller) = found.instance {
            let mut oracle = SolutionOracle::new(Spec::native(), &control);
            assert_eq!(oracle.count_solutions(&*smaller), Some(1), "{text}");
            let left: Vec<_> = chosen.iter().map(|&clue| all[clue].clone()).collect();
            assert_eq!(smaller.puzzle_reduction().expect("clues").list_clues(), left, "{text}");
        }
        sizes.insert(least);
        fewer += usize::from(least < all.len());
    }
    assert!(fewer > 8 && sizes.len() > 2, "{fewer} {sizes:?}");
}

#[test]
fn clues_that_depend_on_each_other_are_refused() {
    // Without a dot its pair may have no difference of 1.
    let text = "puzzle: latin 3\n1 2 3\n2 3 1\n3 1 2\nall white\n\
        white: r1c1 r1c2, r1c2 r1c3, r2c1 r2c2, r3c2 r3c3, r1c1 r2c1, r1c2 r2c2, \
        r2c1 r3c1, r2c3 r3c3\n";
    let specs = specs();
    let found = fewest_clues(&grid(text), [&specs[0], &specs[1]], &Control::unlimited());
    let Err(MinimumChoiceError::Fault(why)) = found else { panic!("they are compared") };
    assert!(why.to_string().contains("cannot be compared"), "{why}");
    let found = one_clue(
        &grid("puzzle: latin 3\nall white\n"),
        ClueRule::White,
        [&specs[0], &specs[1]],
        (10, 10),
        &Control::unlimited(),
    );
    let Err(MinimumChoiceError::Fault(why)) = found else { panic!("{found:?}") };
    assert!(why.to_string().contains("spares its cells"), "{why}");
}

/// All clues that hold in some solution are added, one after the other.
#[test]
fn single_clues_are_those_of_a_trial() {
    let specs = specs();
    let mut made = 0;
    let mut rules = BTreeSet::new();
    for seed in 0..4 {
        let mut rng = ChaCha8Rng::seed_from_u64(100 + seed);
        let base = ["sudoku 4", "latin 4"][seed as usize % 2];
        let empty = grid(&format!("puzzle: {base}\n"));
        let clues = clued(&mut rng, &solutions(&empty), 5);
        let places = clues.iter().enumerate();
        let given: Vec<_> = places.filter_map(|(place, clue)| Some((place, (*clue)?))).collect();
        let puzzle = empty.with_givens(&given).expect("it fits");
        let all = solutions(&puzzle);
        for (name, rule) in ClueRule::ALL {
            let control = Control::unlimited();
            let engines = [&specs[0], &specs[1]];
            let found = one_clue(&puzzle, rule, engines, (1000, 1000), &control).unwrap();
            assert_eq!((found.known, found.all, found.open), (all.len(), true, 0), "{name}");
            if all.len() == 1 {
                assert!(found.clues.is_empty(), "{name}");
                continue;
            }
            let mut tried = BTreeSet::new();
            let mut expected = BTreeSet::new();
            for clue in all.iter().flat_map(|own| puzzle.clues_of(rule, own)) {
                if tried.insert(clue.clue_description().to_owned()) {
                    let larger = puzzle.with_clue(&clue).expect("it fits");
                    if solutions(&larger).len() == 1 {
                        expected.insert(clue.clue_description().to_owned());
                    }
                }
            }
            let words: Vec<String> = found.clues.iter().map(|own| own.0.clone()).collect();
            assert_eq!(words.len(), expected.len(), "{name} {words:?}");
            assert_eq!(words.into_iter().collect::<BTreeSet<_>>(), expected, "{name}");
            assert_eq!(found.tried, tried.len());
            if !expected.is_empty() {
                rules.insert(name);
                made += expected.len();
            }
            // Fewer solutions: what is found is still right.
            let found = one_clue(&puzzle, rule, engines, (2, 3), &control).unwrap();
            let words: BTreeSet<String> = found.clues.into_iter().map(|own| own.0).collect();
            assert!(words.is_subset(&expected) && words.len() <= 3, "{name} {words:?}");
        }
    }
    assert!(made > 20 && rules.len() > 6, "{made} {rules:?}");
}

#[test]
fn a_puzzle_without_several_solutions_needs_nothing() {
    let specs = specs();
    let engines = [&specs[0], &specs[1]];
    let control = Control::unlimited();
    for (text, known) in [("1234\n3412\n2143\n432.\n", 1), ("12..\n..1.\n.1..\n1..2\n", 0)] {
        let puzzle = grid(&format!("puzzle: sudoku 4\n{text}"));
        let found = fewest_givens(&puzzle, engines, 5, &control).unwrap();
        let FewestGivens { tried, best, at_least, confirmed, .. } = &found;
        assert_eq!((found.known, found.all), (known, true));
        assert_eq!((*tried, best, *at_least, *confirmed), (0, &None, 0, None));
        let found = one_clue(&puzzle, ClueRule::Cage, engines, (5, 5), &control).unwrap();
        assert_eq!((found.known, found.all, found.clues.len()), (known, true, 0));
    }
}

#[test]
fn searches_stop() {
    let control = Control::unlimited();
    control.cancel_work();
    let specs = specs();
    let engines = [&specs[0], &specs[1]];
    let puzzle = grid("puzzle: sudoku 4\n");
    assert_eq!(fewest_givens(&puzzle, engines, 5, &control), Err(MinimumChoiceError::Stopped));
    assert!(matches!(fewest_clues(&puzzle, engines, &control), Err(MinimumChoiceError::Stopped)));
    let found = one_clue(&puzzle, ClueRule::X, engines, (5, 5), &control);
    assert_eq!(found, Err(MinimumChoiceError::Stopped));
    let engine = "native,limit=1".parse().unwrap();
    let found = fewest_givens(&puzzle, [&engine, &specs[1]], 5, &Control::unlimited());
    assert!(
        matches!(found, Err(MinimumChoiceError::Fault(why)) if why.to_string().starts_with("native,limit=1: "))
    );
}

#[test]
fn puzzles_become_grids() {
    let clues: Vec<Option<Value>> = (0..144).map(|own| (own == 100).then_some(12)).collect();
    let sudoku = SudokuPuzzle::new(12, clues).unwrap();
    let grid = as_grid(&sudoku).expect("a grid");
    assert!(
        grid.notation().write_instance().contains("12"),
        "{}",
        grid.notation().write_instance()
    );
    let viewpoint = sudoku.default_viewpoint();
    assert_eq!(grid.givens(&grid.default_viewpoint()), sudoku.givens(&viewpoint));
    assert_eq!(solutions(&as_grid(&SudokuPuzzle::without_clues(4).unwrap()).unwrap()).len(), 288);
    assert_eq!(solutions(&as_grid(&LatinPuzzle::without_clues(3).unwrap()).unwrap()).len(), 12);
}
