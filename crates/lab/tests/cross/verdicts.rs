//! Broken engines get the right verdict, and runs keep the order of instances in every case.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::{Compared, Models, Plan, Row, Times, Verdict, run, settle};
use parallax_engines::{Certifying, Spec};
use parallax_formats::ModelInstance;
use parallax_model::ask::{
    Answer, Control, Count, Engine, Family, OnCandidate, Outcome, Refusal, Session, Solver, Task,
};
use parallax_model::decimal::Decimal;
use parallax_model::instance::{
    BrokenRule, InputError, Instance, PuzzleSolution, SourcedInstance, Viewpoint,
};
use parallax_model::{Given, Model, ModelError, Solution, Value};
use parallax_puzzles::Puzzle;
use parallax_puzzles::sudoku::Sudoku;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{engines, plan, plan_of, results, stream};

/// The fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// No fault.
    None,
    /// Claims that there is no solution.
    Denies,
    /// Claims that there is a solution and reports none.
    Boasts,
    /// Omits the first solution and calls the rest complete.
    LosesFirst,
    /// Omits the last solution.
    LosesLast,
    /// Changes a value.
    Changes,
    /// Reports a solution twice.
    Repeats,
    /// Has no answer.
    Tired,
    /// Does not support any model.
    Picky,
    /// Panics after the first solution.
    Falls,
    /// Panics before the first question.
    Stumbles,
    /// Gives one solution and a count that is one too many.
    Miscounts,
}

/// Native search with a fault; the number distinguishes engines with the same fault.
struct Broken(Fault, usize);

impl Engine for Broken {
    fn spec(&self) -> String {
        format!("broken:{:?}:{}", self.0, self.1)
    }

    fn family(&self) -> Family {
        Family::of(Solver::Native)
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        match self.0 {
            Fault::Picky => Err(Refusal::Unsupported("not this one".into())),
            Fault::Stumbles => panic!("on the threshold"),
            fault => {
                Ok(Box::new(BrokenSession(fault, Spec::native().prepare(model, seed, control)?)))
            }
        }
    }
}

struct BrokenSession(Fault, Box<dyn Session>);

impl Session for BrokenSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        give: OnCandidate<'_>,
    ) -> Outcome {
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        let outcome = self.1.ask(givens, task, control, &mut |values| {
            solutions.push(values.to_vec());
            ControlFlow::Continue(())
        });
        match self.0 {
            Fault::Denies => return Outcome::at_once(Answer::Unsatisfiable),
            Fault::Boasts => return Outcome::at_once(Answer::Satisfiable),
            Fault::Tired => return Outcome::at_once(Answer::Unknown("tired".into())),
            Fault::LosesFirst => drop(solutions.remove(0)),
            Fault::LosesLast => drop(solutions.pop()),
            Fault::Changes => solutions[0][0] = if solutions[0][0] == 1 { 2 } else { 1 },
            Fault::Repeats => solutions.push(solutions[0].clone()),
            Fault::Falls => {
                let _ = give(&solutions[0]);
                panic!("in full view");
            }
            Fault::Miscounts => {
                let _ = give(&solutions[0]);
                return Outcome { counted: Some((solutions.len() + 1).into()), ..outcome };
            }
            Fault::None | Fault::Picky | Fault::Stumbles => {}
        }
        for values in &solutions {
            if give(values).is_break() {
                break;
            }
        }
        outcome
    }
}

fn found(instance: Box<dyn Instance>, index: usize) -> SourcedInstance {
    SourcedInstance { index, ..SourcedInstance::made("test", instance) }
}

fn made(name: &str) -> SourcedInstance {
    found(Puzzle::from_name(name).expect("a puzzle").expect("a size"), 0)
}

fn broken(faults: &[Fault]) -> Vec<Arc<dyn Engine>> {
    let numbered = faults.iter().enumerate();
    numbered.map(|(i, &fault)| Arc::new(Broken(fault, i)) as Arc<dyn Engine>).collect()
}

fn compared(faults: &[Fault], task: Task, found: SourcedInstance) -> Compared {
    results(&plan_of("cells", broken(faults), task), [found]).remove(0)
}

#[test]
fn broken_engines_get_their_verdicts() {
    use Fault::*;
    let cases: &[(&[Fault], Verdict, u8)] = &[
        (&[None, None], Verdict::Agree, 0),
        // A single answer is not compared.
        (&[None], Verdict::OneOnly, 3),
        (&[None, Picky], Verdict::OneOnly, 3),
        (&[None, Denies], Verdict::Contradiction, 5),
        // A claimed solution that is not reported does not count.
        (&[Boasts], Verdict::WrongSolution, 5),
        (&[Boasts, Denies], Verdict::WrongSolution, 5),
        (&[Denies, Denies], Verdict::Agree, 0),
        (&[None, LosesFirst], Verdict::CountMismatch, 4),
        (&[LosesLast, None], Verdict::CountMismatch, 4),
        // Two complete sets of the same size that differ.
        (&[LosesFirst, LosesLast], Verdict::Contradiction, 5),
        (&[None, Changes], Verdict::WrongSolution, 5),
        (&[Repeats, None], Verdict::WrongSolution, 5),
        (&[Repeats], Verdict::WrongSolution, 5),
        (&[None, Tired], Verdict::OneSidedUnknown, 3),
        (&[Tired, Picky], Verdict::Unanswered, 3),
        (&[Picky], Verdict::Unanswered, 3),
        (&[None, Falls, None], Verdict::OneSidedUnknown, 3),
        (&[Stumbles, None], Verdict::OneSidedUnknown, 3),
        // The worst verdict counts.
        (&[Tired, None, LosesFirst, Denies], Verdict::Contradiction, 5),
        (&[Picky, Denies, None, Changes], Verdict::WrongSolution, 5),
    ];
    for (faults, verdict, code) in cases {
        let compared = compared(faults, Task::All, made("latin:3"));
        assert_eq!(compared.verdict, *verdict, "{faults:?}");
        assert_eq!(compared.verdict.exit_code(), *code, "{faults:?}");
        assert_eq!(compared.rows.len(), faults.len());
    }
}

#[test]
fn a_certificate_settles_what_solutions_leave_open() {
    use Fault::*;
    let judge = Certifying::new(&Spec::native()).expect("native search certifies");
    let control = Control::unlimited();
    for (faults, before, after) in [
        // One count against another.
        (&[None, Miscounts][..], vec![], vec!["broken:Miscounts:1"]),
        (
            &[Miscounts, Denies],
            vec!["broken:Denies:1"],
            vec!["broken:Miscounts:0", "broken:Denies:1"],
        ),
        // If engines agree, or a solution is wrong, no engine is queried again.
        (&[None, None], vec![], vec![]),
    ] {
        let mut compared = compared(faults, Task::Count, made("latin:3"));
        let wrong = |compared: &Compared| -> Vec<String> {
            compared.wrong().map(|row| row.engine.clone()).collect()
        };
        assert_eq!(wrong(&compared), before, "{faults:?}");
        let plan = plan_of("cells", broken(faults), Task::Count);
        settle(&plan, &judge, &mut compared, &control);
        assert_eq!(wrong(&compared), after, "{faults:?}");
        let settled =
            (faults != [None, None]).then_some("12 solutions, certified (flattened model)");
        assert_eq!(compared.settled.as_deref(), settled, "{faults:?}");
    }
}

#[test]
fn rows_say_what_is_wrong() {
    let row = |fault| compared(&[fault], Task::All, made("latin:3")).rows.remove(0);
    let message = |fault| row(fault).reason.unwrap_or_default();
    assert_eq!(row(Fault::None).count, 12);
    assert!(row(Fault::None).checked);
    assert!(message(Fault::Changes).starts_with("wrong solution: "), "{}", message(Fault::Changes));
    assert!(message(Fault::Repeats).starts_with("the same solution twice: "));
    assert_eq!(row(Fault::Repeats).count, 12);
    assert!(!row(Fault::Repeats).checked);
    assert_eq!(row(Fault::Changes).count, 0);
    assert_eq!(row(Fault::Tired).answer, Answer::Unknown("tired".into()));
    assert_eq!(row(Fault::Picky).answer, Answer::Unsupported("not this one".into()));
    assert!(
        message(Fault::Falls).starts_with("crash: panic: in full view"),
        "{}",
        message(Fault::Falls)
    );
    assert!(message(Fault::Stumbles).contains("on the threshold"), "{}", message(Fault::Stumbles));
}

/// Returns the verdict on two engines that minimise `x + y`, both proved 2; `change` then changes
/// the rows.
fn optimal_rows(change: impl Fn(&mut Vec<Row>)) -> Verdict {
    let text = r#"{"format": "parallax-model-1", "variables": [
        {"name": "x", "domain": "1..5"}, {"name": "y", "domain": "1..5"}],
        "minimize": [{"variable": "x"}, {"variable": "y"}]}"#;
    let model = parallax_model::json::read("test", text).expect("a model");
    let plan = Plan { task: None, ..plan(engines("native,brute"), Task::All) };
    let compared = results(&plan, [found(Box::new(ModelInstance::new(model)), 0)]).remove(0);
    let mut rows = compared.rows;
    let message: Vec<_> =
        rows.iter().map(|row| (row.answer.clone(), row.value, row.count.to_string())).collect();
    let one = (Answer::Optimal(2), Some(Decimal::integer(2)), "1".to_owned());
    assert_eq!(message, [one.clone(), one]);
    assert_eq!(rows[0].solutions, ["x = 1, y = 1"]);
    change(&mut rows);
    Verdict::of(&rows)
}

#[test]
fn best_solutions_are_compared_by_value() {
    let set = |row: &mut Row, answer: Answer, value: i64| {
        (row.answer, row.value, row.cost) = (answer, Some(Decimal::integer(value)), Some(value));
    };
    // Other solutions of the same value are not a difference.
    assert_eq!(optimal_rows(|rows| rows[1].digest = Some(7)), Verdict::Agree);
    assert_eq!(
        optimal_rows(|rows| set(&mut rows[1], Answer::Optimal(3), 3)),
        Verdict::Contradiction
    );
    assert_eq!(
        optimal_rows(|rows| {
            set(&mut rows[0], Answer::Optimal(3), 3);
            set(&mut rows[1], Answer::Satisfiable, 2);
        }),
        Verdict::Contradiction
    );
    assert_eq!(
        optimal_rows(|rows| {
            set(&mut rows[1], Answer::Satisfiable, 4);
            (rows[1].complete, rows[1].reason) = (false, Some("timeout".into()));
        }),
        Verdict::OneSidedUnknown
    );
    assert_eq!(
        optimal_rows(|rows| {
            (rows[1].answer, rows[1].value, rows[1].cost) = (Answer::Unsatisfiable, None, None);
            rows[1].count = Count::zero();
        }),
        Verdict::Contradiction
    );
}

#[test]
fn the_silence_of_an_incomplete_engine_says_nothing() {
    let local = Family::of(Solver::Local);
    let silent = |row: &mut Row| {
        (row.answer, row.value, row.cost) = (Answer::Unknown("tired".into()), None, None);
        (row.count, row.complete, row.family) = (Count::zero(), false, local);
    };
    assert_eq!(optimal_rows(|rows| silent(&mut rows[1])), Verdict::OneOnly);
    assert_eq!(optimal_rows(|rows| rows.iter_mut().for_each(silent)), Verdict::Unanswered);
    let found = |value: i64| {
        optimal_rows(|rows| {
            (rows[1].answer, rows[1].complete) = (Answer::Satisfiable, false);
            rows[1].reason = Some("timeout".into());
            (rows[1].value, rows[1].cost) = (Some(Decimal::integer(value)), Some(value));
            rows[1].family = local;
        })
    };
    assert_eq!(found(4), Verdict::Agree);
    assert_eq!(found(1), Verdict::Contradiction);
}

#[test]
fn a_question_for_a_few_is_compared_too() {
    let limit = |faults: &[Fault]| compared(faults, Task::Limit(2), made("latin:3")).verdict;
    assert_eq!(limit(&[Fault::None, Fault::None]), Verdict::Agree);
    assert_eq!(limit(&[Fault::None, Fault::Denies]), Verdict::Contradiction);
    assert_eq!(limit(&[Fault::None, Fault::Changes]), Verdict::WrongSolution);
}

/// Returns the verdict on rows of magic:3, where all have 8 solutions and one up to symmetry;
/// `change` then changes the rows.
fn rows(models: &[&str], change: impl Fn(usize, &mut Row)) -> Verdict {
    let models = Models::Named(models.iter().map(|&model| model.to_owned()).collect());
    let plan = Plan { models, ..plan(engines("native"), Task::All) };
    let mut rows = results(&plan, [made("magic:3")]).remove(0).rows;
    rows.iter_mut().enumerate().for_each(|(i, row)| change(i, row));
    Verdict::of(&rows)
}

fn set_count(row: &mut Row, count: u128, complete: bool) {
    row.count = count.into();
    row.complete = complete;
    row.weighted = row.weighted.take().map(|_| (8 * count).into());
    row.answer = if count > 0 { Answer::Satisfiable } else { Answer::Unsatisfiable };
    if !complete {
        row.answer = Answer::Satisfiable;
    }
}

#[test]
fn orbits_are_compared_by_what_they_stand_for() {
    let models = ["cells", "cells+symmetry"];
    let plain = |count, complete| {
        rows(&models, |i, row| {
            if i == 0 {
                set_count(row, count, complete);
            }
        })
    };
    let orbits = |count, complete| {
        rows(&models, |i, row| {
            if i == 1 {
                set_count(row, count, complete);
            }
        })
    };
    assert_eq!(plain(8, true), Verdict::Agree);
    assert_eq!(plain(7, true), Verdict::CountMismatch);
    assert_eq!(plain(7, false), Verdict::Agree);
    assert_eq!(plain(9, false), Verdict::CountMismatch);
    assert_eq!(plain(0, true), Verdict::Contradiction);
    assert_eq!(orbits(2, true), Verdict::CountMismatch);
    assert_eq!(orbits(2, false), Verdict::CountMismatch);
    assert_eq!(orbits(0, true), Verdict::Contradiction);
    // Unknown weights are not compared, but the answers are.
    let unknown = |count| {
        rows(&models, |i, row| {
            if i == 1 {
                set_count(row, count, true);
                row.weighted = None;
            }
        })
    };
    assert_eq!((unknown(3), unknown(0)), (Verdict::Agree, Verdict::Contradiction));
}

#[test]
fn a_part_may_be_smaller_but_not_beyond_the_whole() {
    for whole in ["cells", "cells+symmetry"] {
        let models = [whole, "cells+corners"];
        let part = |count| {
            rows(&models, |i, row| {
                if i == 1 {
                    set_count(row, count, true);
                }
            })
        };
        // A part without solutions does not contradict a whole that has some.
        assert_eq!((part(0), part(1), part(5)), (Verdict::OneOnly, Verdict::Agree, Verdict::Agree));
        assert_eq!(part(9), Verdict::CountMismatch);
        let none =
            |count| rows(&models, |i, row| set_count(row, if i == 0 { 0 } else { count }, true));
        assert_eq!((none(0), none(1)), (Verdict::Agree, Verdict::Contradiction));
    }
    // Rows with the same part are compared like any others.
    let faults = broken(&[Fault::None, Fault::LosesFirst]);
    let models = Models::Named(vec!["cells+corners".into()]);
    let plan = Plan { models, ..plan(faults, Task::All) };
    let compared = results(&plan, [made("magic:4")]).remove(0);
    assert_eq!(compared.verdict, Verdict::CountMismatch);
}

/// A puzzle whose model has lost its constraints.
struct Weak(Box<dyn Instance>);

impl Instance for Weak {
    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let mut weak = Model::new("weak");
        for variable in self.0.model(viewpoint)?.variables() {
            weak.add_shown(variable.name.clone(), variable.domain.clone())?;
        }
        Ok(weak)
    }
    fn puzzle(&self) -> &'static str {
        self.0.puzzle()
    }
    fn title(&self) -> String {
        self.0.title()
    }
    fn models(&self) -> &'static [&'static str] {
        self.0.models()
    }
    fn shape(&self, viewpoint: &Viewpoint) -> String {
        self.0.shape(viewpoint)
    }
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.0.givens(viewpoint)
    }
    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.0.solution(viewpoint, solution)
    }
    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRule> {
        self.0.rules(terms)
    }
    fn write(&self) -> String {
        self.0.write()
    }
    fn write_solution(&self, terms: &[Value]) -> String {
        self.0.write_solution(terms)
    }
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        self.0.read_solutions(source, text)
    }
    fn text(&self, solutions: &[PuzzleSolution]) -> String {
        self.0.text(solutions)
    }
    fn svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.0.svg(solutions)
    }
}

#[test]
fn the_rules_of_the_puzzle_catch_a_model_that_is_too_weak() {
    let weak = || found(Box::new(Weak(made("latin:3").instance)), 0);
    for task in [Task::First, Task::All, Task::Count] {
        let compared = compared(&[Fault::None, Fault::None], task, weak());
        assert_eq!(compared.verdict, Verdict::WrongSolution);
        let row = &compared.rows[0];
        assert!(!row.checked && row.count == 0 && row.kept.is_empty(), "{row:?}");
        assert!(row.reason.as_ref().is_some_and(|why| why.contains("row 1")), "{row:?}");
    }
}

/// Makes small boards with one solution, several or none, of varying orders.
fn boards(number: usize) -> Vec<SourcedInstance> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    (0..number).map(|i| found(Box::new(board(&mut rng, i)), i)).collect()
}

fn board(rng: &mut ChaCha8Rng, i: usize) -> Sudoku {
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
    Sudoku::new(order, clues).expect("a board")
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let with = |jobs| -> Vec<Vec<Row>> {
        let engines = engines("native,sat:batsat");
        let mut plan = plan_of("cells,positions", engines, Task::Limit(2));
        plan.jobs = jobs;
        let timeless = |compared: Compared| {
            assert_eq!(compared.verdict, Verdict::Agree);
            let rows = compared.rows.into_iter();
            rows.map(|row| Row { time_s: Times::default(), ..row }).collect()
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
    run(&plan, endless, &control, &mut |compared| {
        seen.push(compared.expect("a board").rows[0].index);
        if seen.len() == 100 {
            flag.cancel();
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
        run(&plan, stream, &Control::unlimited(), &mut |result| {
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
    let model = parallax_model::json::read("pigeons", &text).expect("a model");
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
                assert_eq!(row.answer, Answer::Unknown("timeout".into()), "{row:?}");
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
