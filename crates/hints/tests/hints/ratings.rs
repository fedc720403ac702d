//! Ratings compared with those of another program.

use std::fs;
use std::time::Instant;

use parallax_explain::ExplanationEngines;
use parallax_hints::{AllowedReasoning, CandidateState, PathDifficulty, PathEnd, StepFinder};
use parallax_instance::ModelSource;
use parallax_model::Value;
use parallax_model::engine_api::Control;
use parallax_puzzles::sudoku::SudokuPuzzle;

use parallax_test_support::{data, lacks_real_instances};

use crate::engines;

/// The engines of a guide.
pub(crate) fn engines_of_hints() -> ExplanationEngines {
    ExplanationEngines {
        deciders: engines("sat:batsat"),
        confirmers: engines("native,sat:varisat"),
        optimiser: engines("sat:batsat").remove(0),
    }
}

struct Rated {
    board: String,
    se: f64,
    named_only: bool,
}

fn rated() -> Vec<Rated> {
    let folder = data();
    let text = fs::read_to_string(folder.join("hints/ratings.tsv")).unwrap();
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Rated {
            board: fields[0].to_owned(),
            se: fields[1].parse().unwrap(),
            named_only: fields[7] == "yes",
        }
    };
    text.lines().skip(1).map(read).collect()
}

/// Returns the guide of a board, and its first state.
pub fn guide(board: &str, allowed: AllowedReasoning) -> (StepFinder, CandidateState) {
    let clue = |c: char| c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as Value);
    let sudoku = SudokuPuzzle::new(board.len().isqrt(), board.chars().map(clue).collect()).unwrap();
    let (viewpoint, control) = (sudoku.default_viewpoint(), Control::unlimited());
    let guide =
        StepFinder::for_instance(&sudoku, &viewpoint, allowed, engines_of_hints(), &control)
            .unwrap();
    let state = CandidateState::from_givens(&guide.rules, &sudoku.givens(&viewpoint)).unwrap();
    (guide, state)
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|&&other| other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|&&other| other == value).count() as f64;
    values.iter().map(|&value| below(value) + (equal(value) - 1.0) / 2.0).collect()
}

/// Spearman's rank correlation.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (m, n) = (mean(&one), mean(&other));
    let product: f64 = one.iter().zip(&other).map(|(x, y)| (x - m) * (y - n)).sum();
    let square = |values: &[f64], m: f64| values.iter().map(|x| (x - m).powi(2)).sum::<f64>();
    product / (square(&one, m) * square(&other, n)).sqrt()
}

fn compare(stride: usize) {
    let (mut ours, mut sums, mut sizes, mut theirs) = (vec![], vec![], vec![], vec![]);
    let mut slowest: Vec<(f64, f64)> = Vec::new();
    for rated in rated().iter().step_by(stride) {
        let begun = Instant::now();
        let (mut guide, state) = guide(&rated.board, AllowedReasoning::default());
        let difficulty = PathDifficulty::rate_path(&mut guide, &state, &Control::unlimited());
        slowest.push((begun.elapsed().as_secs_f64(), rated.se));
        assert_eq!(difficulty.end, PathEnd::Complete, "{}", rated.board);
        assert!(rated.se >= 2.0 || difficulty.size <= 2, "{} {difficulty:?}", rated.board);
        if rated.named_only {
            let named = AllowedReasoning { named_only: true, ..AllowedReasoning::default() };
            let (mut guide, state) = self::guide(&rated.board, named);
            let difficulty = PathDifficulty::rate_path(&mut guide, &state, &Control::unlimited());
            assert_eq!(difficulty.end, PathEnd::Complete, "{}", rated.board);
        }
        ours.push(f64::from(difficulty.hardest));
        sums.push(difficulty.sum as f64);
        sizes.push(difficulty.size as f64);
        theirs.push(rated.se);
        if stride == 1 {
            println!(
                "{} {} {:?} {} {}",
                rated.se, difficulty.hardest, difficulty.technique, difficulty.size, difficulty.sum
            );
        }
    }
    let hardest = correlation(&ours, &theirs);
    let [sum, size] = [sums, sizes].map(|list| correlation(&list, &theirs));
    slowest.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!(
        "{} puzzles: correlation of hardest {hardest:.3}, sum {sum:.3}, size {size:.3}",
        theirs.len()
    );
    println!("median {:?} slowest {:?}", slowest[slowest.len() / 2], slowest.last());
    assert!(hardest >= 0.85, "{hardest}");
}

#[test]
fn ratings_follow_those_of_another_program() {
    if lacks_real_instances() {
        return;
    }
    compare(80);
}

#[test]
#[ignore = "takes minutes; prints measurements"]
fn all_ratings_follow_those_of_another_program() {
    compare(1);
}
