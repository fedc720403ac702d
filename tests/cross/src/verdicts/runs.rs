//! Runs keep the order of instances, whatever happens to one of them.

use std::time::{Duration, Instant};

use parallax_compare::{InstanceComparison, Row, RowTimes, Verdict, run_plan};
use parallax_formats::ModelInstance;
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::{Answer, Control, Task};
use parallax_puzzles::sudoku::SudokuPuzzle;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{found, made};
use crate::common::{engines, plan, plan_of, results, stream};

/// Makes small boards with one solution, several or none, of varying orders.
fn boards(number: usize) -> Vec<SourcedInstance> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    (0..number).map(|i| found(Box::new(board(&mut rng, i)), i)).collect()
}

fn board(rng: &mut ChaCha8Rng, i: usize) -> SudokuPuzzle {
    let (order, height) = if (i / 45).is_multiple_of(2) { (4, 2) } else { (6, 2) };
    let width = order / height;
    let mut symbols: Vec<Value> = (1..=order as Value).collect();
    symbols.shuffle(rng);
    let pattern = |row, column| (row % height * width + row / height + column) % order;
    let cells = (0..order * order).map(|cell| symbols[pattern(cell / order, cell % order)]);
    let mut clues: Vec<Option<Value>> =
        cells.map(|value| rng.random_bool(0.4).then_some(value)).collect();
    if i.is_multiple_of(7) {
        clues[0] = Some(symbols[1]);
    }
    SudokuPuzzle::new(order, clues).expect("a board")
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let with = |jobs| -> Vec<Vec<Row>> {
        let engines = engines("native,sat:batsat");
        let mut plan = plan_of("cells,positions", engines, Task::Limit(2));
        plan.jobs = jobs;
        let timeless = |compared: InstanceComparison| {
            assert_eq!(compared.verdict, Verdict::Agree);
            let rows = compared.rows.into_iter();
            rows.map(|row| Row { time_s: RowTimes::default(), ..row }).collect()
        };
        results(&plan, boards(300)).into_iter().map(timeless).collect()
    };
    let one = with(1);
    for (i, rows) in one.iter().enumerate() {
        assert!(rows.iter().all(|row| row.index == i && !row.counters.is_empty()));
        assert_eq!(
            rows.iter().map(|row| (&*row.model, &*row.engine)).collect::<Vec<_>>(),
            [
                ("cells", "native"),
                ("cells", "sat:batsat+direct"),
                ("positions", "native"),
                ("positions", "sat:batsat+direct")
            ]
        );
    }
    let found = |count| one.iter().filter(|rows| rows[0].count == count).count();
    assert!((0..=2).all(|count| found(count) > 20), "a mixed stream");
    assert_eq!(one.len(), 300);
    assert!(one == with(2), "two workers");
    assert!(one == with(4), "four workers");
}

#[test]
fn a_cancelled_run_reports_what_is_done_and_ends() {
    let control = Control::unlimited();
    let flag = control.clone();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // This stream never ends.
    let endless = (0..).map(move |i| Ok(found(Box::new(board(&mut rng, i)), i)));
    let mut seen = Vec::new();
    let plan = plan_of("cells", engines("native,sat:batsat"), Task::Limit(2));
    run_plan(&plan, endless, &control, &mut |compared| {
        seen.push(compared.expect("a board").rows[0].index);
        if seen.len() == 100 {
            flag.cancel_work();
        }
    });
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
    assert!(seen[..100].iter().copied().eq(0..100), "{seen:?}");
}

#[test]
fn an_input_error_stands_in_its_place_and_the_rest_goes_on() {
    for good in [0, 1, 44, 45, 64, 130] {
        let fault = InputError::new("test", "broken").at_line(good + 1);
        let stream = boards(good).into_iter().map(Ok).chain([Err(fault.clone())]);
        let stream = stream.chain(boards(3).into_iter().map(Ok)).chain([Err(fault.clone())]);
        let mut seen = Vec::new();
        let plan = plan_of("cells", engines("native,sat:batsat"), Task::First);
        run_plan(&plan, stream, &Control::unlimited(), &mut |result| {
            seen.push(result.map(|compared| {
                assert_eq!(compared.rows.len(), 2);
                compared.found.index
            }));
        });
        let expected = (0..good).map(Ok).chain([Err(fault.clone())]);
        let expected: Vec<_> = expected.chain((0..3).map(Ok)).chain([Err(fault)]).collect();
        assert_eq!(seen, expected, "{good}");
    }
}

/// Makes an instance with `number` pigeons in one hole fewer, pairwise different: it has no
/// solution, and no engine proves that soon.
fn pigeons(number: usize) -> SourcedInstance {
    let variable = |i| format!(r#"{{"name": "p{i}", "domain": "1..{}"}}"#, number - 1);
    let differ = |i, j| {
        format!(r#"{{"kind": "compare", "left": "p{i}", "relation": "!=", "right": "p{j}"}}"#)
    };
    let variables: Vec<String> = (0..number).map(variable).collect();
    let constraints: Vec<String> =
        (0..number).flat_map(|i| (0..i).map(move |j| differ(i, j))).collect();
    let text = format!(
        r#"{{"format": "parallax-model-1", "variables": [{}], "constraints": [{}]}}"#,
        variables.join(","),
        constraints.join(",")
    );
    let model = parallax_json::read_model("pigeons", &text).expect("a model");
    found(Box::new(ModelInstance::new(model)), 0)
}

#[test]
fn a_timeout_is_unknown_and_never_unsatisfiable() {
    for milliseconds in [1, 60] {
        for hard in [pigeons(16), made("magic:12")] {
            let mut plan = plan(engines("all,sat:*"), Task::First);
            plan.timeout = Some(Duration::from_millis(milliseconds));
            let start = Instant::now();
            let compared = results(&plan, [hard]).remove(0);
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
            assert_eq!(compared.verdict, Verdict::Unanswered);
            for row in compared.rows.iter().filter(|row| !row.is_unsupported()) {
                assert_eq!(
                    row.answer,
                    Answer::from(parallax_model::engine_api::StopReason::Timeout),
                    "{row:?}"
                );
                assert!(!row.complete && row.count == 0);
            }
            let may = |row: &Row| ["brute", "reform"].contains(&&*row.engine);
            assert!(compared.rows.iter().all(|row| may(row) || !row.is_unsupported()));
        }
    }
    // The engines answer a small instance of the same kind.
    assert_eq!(
        results(&plan(engines("native"), Task::First), [pigeons(4)])[0].rows[0].answer,
        Answer::Unsatisfiable
    );
    assert!(stream("magic:3").all(|found| found.is_ok()));
}
