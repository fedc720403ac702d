//! Hints and paths for the entries of a person.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_explain::{ClaimConfirmation, ExplanationEngines};
use parallax_hints::{
    HintContent, HintFault, HintOptions, ModelHint, PathEnd, PathGoal, PersonEntries, find_hint,
};
use parallax_instance::{ExplanationSource, Instance};
use parallax_model::engine_api::{Control, Task};
use parallax_model::{Given, Value, VarId};
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::magic::MagicPuzzle;
use parallax_puzzles::sudoku::SudokuPuzzle;
use parallax_report::hint::{HintTier, describe_tier};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{data, engines, fed, lacks_real_instances, stream};

const WISH: HintOptions = HintOptions {
    uniqueness: false,
    named_only: false,
    smallest: None,
    until: PathGoal::Placement,
    max_steps: usize::MAX,
    trim: true,
    confirm: true,
};

/// Returns the engines of a hint.
fn engines_of_hints() -> ExplanationEngines {
    ExplanationEngines {
        deciders: engines("sat:batsat"),
        confirmers: engines("native,sat:varisat"),
        optimiser: engines("sat:batsat").remove(0),
    }
}

fn hinted(instance: &dyn Instance, entries: &PersonEntries, wish: HintOptions) -> ModelHint {
    let viewpoint = instance.default_viewpoint();
    let (engines, control) = (engines_of_hints(), Control::unlimited());
    find_hint(instance, &viewpoint, entries, wish, &engines, &control, &mut |_| ()).unwrap()
}

fn board(text: &str) -> SudokuPuzzle {
    let clue = |c: char| c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as Value);
    SudokuPuzzle::new(text.len().isqrt(), text.chars().map(clue).collect()).unwrap()
}

/// Returns every solution of an instance, as values of its default model.
fn solutions(instance: &dyn Instance) -> Vec<Vec<Value>> {
    let viewpoint = instance.default_viewpoint();
    let model = instance.model(&viewpoint).unwrap().restrict_givens(&instance.givens(&viewpoint));
    let model = Arc::new(model);
    let engine = engines("native").remove(0);
    let control = Control::unlimited();
    let mut session = engine.prepare(&model, 0, &control).unwrap();
    let mut all = Vec::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    all
}

const BOARDS: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

#[test]
fn one_wrong_entry_is_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut named = 0;
    for text in BOARDS {
        let sudoku = board(text);
        let right = solutions(&sudoku).remove(0);
        let open: Vec<usize> = (0..81).filter(|&cell| sudoku.clues()[cell].is_none()).collect();
        for _ in 0..60 {
            let number = rng.random_range(1..open.len());
            let mut cells = open.clone();
            cells.shuffle(&mut rng);
            cells.truncate(number);
            let entry = |cell: usize, value| Given { variable: VarId::new(cell), value };
            let mut placed: Vec<Given> =
                cells.iter().map(|&cell| entry(cell, right[cell])).collect();
            let at = rng.random_range(0..number);
            let others: Vec<Value> = (1..=9).filter(|&v| v != placed[at].value).collect();
            placed[at].value = *others.choose(&mut rng).unwrap();
            let bad = placed[at];
            placed.shuffle(&mut rng);
            let found = hinted(&sudoku, &PersonEntries { placed, removed: Vec::new() }, WISH);
            let HintContent::Fault(HintFault::Entries { wrong, conflict, confirmed }) = found.next
            else {
                panic!("{bad:?} is not found");
            };
            assert_eq!(wrong, [bad]);
            assert!(matches!(confirmed, ClaimConfirmation::By(_)), "{confirmed:?}");
            assert!(!conflict.is_empty());
            named += usize::from(conflict[0].contains("has it already"));
        }
    }
    assert!((60..180).contains(&named), "{named}");
}

#[test]
fn a_mark_that_is_gone_and_right_is_found() {
    let sudoku = board(BOARDS[1]);
    let right = solutions(&sudoku).remove(0);
    let value = |cell: usize, value| Given { variable: VarId::new(cell), value };
    let removed = vec![value(2, right[2]), value(2, right[2] % 9 + 1)];
    let found = hinted(&sudoku, &PersonEntries { placed: Vec::new(), removed }, WISH);
    assert_eq!(found.next, HintContent::Fault(HintFault::Removed(vec![value(2, right[2])])));
}

#[test]
fn entries_that_are_wrong_together_are_found() {
    // Two solutions, which exchange two values in four cells.
    let several = board("12..34..........");
    let all = solutions(&several);
    assert!(all.len() > 1);
    let (one, other) = (&all[0], &all[1]);
    let differ: Vec<usize> = (0..16).filter(|&cell| one[cell] != other[cell]).collect();
    let entry =
        |cell: usize, from: &[Value]| Given { variable: VarId::new(cell), value: from[cell] };
    let mut found_any = false;
    for &a in &differ {
        for &b in differ.iter().filter(|&&b| b != a) {
            let placed = vec![entry(a, one), entry(b, other)];
            let fits = all.iter().any(|s| s[a] == one[a] && s[b] == other[b]);
            let found = hinted(&several, &PersonEntries { placed, removed: Vec::new() }, WISH);
            assert_eq!(matches!(found.next, HintContent::Fault(HintFault::Entries { .. })), !fits);
            found_any |= !fits;
        }
    }
    assert!(found_any);
}

#[test]
fn drawn_lines_are_no_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("own.sudoku"), "12..\n34..\n..1.\n...2\n").expect("a file");
    let hint = |bar: &str, line: &str| {
        let marks = ["1 2", "34 34", "3 4", "12 12", "24 3", "1 34", "14 1", "34 2"];
        let rows: Vec<String> = marks
            .chunks(2)
            .map(|row| format!("{bar} {} {bar} {} {bar}\n", row[0], row[1]))
            .collect();
        let text = format!("{line}{}{}{line}{}{}{line}", rows[0], rows[1], rows[2], rows[3]);
        std::fs::write(folder.path().join("marks"), text).expect("a file");
        let ran = fed(&folder, &["hint", "own.sudoku", "--marks", "marks"], b"");
        assert_eq!(ran.code, Some(0), "{line}{}{}", ran.out, ran.err);
        ran.out
    };
    let plain = hint("", "");
    assert_eq!(hint("|", "+------+------+\n"), plain);
    assert_eq!(hint("│", "├──────┼──────┤\n"), plain);
}

#[test]
fn nothing_is_forced_where_nothing_is_implied() {
    let empty = SudokuPuzzle::without_clues(4).unwrap();
    let wish = HintOptions { uniqueness: true, ..WISH };
    assert!(matches!(
        hinted(&empty, &PersonEntries::default(), wish).next,
        HintContent::Nothing(_)
    ));
    let none = board("11..............");
    let found = hinted(&none, &PersonEntries::default(), WISH);
    assert_eq!(found.next, HintContent::Fault(HintFault::Unsolvable));
}

#[test]
fn uniqueness_is_used_only_where_it_is_established() {
    let wish = HintOptions { uniqueness: true, until: PathGoal::Solution, ..WISH };
    let unique = hinted(&board(BOARDS[1]), &PersonEntries::default(), wish);
    assert!(unique.guide.allowed.uniqueness);
    let several = hinted(&board("12..34.........."), &PersonEntries::default(), wish);
    assert!(!several.guide.allowed.uniqueness);
}

/// Checks that every step of the whole path holds in every solution and is confirmed.
fn path_is_true(instance: &dyn Instance) -> (usize, bool) {
    let wish = HintOptions { until: PathGoal::Solution, ..WISH };
    let found = hinted(instance, &PersonEntries::default(), wish);
    let all = solutions(instance);
    let guide = &found.guide;
    match &found.next {
        HintContent::Steps { path, confirmed, .. } => {
            for step in &path.steps {
                let holds = |c, values: &Vec<Value>| {
                    let given = guide.rules.given(c);
                    values[given.variable.index()] == given.value
                };
                let words = guide.describe_conclusions(step);
                assert!(step.places.iter().all(|&c| all.iter().all(|s| holds(c, s))), "{words}");
                assert!(!step.removes.iter().any(|&c| all.iter().any(|s| holds(c, s))), "{words}");
            }
            let is_by = |c: &&ClaimConfirmation| matches!(c, ClaimConfirmation::By(_));
            assert!(confirmed.iter().all(|c| is_by(&c)), "{confirmed:?}");
            assert_eq!(path.end == PathEnd::Complete, all.len() == 1, "{}", instance.title());
            (path.steps.len(), path.end == PathEnd::Complete)
        }
        HintContent::Nothing(_) => {
            assert!(all.len() > 1);
            (0, false)
        }
        HintContent::Done(_) => (0, true),
        HintContent::Fault(fault) => {
            assert!(all.is_empty(), "{fault:?}");
            (0, false)
        }
        HintContent::Unknown(why) => panic!("{why}"),
    }
}

#[test]
fn paths_of_all_puzzles_hold_in_every_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut solved = [0; 3];
    for _ in 0..25 {
        let shift = rng.random_range(0..5);
        let clue = |cell: usize| ((cell / 5 * 2 + cell % 5 + shift) % 5 + 1) as Value;
        let clues = (0..25).map(|cell| rng.random_bool(0.4).then(|| clue(cell))).collect();
        solved[0] += usize::from(path_is_true(&LatinPuzzle::new(5, clues).unwrap()).1);
        let square: [Value; 9] = [2, 7, 6, 9, 5, 1, 4, 3, 8];
        let clues = (0..9).filter(|_| rng.random_bool(0.3)).map(|cell| (cell, square[cell]));
        let magic = MagicPuzzle::new(3, clues.collect::<Vec<_>>()).unwrap();
        solved[1] += usize::from(path_is_true(&magic).1);
    }
    for keisuke in stream("instances/keisuke-5.keisuke") {
        solved[2] += usize::from(path_is_true(&*keisuke.unwrap().instance).1);
    }
    assert!(solved.iter().all(|&number| number > 0), "{solved:?}");
}

#[test]
fn models_get_steps_too() {
    for model in stream("instances/talks.model.json") {
        path_is_true(&*model.unwrap().instance);
    }
}

#[test]
fn tiers_are_nested_and_the_same_on_all_threads() {
    let first = |text: &str| {
        let found = hinted(&board(text), &PersonEntries::default(), WISH);
        let HintContent::Steps { path, .. } = &found.next else { panic!("{text}") };
        let guide = &found.guide;
        let step = &path.steps[0];
        HintTier::ALL.map(|own| describe_tier(guide, &path.start, step, own))
    };
    for text in BOARDS {
        let tiers = first(text);
        let cells = tiers[1].strip_prefix("look at ").unwrap();
        assert!(cells.split(", ").all(|cell| tiers[2].contains(cell) && tiers[3].contains(cell)));
        assert!(!tiers[0].contains('=') && !tiers[1].contains('='), "{tiers:?}");
        let all: BTreeSet<[String; 4]> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..16).map(|_| scope.spawn(|| first(text))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(all.into_iter().collect::<Vec<_>>(), [tiers]);
    }
}

#[test]
fn hints_for_set_are_of_one_set() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut with, mut without) = (0, 0);
    for seed in 0..200 {
        let set = parallax_puzzles::set::SetBoard::deal_cards(rng.random_range(3..16), Some(seed))
            .unwrap();
        let own = set.suggest_hint(&[]).unwrap().unwrap();
        let [one, two, three, last] = &own.choices;
        let cards = set.cards().len();
        if own.kind == parallax_instance::PuzzleHintKind::None {
            without += 1;
            assert!(solutions(&set).is_empty());
            // One line for every pair, after the first line.
            assert_eq!(own.tiers[3].len() - 1, cards * (cards - 1) / 2);
            continue;
        }
        with += 1;
        assert_eq!((one.len(), two.len(), three, set.rules(three)), (1, 2, last, Ok(())));
        assert!(two.contains(&one[0]) && two.iter().all(|card| three.contains(card)));
        let again = set.suggest_hint(two).unwrap().unwrap();
        assert!(two.iter().all(|card| again.choices[2].contains(card)));
    }
    assert!(with > 50 && without > 10, "{with} {without}");
}

/// The minimum numbers of rules, and of rules and givens, that force a value of a small board.
#[test]
fn whole_rules_are_as_few_as_by_all_subsets() {
    if lacks_real_instances() {
        return;
    }
    use parallax_explain::{ExplainedFact, ExplanationOptions, MinimalSets, explain_instance};
    let folder = data();
    let text = std::fs::read_to_string(folder.join("hints/smallest-small.jsonl")).unwrap();
    let (engines, control) = (engines_of_hints(), Control::unlimited());
    let mut checked = 0;
    for line in text.lines().step_by(3) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let cells: Vec<Option<Value>> =
            record["grid"].as_str().unwrap().split(' ').map(|cell| cell.parse().ok()).collect();
        let order = cells.len().isqrt();
        let instance: Box<dyn Instance> = match record["puzzle"].as_str().unwrap() {
            "sudoku" => Box::new(SudokuPuzzle::new(order, cells).unwrap()),
            "latin" => Box::new(LatinPuzzle::new(order, cells).unwrap()),
            _ => {
                let clues = cells.iter().enumerate().filter_map(|(at, clue)| Some((at, (*clue)?)));
                Box::new(MagicPuzzle::new(order, clues.collect()).unwrap())
            }
        };
        let viewpoint = instance.default_viewpoint();
        let model = instance.model(&viewpoint).unwrap();
        let about =
            parallax_instance::parse_value(&model, record["forced"].as_str().unwrap()).unwrap();
        for (rules_only, field) in [(true, "rules_only"), (false, "rules_and_givens")] {
            let request = ExplanationOptions {
                sets: MinimalSets::Smallest,
                rules_only,
                about: Some(about),
                ..ExplanationOptions::default()
            };
            let why =
                explain_instance(&*instance, &viewpoint, request, &engines, &control).unwrap();
            assert!(matches!(why.finding, ExplainedFact::Forced(..)), "{line}");
            let size = why.sets[0].parts.len();
            match record[field]["smallest"].as_u64() {
                Some(expected) => assert_eq!(size as u64, expected, "{field}: {line}"),
                None => assert!(size > 8, "{field}: {line}"),
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}
