//! Known answers on published instances, under every engine that applies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use parallax_compare::{InstanceComparison, Row, Verdict};
use parallax_formats::inputs::Stream;
use parallax_instance::{LineReader, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::{Answer, Task};
use parallax_model::{Value, Variable};
use parallax_puzzles::Puzzle;
use serde_json::Value as Json;

use crate::common::{data, engines, lacks_real_instances, plan, plan_of, results, solved, stream};

/// Native search and every SAT solver with both encodings of integers.
const QUICK: &str = "native,sat:*";

/// All engines, the SAT solvers with both encodings.
const ALL: &str = "all,sat:*";

type Sets = BTreeSet<PuzzleSolution>;

/// Returns the rows that have an answer; only brute force, and reformulation if there are no
/// dimensions, may decline an instance.
fn applicable(compared: &InstanceComparison) -> Vec<&Row> {
    let (out, rows): (Vec<&Row>, _) = compared.rows.iter().partition(|row| row.is_unsupported());
    let verdict = if rows.len() == 1 { Verdict::OneOnly } else { Verdict::Agree };
    assert_eq!(compared.verdict, verdict, "{:?}", compared.rows);
    let may = |row: &&Row| ["brute", "reform"].contains(&&*row.engine);
    assert!(out.iter().all(may), "{out:?}");
    assert!(!rows.is_empty());
    rows
}

/// Checks that every engine finds exactly these solutions.
fn gives(compared: &InstanceComparison, expected: &Sets) {
    for row in applicable(compared) {
        assert!(row.complete, "{row:?}");
        assert_eq!(&row.kept.iter().cloned().collect::<Sets>(), expected, "{row:?}");
        assert_eq!(row.count, expected.len() as u128, "{row:?}");
    }
}

/// Checks that every engine finds this number of solutions and no more.
fn counts(compared: &InstanceComparison, expected: u128) {
    for row in applicable(compared) {
        assert!(row.complete, "{row:?}");
        assert_eq!(row.count, expected, "{row:?}");
        assert_eq!(row.answer == Answer::Unsatisfiable, expected == 0, "{row:?}");
    }
}

fn first(stream: Stream, number: usize) -> Vec<SourcedInstance> {
    stream.take(number).map(|found| found.expect("a good file")).collect()
}

fn json(path: &Path) -> Vec<Json> {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("a JSON array")
}

/// Returns the cards of a table with rows `number | number | two | red | ... |`, of which the
/// second number is the correct one.
fn table_of_cards(text: &str) -> BTreeMap<usize, String> {
    let mut cards = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [first, number, words @ .., ""] = &cells[..]
            && words.len() == 4
            && let (Ok(_), Ok(number)) = (first.parse::<usize>(), number.parse())
        {
            cards.insert(number, words.join(" "));
        }
    }
    cards
}

#[test]
fn the_published_twelve_cards_have_their_five_sets() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let text = fs::read_to_string(data.join("../seeds/set-cdmn.txt")).expect("a table of cards");
    let cards = table_of_cards(&text);
    assert!(cards.keys().copied().eq(1..=12), "{cards:?}");
    let lines: String = cards.values().map(|card| format!("{card}\n")).collect();
    let mut read = Puzzle::Set.read_instances(LineReader::new("cards", lines.as_bytes()));
    let instance = read.next().expect("a board").expect("good cards");
    let found = SourcedInstance::from_boxed("cards", instance);
    let expected = [[1, 4, 10], [1, 11, 12], [3, 7, 10], [4, 6, 11], [6, 7, 9]];
    let compared = results(&plan(engines(ALL), Task::All), [found]);
    gives(&compared[0], &expected.map(PuzzleSolution::from).into());
}

#[test]
fn published_set_boards_have_their_sets() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let path = data.join("set/boards.json");
    let all = solved(ALL, Task::All, &path);
    let boards = json(&path);
    assert_eq!(all.len(), boards.len());
    for (compared, board) in all.iter().zip(boards) {
        let sets: Vec<PuzzleSolution> =
            serde_json::from_value(board["sets"].clone()).expect("sets");
        // The file counts cards from 0.
        let one = |set: PuzzleSolution| set.into_iter().map(|card| card + 1).collect();
        gives(compared, &sets.into_iter().map(one).collect());
    }
}

#[test]
fn the_full_deck_has_1080_sets() {
    // Z3 needs about 8 s per model; it has the boards of 12 cards. Brute force has too many
    // assignments on `selected`.
    let all = solved("brute,native,reform,sat:*,cp:*", Task::All, "set:81");
    counts(&all[0], 1080);
    let rows = applicable(&all[0]);
    let of = |model: &str| rows.iter().filter(|row| &*row.model == model).count();
    assert_eq!(of("cards"), of("selected") + 1, "all but brute force");
}

/// Checks that the boards have one solution each, the same by all engines; returns the solutions.
fn unique(list: &str, found: Vec<SourcedInstance>) -> Vec<String> {
    let number = found.len();
    let all = results(&plan_of("cells", engines(list), Task::Limit(2)), found);
    assert_eq!(all.len(), number);
    for compared in &all {
        counts(compared, 1);
    }
    all.iter().map(|compared| applicable(compared)[0].solutions[0].clone()).collect()
}

#[test]
fn sudokus_of_order_9_are_unique_with_the_published_solutions() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let folder = data.join("sudoku");
    let text = fs::read_to_string(folder.join("uva-1000.solved.txt")).expect("solutions");
    let expected: Vec<&str> =
        text.lines().map(|line| line.split(' ').nth(3).expect("four columns")).collect();
    let boards = |number| first(stream(folder.join("uva-1000.txt")), number);
    assert_eq!(unique(QUICK, boards(100)), expected[..100]);
    // Z3 needs about 0.12 s per board, the others a thousandth of a second.
    if !engines("smt:z3").is_empty() {
        assert_eq!(unique("smt:z3", boards(20)), expected[..20]);
    }
}

#[test]
fn sudokus_of_order_4_and_16_are_unique() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let boards = |name: &str, number| first(stream(data.join("sudoku").join(name)), number);
    assert_eq!(unique("native,sat:*,smt:z3", boards("order4-100.txt", 40)).len(), 40);
    // Brute force applies to half of them and needs up to a second for each.
    unique("brute,native", boards("order4-100.txt", 8));
    assert_eq!(unique(QUICK, boards("order16-100.txt", 30)).len(), 30);
    // Z3 needs more than a second for each of these.
    unique("native,smt:z3", boards("order16-100.txt", 2));
}

#[test]
fn sudokus_have_their_number_of_solutions() {
    if lacks_real_instances() {
        return;
    }
    // Native search on every board; the others, which list them, on a third.
    have_their_number_of_solutions("cells", "native", |_| true);
    have_their_number_of_solutions("cells", QUICK, |board| board % 3 == 0);
}

#[test]
fn sudokus_have_their_number_of_solutions_in_other_viewpoints() {
    if lacks_real_instances() {
        return;
    }
    let models = "cells,positions,channelled";
    have_their_number_of_solutions(models, "native,sat:batsat,sat:cadical", |board| board % 3 == 1);
    // Inequalities alone take seconds on the other boards.
    have_their_number_of_solutions("report2", "sat:batsat", |board| board < 9 || board == 28);
    have_their_number_of_solutions("cells,report2", "sat:batsat", |board| {
        (29..38).contains(&board)
    });
}

/// Counts the solutions of the boards with these places in the file.
fn have_their_number_of_solutions(models: &str, list: &str, wanted: impl Fn(usize) -> bool) {
    let data = data();
    let path = data.join("sudoku/counts-43.txt");
    let text = fs::read_to_string(&path).expect("counts");
    let boards = first(stream(&path), usize::MAX);
    assert_eq!(boards.len(), 43);
    let (boards, lines): (Vec<SourcedInstance>, Vec<&str>) =
        boards.into_iter().zip(text.lines()).filter(|(found, _)| wanted(found.index)).unzip();
    let all = results(&plan_of(models, engines(list), Task::Count), boards);
    assert_eq!(all.len(), lines.len());
    for (compared, line) in all.iter().zip(lines) {
        let fields: Vec<&str> = line.split(':').collect();
        counts(compared, fields[1].parse().expect("a count"));
        if let [_, "1", solution] = fields[..] {
            assert!(compared.rows.iter().all(|row| row.solutions == [solution]));
        }
    }
}

#[test]
fn large_sudokus_have_one_solution_or_several() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let path = data.join("sudoku/boards_16_25.json");
    // Native search does not finish the fourth within five seconds.
    let plan = plan_of("cells", engines("sat:batsat,sat:varisat"), Task::Limit(2));
    let all = results(&plan, first(stream(&path), usize::MAX));
    let boards = json(&path);
    assert_eq!(all.len(), boards.len());
    for (compared, board) in all.iter().zip(boards) {
        let expected = board["solutions_up_to_2"].as_u64().expect("a number");
        let solution: PuzzleSolution =
            serde_json::from_value(board["a_solution"].clone()).expect("cells");
        for row in applicable(compared) {
            assert_eq!((&row.count, row.complete), (&expected.into(), expected < 2), "{row:?}");
            assert!(expected > 1 || row.kept == [solution.clone()], "{row:?}");
        }
    }
}

#[test]
fn quasigroups_are_satisfiable_or_not() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let folder = data.join("quasigroup");
    let text = fs::read_to_string(folder.join("status.csv")).expect("the list");
    let lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let small = lines.filter(|line| line[1] == "10" || line[1] == "15");
    let mut seen = BTreeSet::new();
    for line in small {
        let mut plans = vec![plan_of("cells,placed", engines(QUICK), Task::Limit(2))];
        // Triples propagate too little at order 15: no engine ends in ten seconds. At order 10,
        // bits of values take half a minute each, and so does native search.
        if line[1] == "10" {
            let list = "sat:batsat+direct,sat:varisat+order,sat:cadical+direct,sat:glucose+order";
            plans.push(plan_of("triples", engines(list), Task::Limit(2)));
        }
        for plan in plans {
            let found = stream(folder.join(format!("{}.pls", line[0])));
            let all = results(&plan, found.map(|found| found.expect("a good file")));
            for row in applicable(&all[0]) {
                assert_eq!(row.answer.name().to_uppercase(), line[3], "{row:?}");
                assert_eq!(row.count.to_string(), line[4], "{row:?}");
            }
        }
        seen.insert(line[0].to_owned());
    }
    assert_eq!(seen.len(), 10);
}

/// Builds every model of the only instance of a file; counts the variables of its first model,
/// and the variables that the givens fix.
fn builds(path: &Path) -> (usize, usize) {
    let found = first(stream(path), 2);
    assert_eq!(found.len(), 1, "{}", path.display());
    let instance = &found[0].instance;
    let viewpoint = instance.default_viewpoint();
    for model in instance.model_names() {
        let viewpoint = instance.viewpoint(model).expect("it is offered");
        match instance.model(&viewpoint) {
            Ok(model) => assert!(model.constraints().len() > 1),
            Err(why) => assert!(*model == "triples" && why.to_string().contains("the limit is")),
        }
    }
    let model = instance.model(&viewpoint).expect("a model");
    let model = model.restrict_givens(&instance.givens(&viewpoint));
    let is_fixed = |variable: &&Variable| variable.domain.len() == 1;
    (model.variables().len(), model.variables().iter().filter(is_fixed).count())
}

#[test]
fn hard_instances_are_read_and_their_models_built() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let mut seen = [0, 0];
    for folder in ["magic", "quasigroup"] {
        for entry in fs::read_dir(data.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".dat") {
                let (variables, fixed) = builds(&path);
                // One of the files repeats a clue.
                let text = fs::read_to_string(&path).expect("a file");
                let clues: BTreeSet<&str> = text.lines().skip(1).map(str::trim).collect();
                let clues = clues.into_iter().filter(|clue| !clue.is_empty()).count();
                assert!(clues >= 9 && (variables, fixed) == (81, clues), "{name}: {fixed}");
                seen[0] += 1;
            } else if name.starts_with("qwh") {
                assert_eq!(builds(&path), (900, 900 - 374), "{name}");
                seen[1] += 1;
            }
        }
    }
    assert_eq!(seen, [10, 10]);
}

#[test]
fn small_squares_are_counted() {
    counts(&solved(ALL, Task::All, "magic:3")[0], 8);
    counts(&solved(ALL, Task::Count, "latin:3")[0], 12);
    counts(&solved("native,reform,sat:*,cp:*", Task::Count, "latin:4")[0], 576);
}

#[test]
fn native_search_finds_a_magic_square_of_order_4() {
    let all = solved("native", Task::First, "magic:4");
    let square: &[Value] = &all[0].rows[0].kept[0];
    assert_eq!(square.iter().copied().collect::<BTreeSet<_>>(), (1..=16).collect());
    for i in 0..4 {
        assert_eq!(square[4 * i..4 * i + 4].iter().sum::<Value>(), 34);
        assert_eq!((0..4).map(|row| square[4 * row + i]).sum::<Value>(), 34);
    }
    assert_eq!([0, 5, 10, 15].map(|cell| square[cell]).iter().sum::<Value>(), 34);
    assert_eq!([3, 6, 9, 12].map(|cell| square[cell]).iter().sum::<Value>(), 34);
}
