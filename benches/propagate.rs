//! Measures native search up to its root at each propagation level: it makes the propagators and
//! runs them to a fixpoint.

#![allow(unreachable_pub, reason = "nothing outside a benchmark reaches it")]

mod models;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use parallax_model::engine_api::Control;
use parallax_search::{ConsistencyLevel, SearchSettings, SearchState};

const WARM_UP: Duration = Duration::from_millis(300);
const MEASURED: Duration = Duration::from_secs(1);

fn propagate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("propagate");
    group.sample_size(20).warm_up_time(WARM_UP).measurement_time(MEASURED);
    let sudoku = models::clued_sudoku(models::SUDOKUS[0]);
    for model in [models::latin(30), models::magic(7), models::set(81), sudoku] {
        for level in ConsistencyLevel::ALL {
            let settings: SearchSettings =
                format!(",{level}").parse().expect("a level is a setting");
            group.bench_function(format!("{}, {level}", model.name()), |bencher| {
                bencher.iter(|| {
                    let root =
                        SearchState::new(black_box(&model), &settings, 0, &Control::unlimited());
                    let root = root.expect("the domains fit bit sets");
                    assert!(!root.is_refuted());
                    root
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, propagate);
criterion_main!(benches);
