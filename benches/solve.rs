//! Measures the search for all solutions of models, including the preparation of sessions.

#![allow(unreachable_pub, reason = "nothing outside a benchmark reaches it")]

mod models;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use parallax_engines::Spec;
use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, Task};

const WARM_UP: Duration = Duration::from_millis(500);
const MEASURED: Duration = Duration::from_secs(2);

/// Finds and counts all solutions.
fn count(spec: &Spec, model: &Arc<Model>) -> u64 {
    let control = Control::unlimited();
    let mut session = spec.prepare(model, 0, &control).expect("the engine takes the model");
    let mut found = 0;
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        black_box(values);
        found += 1;
        ControlFlow::Continue(())
    });
    assert!(outcome.complete, "{spec}: {outcome:?}");
    found
}

fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    model: Model,
    solutions: u64,
    engines: &[&str],
) {
    let model = Arc::new(model);
    for engine in engines {
        let spec: Spec = engine.parse().expect("the engine's name is right");
        // Solves once before the measurement.
        assert_eq!(count(&spec, &model), solutions, "{spec}, {name}");
        group.bench_function(format!("{name}, {engine}"), |bencher| {
            bencher.iter(|| count(&spec, &model));
        });
    }
}

fn solve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10).warm_up_time(WARM_UP).measurement_time(MEASURED);
    let mut problems = vec![
        ("latin 4, all 576".to_owned(), models::latin(4), 576),
        ("magic 3, all 8".to_owned(), models::magic(3), 8),
        ("set 81, all 1080".to_owned(), models::set(81), 1080),
    ];
    for (i, clues) in models::SUDOKUS.into_iter().enumerate() {
        problems.push((format!("sudoku {}", i + 1), models::clued_sudoku(clues), 1));
    }
    for (name, model, solutions) in problems {
        measure(&mut group, &name, model, solutions, &["native", "native,gac", "sat:batsat"]);
    }
    let strategies = [
        "native",
        "native:mid+sval",
        "native:opre+middle,ac,sum=bounds",
        "native:chs+middle",
        "native:activity+middle",
        "native,d-way",
    ];
    measure(&mut group, "latin 5, all 161280", models::latin(5), 161_280, &strategies);
    measure(&mut group, "magic 4, all 7040", models::magic(4), 7040, &strategies);
    group.finish();
}

/// Measures counts that visit one solution.
fn counters(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10).warm_up_time(WARM_UP).measurement_time(MEASURED);
    for (name, model, solutions) in
        [("latin 5", models::latin(5), 161_280), ("magic 4", models::magic(4), 7040)]
    {
        let model = Arc::new(model);
        for engine in ["count:native,keys=names", "count:native", "count:diagrams"] {
            let spec: Spec = engine.parse().expect("the engine's name is right");
            let once = || {
                let control = Control::unlimited();
                let mut session = spec.prepare(&model, 0, &control).expect("it takes the model");
                session
                    .ask(&[], Task::Count, &control, &mut |_| ControlFlow::Continue(()))
                    .counted
                    .expect("a number")
            };
            assert_eq!(once().to_string(), solutions.to_string(), "{spec}, {name}");
            group.bench_function(format!("{name}, {engine}"), |bencher| bencher.iter(once));
        }
    }
    group.finish();
}

criterion_group!(benches, solve, counters);
criterion_main!(benches);
