//! From a model to clauses, in clauses a second.

mod models;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parallax::ask::Control;
use parallax::lower::Cnf;
use parallax::model::Model;
use parallax_encodings::{IntEncoding, Options};

const WARM_UP: Duration = Duration::from_millis(500);
const MEASURED: Duration = Duration::from_secs(2);

fn encode(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encode");
    group.sample_size(10).warm_up_time(WARM_UP).measurement_time(MEASURED);
    for model in [models::latin(20), models::sudoku(5), models::magic(6)] {
        for integers in [IntEncoding::Direct, IntEncoding::Order] {
            let options = Options { integers, ..Options::default() };
            group.throughput(Throughput::Elements(clauses(&model, &options)));
            group.bench_function(format!("{}, {}", model.name(), integers.name()), |bencher| {
                bencher.iter(|| clauses(black_box(&model), &options));
            });
        }
    }
    group.finish();
}

fn clauses(model: &Model, options: &Options) -> u64 {
    let cnf = Cnf::of(model, options, &Control::unlimited()).expect("the model has an encoding");
    cnf.formula().n_clauses() as u64
}

criterion_group!(benches, encode);
criterion_main!(benches);
