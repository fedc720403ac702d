//! Options of models: breaking symmetry keeps the counts, redundant constraints remove no solution,
//! and parts keep only part of the solutions.

use std::collections::BTreeSet;

use parallax_compare::{ComparisonPlan, InstanceComparison, ModelSelection, Row, Verdict};
use parallax_instance::{Instance, ModelSource, OptionEffect, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::{Answer, SolutionCount, Task};
use parallax_puzzles::Puzzle;
use parallax_puzzles::latin::LatinPuzzle;
use parallax_puzzles::magic::MagicPuzzle;
use parallax_puzzles::set::SetBoard;
use parallax_puzzles::sudoku::SudokuPuzzle;

use crate::common::{engines, plan, results};

fn found(instance: impl Instance + 'static) -> SourcedInstance {
    SourcedInstance::new("test", instance)
}

fn made(name: &str) -> SourcedInstance {
    let instance = Puzzle::from_name(name).expect("a puzzle").expect("a size");
    SourcedInstance::from_boxed(name, instance)
}

/// Returns the rows of native search on these models, with all solutions.
fn compared(
    models: &str,
    found: impl IntoIterator<Item = SourcedInstance>,
) -> Vec<InstanceComparison> {
    let models = ModelSelection::Named(models.split(',').map(str::to_owned).collect());
    let plan = ComparisonPlan { models, ..plan(engines("native"), Task::All) };
    results(&plan, found)
}

fn terms(row: &Row) -> BTreeSet<&Vec<Value>> {
    row.kept.iter().collect()
}

fn number(row: &Row) -> u64 {
    u64::try_from(&row.count).expect("a small number")
}

/// Returns plain and symmetry-broken counts, after the checks that hold for any pair.
fn counts(found: SourcedInstance, base: &str) -> (u64, u64) {
    let names = format!("{base},{base}+symmetry");
    let all = compared(&names, [found]);
    let title = all[0].found.instance.title();
    let [plain, broken] = &all[0].rows[..] else { panic!("{title}: two rows") };
    assert!(plain.complete && broken.complete, "{title}: {:?}", broken.reason);
    assert_eq!(all[0].verdict, Verdict::Agree, "{title}");
    assert_eq!(broken.weighted.as_ref(), Some(&plain.count), "{title}: {} orbits", broken.count);
    assert_eq!(plain.weighted, None);
    assert!(terms(broken).is_subset(&terms(plain)), "{title}");
    (number(plain), number(broken))
}

/// Returns the reason why there is no model with this name.
fn refused(found: SourcedInstance, model: &str) -> String {
    let all = compared(model, [found]);
    match &all[0].rows[0].answer {
        Answer::Unsupported(why) => why.clone(),
        answer => panic!("{answer:?}"),
    }
}

/// Returns the square `row + column` with the cells blank for which `blank` is true.
fn latin(order: usize, blank: impl Fn(usize, usize, Value) -> bool) -> SourcedInstance {
    let clue = |cell: usize| {
        let (row, column) = (cell / order, cell % order);
        let value = ((row + column) % order + 1) as Value;
        (!blank(row, column, value)).then_some(value)
    };
    found(LatinPuzzle::new(order, (0..order * order).map(clue).collect()).unwrap())
}

#[test]
fn reduced_latin_squares_stand_for_all() {
    let of = |order: usize| counts(made(&format!("latin:{order}")), "cells");
    let known = [(1, 1), (2, 1), (12, 1), (576, 4), (161_280, 56)];
    assert_eq!([1, 2, 3, 4, 5].map(of), known);
    assert_eq!(counts(made("latin:4"), "cells+sums"), (576, 4));
}

#[test]
fn free_values_and_rows_of_latin_squares_are_put_in_order() {
    // Two values; three values; rows; both; a row that is partly known.
    assert_eq!(counts(latin(5, |_, _, v| v <= 2), "cells").0 % 2, 0);
    assert_eq!(counts(latin(5, |_, _, v| v >= 3), "cells").0 % 6, 0);
    assert_eq!(counts(latin(5, |r, _, _| r >= 3), "cells").0 % 2, 0);
    assert_eq!(counts(latin(5, |r, _, v| r >= 3 || v <= 3), "cells").0 % 12, 0);
    assert_eq!(counts(latin(5, |r, _, v| r < 2 || v % 2 == 0), "cells").0 % 4, 0);
    assert_eq!(counts(latin(4, |r, c, _| (r, c) != (2, 1)), "cells").0, 576 / 4);
    assert_eq!(counts(latin(5, |r, c, _| r != 1 || c > 1), "cells").0, 161_280 / 20);
    // Contradictory clues allow no orbit.
    let clash = [Some(1), Some(1)].into_iter().chain([None; 14]).collect();
    assert_eq!(counts(found(LatinPuzzle::new(4, clash).unwrap()), "cells"), (0, 0));
    let full = refused(latin(4, |r, _, _| r == 0), "cells+symmetry");
    assert!(full.contains("fewer than two values and fewer than two rows"), "{full}");
}

#[test]
fn magic_squares_up_to_symmetry_stand_for_all() {
    assert_eq!(counts(made("magic:1"), "cells"), (1, 1));
    assert_eq!(counts(made("magic:2"), "cells"), (0, 0));
    assert_eq!(counts(made("magic:3"), "cells"), (8, 1));
    assert_eq!(counts(made("magic:4"), "cells"), (7040, 220));
    let clued = found(MagicPuzzle::new(3, vec![(4, 5)]).unwrap());
    assert!(refused(clued, "cells+symmetry").contains("has clues"));
}

#[test]
fn sudokus_up_to_symmetry_stand_for_all() {
    let board = |text: &str| {
        let clue = |c: char| c.to_digit(10).filter(|&v| v > 0).map(|v| v as Value);
        found(SudokuPuzzle::new(text.len().isqrt(), text.chars().map(clue).collect()).unwrap())
    };
    for base in ["cells", "positions", "channelled", "report2", "placed"] {
        assert_eq!(counts(made("sudoku:4"), base), (288, 6), "{base}");
        assert_eq!(counts(board("1000000000000000"), base), (72, 12), "{base}");
        assert_eq!(counts(board("1000002000000000"), base).0 % 2, 0, "{base}");
        let full = refused(board("1230000000000000"), &format!("{base}+symmetry"));
        assert!(full.contains("fewer than two values"), "{full}");
    }
    let six = "123400000012000000000000000000000000";
    let of = |base: &str| counts(board(six), base);
    assert_eq!(of("cells").0 % 2, 0);
    assert_eq!(["positions", "channelled", "placed"].map(of), [of("cells"); 3]);
}

/// Orbits have the same representatives in every viewpoint.
#[test]
fn viewpoints_of_sudokus_break_the_same_symmetry() {
    let names = ["cells", "positions", "channelled", "report2", "placed"];
    let names = names.map(|name| format!("{name}+symmetry")).join(",");
    let text = "123006000000230061061230000000000000";
    let clue = |c: char| c.to_digit(10).filter(|&v| v > 0).map(|v| v as Value);
    let six = SudokuPuzzle::new(6, text.chars().map(clue).collect()).unwrap();
    for found in
        [made("sudoku:4"), found(SudokuPuzzle::new(4, clues_of_two()).unwrap()), found(six)]
    {
        let all = compared(&names, [found]);
        let title = all[0].found.instance.title();
        assert_eq!(all[0].verdict, Verdict::Agree, "{title}");
        let expected = terms(&all[0].rows[0]);
        assert!(!expected.is_empty(), "{title}");
        assert!(all[0].rows.iter().all(|row| row.complete && terms(row) == expected), "{title}");
    }
}

/// Returns a board of order 4 with two of four values without a clue.
fn clues_of_two() -> Vec<Option<Value>> {
    (0..16).map(|cell| [(1, 2), (6, 4)].iter().find(|c| c.0 == cell).map(|c| c.1)).collect()
}

#[test]
fn sets_with_the_first_card_stand_for_all() {
    for model in ["cards", "selected"] {
        assert_eq!(counts(made("set:9"), model), (12, 4));
        assert_eq!(counts(made("set:27"), model), (117, 13));
        let four = (0..16).map(|card| vec![card / 4, card % 4]).collect();
        let four = found(SetBoard::from_digits(2, 4, four).unwrap());
        assert_eq!(counts(four, model), (128, 24));
        assert!(refused(made("set:12"), &format!("{model}+symmetry")).contains("no full deck"));
    }
    assert_eq!(counts(made("set:81"), "cards"), (1080, 40));
    // Both models keep the same sets.
    let both = compared("cards+symmetry,selected+symmetry", [made("set:27")]);
    assert_eq!(both[0].verdict, Verdict::Agree);
    assert_eq!(both[0].rows[0].digest, both[0].rows[1].digest);
}

#[test]
fn sums_keep_the_solutions() {
    for order in 1..=4 {
        let all = compared("cells,cells+sums", [made(&format!("latin:{order}"))]);
        let [plain, sums] = &all[0].rows[..] else { panic!("two rows") };
        assert_eq!((&plain.count, plain.digest), (&sums.count, sums.digest));
        assert_eq!((&sums.weighted, all[0].verdict), (&None, Verdict::Agree));
    }
}

#[test]
fn corners_keep_a_part() {
    for order in [2, 3, 4] {
        let all = compared("cells,cells+corners", [made(&format!("magic:{order}"))]);
        let [plain, part] = &all[0].rows[..] else { panic!("two rows") };
        assert!(part.complete);
        assert!(terms(part).is_subset(&terms(plain)));
        assert!(part.count < plain.count.clone().max(SolutionCount::one()));
        assert_eq!(all[0].verdict, Verdict::Agree, "a part may be smaller, or empty");
        let corners =
            |t: &[Value]| [0, order * (order - 1), order - 1, order * order - 1].map(|i| t[i]);
        assert!(part.kept.iter().all(|t| corners(t).is_sorted()));
        let ordered = plain.kept.iter().filter(|t| corners(t).is_sorted()).count();
        assert_eq!(part.count, ordered as u128);
    }
    assert!(refused(made("magic:1"), "cells+corners").contains("order of at least 2"));
}

#[test]
fn instances_of_one_order_do_not_share_a_broken_symmetry() {
    // The plain models are equal; the models with symmetry broken are not.
    let squares =
        || [latin(4, |_, _, v| v <= 2), latin(4, |r, _, _| r >= 2), latin(4, |_, _, v| v > 2)];
    let together = compared("cells,cells+symmetry", squares());
    for (found, together) in squares().into_iter().zip(&together) {
        let alone = counts(found, "cells");
        assert_eq!((number(&together.rows[0]), number(&together.rows[1])), alone);
        assert_eq!(together.verdict, Verdict::Agree);
    }
}

#[test]
fn every_option_describes_itself() {
    let ran = crate::common::fed(".", &["show", "latin:2", "--format", "json"], b"");
    let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let options = object["options"].as_array().unwrap();
    let of = |key: &str| options.iter().map(|o| o[key].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(of("name"), ["sums", "symmetry"]);
    assert_eq!(of("effect"), ["same", "orbits"]);
    assert!(of("about").iter().all(|about| !about.is_empty()));
}

#[test]
fn options_are_read_in_any_order_and_printed_in_one() {
    let latin = LatinPuzzle::without_clues(3).unwrap();
    let viewpoint = latin.viewpoint("cells+symmetry+sums+sums").unwrap();
    assert_eq!(viewpoint.to_string(), "cells+sums+symmetry");
    assert_eq!(
        (viewpoint.base_name(), viewpoint.combined_effect()),
        ("cells", OptionEffect::Orbits)
    );
    let faults = ["foo", "cells+", "cells+sum", "+sums", ""];
    let faults = faults.map(|name| latin.viewpoint(name).unwrap_err().to_string());
    insta::assert_snapshot!(faults.join("\n"), @r"
    latin has no model 'foo'; it has cells, placed, triples, with +sums, +symmetry
    latin has no option '+' of its models; it has cells, placed, triples, with +sums, +symmetry
    latin has no option '+sum' of its models (did you mean 'sums'?); it has cells, placed, triples, with +sums, +symmetry
    latin has no model ''; it has cells, placed, triples, with +sums, +symmetry
    latin has no model ''; it has cells, placed, triples, with +sums, +symmetry
    ");
    let magic = MagicPuzzle::without_clues(3).unwrap();
    assert!(magic.viewpoint("cells+corners+symmetry").is_err());
    assert_eq!(magic.viewpoint("cells+corners").unwrap().combined_effect(), OptionEffect::Part);
}
