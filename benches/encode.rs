//! Measures the encoding of models into clauses, in clauses per second.

#![allow(unreachable_pub, reason = "nothing outside a benchmark reaches it")]

mod models;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parallax_encodings::EncodingOptions;
use parallax_model::Model;
use parallax_model::engine_api::Control;
use parallax_translate::ModelClauses;

const WARM_UP: Duration = Duration::from_millis(500);
const MEASURED: Duration = Duration::from_secs(2);

/// A model and the encodings to write it in.
type Run = (fn() -> Model, &'static [&'static str]);

const RUNS: &[Run] = &[
    (|| models::latin(20), &["direct", "order", "channelled", "log"]),
    (
        || models::sudoku(5),
        &["direct", "order", "direct,amo=pairwise", "direct,amo=sequential", "direct,amo=bitwise"],
    ),
    (|| models::magic(6), &["direct", "order", "log", "direct,sum=adder"]),
    (
        || models::magic(4),
        &["direct,sum=mdd", "direct,sum=gte", "order,sum=order", "direct,sum=dpw"],
    ),
    (|| models::magic(5), &["order,alldiff=hall", "log,alldiff=bits"]),
];

fn encode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encode");
    group.sample_size(10).warm_up_time(WARM_UP).measurement_time(MEASURED);
    for (model, encodings) in RUNS {
        let model = model();
        for encoding in *encodings {
            let options = options(encoding);
            group.throughput(Throughput::Elements(clauses(&model, &options)));
            group.bench_function(format!("{}, {encoding}", model.name()), |bencher| {
                bencher.iter(|| clauses(black_box(&model), &options));
            });
        }
    }
    group.finish();
}

/// Reads the encoding of a spec: integers, then options with their keys.
fn options(encoding: &str) -> EncodingOptions {
    let mut options = EncodingOptions::default();
    for part in encoding.split(',') {
        let (key, name) = part.split_once('=').unwrap_or((EncodingOptions::INTEGERS.key, part));
        let choice = EncodingOptions::find_choice(key).expect("a known choice");
        (choice.set)(&mut options, name).expect("a known name");
    }
    options
}

fn clauses(model: &Model, options: &EncodingOptions) -> u64 {
    let cnf = ModelClauses::from_model(model, options, &Control::unlimited())
        .expect("the model has an encoding");
    cnf.formula().n_clauses() as u64
}

criterion_group!(benches, encode);
criterion_main!(benches);
