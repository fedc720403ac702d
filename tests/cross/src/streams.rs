//! Random models whose solutions leave as they are found: none is lost, kept, repeated or held
//! back, whenever the run is cancelled.
//!
//! `PARALLAX_CASES` is their number.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::{ComparisonEvent, ComparisonPlan, ModelSelection, run_live};
use parallax_engines::Spec;
use parallax_formats::ModelInstance;
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_model::{Domain, Model, sample};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{plan, stream};

const ENGINES: [&str; 5] = ["brute", "native", "native,d-way", "sat:batsat+direct", "reform"];

/// The solutions and the row of one instance.
#[derive(Default)]
struct Came {
    different: BTreeSet<Vec<i32>>,
    /// The number of solutions that came, before the row and after it.
    before: u128,
    after: u128,
    /// From the row: the number of solutions, whether these are all, and the number that it keeps.
    row: Option<(u128, bool, usize)>,
}

/// Runs an engine on an instance; cancels the run after this number of solutions.
fn came(found: SourcedInstance, engine: &str, most: Option<u128>) -> Came {
    let spec: Spec = engine.parse().expect("an engine");
    let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(spec)];
    let models = ModelSelection::Default;
    let plan = ComparisonPlan { keep: 0, streams: true, models, ..plan(engines, Task::All) };
    let stream: Vec<Result<SourcedInstance, InputError>> = vec![Ok(found)];
    let (control, mut came) = (Control::unlimited(), Came::default());
    run_live(&plan, Box::new(stream.into_iter()), &control, &mut |arrived| match arrived {
        ComparisonEvent::Solutions(_, solutions) => {
            for solution in solutions {
                assert!(came.different.insert(solution), "a repetition");
                came.before += u128::from(came.row.is_none());
                came.after += u128::from(came.row.is_some());
            }
            if most.is_some_and(|most| came.before >= most) {
                control.cancel_work();
            }
        }
        ComparisonEvent::Row(_) => {}
        ComparisonEvent::Result(result) => {
            let row = &result.expect("a model").rows[0];
            assert_eq!(row.count, row.given, "solutions that are given");
            came.row = Some((row.given, row.complete, row.kept.len()));
        }
    });
    came
}

#[test]
fn solutions_leave_as_they_are_found() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let (mut whole, mut cut, mut solutions) = (0, 0, 0);
    for case in 0..cases.unwrap_or(300u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let model = sample::random_model(&mut rng).expect("a sample");
        let own = || SourcedInstance::new("own", ModelInstance::new(model.clone()));
        let all = came(own(), "brute", None);
        let (count, complete, _) = all.row.expect("a row");
        assert!(complete, "case {case}\n{model}");
        let engine = ENGINES[rng.random_range(0..ENGINES.len())];
        let most = rng.random_bool(0.5).then(|| u128::from(rng.random_range(1..20u32)));
        let came = came(own(), engine, most);
        let label = format!("case {case}, {engine}, cancelled after {most:?}\n{model}");
        // After a cancellation there may be no row.
        let Some((said, complete, kept)) = came.row else {
            assert!(most.is_some(), "{label}");
            continue;
        };
        assert_eq!((kept, came.after, came.before), (0, 0, said), "{label}");
        assert!(came.different.is_subset(&all.different), "{label}");
        assert!(said == count || !complete, "{label}");
        whole += u64::from(complete);
        cut += u64::from(!complete);
        solutions += said;
    }
    println!("{solutions} solutions; {whole} runs to the end, {cut} cancelled");
    assert!(whole > cut && solutions > 0, "{whole} {cut}");
}

/// More solutions than may wait at once, and a reader that does not come for some time.
#[test]
fn a_slow_reader_gets_every_solution() {
    let mut model = Model::new("free");
    for name in ["a", "b", "c", "d"] {
        model.add_shown(name, Domain::from_range(0, 9)).expect("a new name");
    }
    for engine in ["native", "brute"] {
        let spec: Spec = engine.parse().expect("an engine");
        let engines: Vec<Arc<dyn Engine>> = vec![Arc::new(spec)];
        let models = ModelSelection::Default;
        let plan = ComparisonPlan { keep: 0, streams: true, models, ..plan(engines, Task::All) };
        let found = SourcedInstance::new("own", ModelInstance::new(model.clone()));
        let stream: Vec<Result<SourcedInstance, InputError>> = vec![Ok(found)];
        let (control, mut given, mut said) = (Control::unlimited(), BTreeSet::new(), 0);
        run_live(&plan, Box::new(stream.into_iter()), &control, &mut |arrived| match arrived {
            ComparisonEvent::Solutions(_, solutions) => {
                if given.is_empty() {
                    std::thread::sleep(Duration::from_millis(500));
                }
                given.extend(solutions);
            }
            ComparisonEvent::Row(_) => {}
            ComparisonEvent::Result(result) => said = result.expect("a model").rows[0].given,
        });
        assert_eq!((given.len(), said), (10_000, 10_000), "{engine}");
    }
}

/// Latin squares of order 5, of which there are 161,280: a run that is cancelled after some has
/// given out what it says, long before it has all.
#[test]
fn a_cancelled_run_has_given_out_all_that_it_found() {
    let cases: Option<u64> = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    for case in 0..cases.unwrap_or(300) / 30 {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let most = rng.random_range(1..5_000u32);
        let engine = ["native", "native,d-way", "sat:batsat+direct"][rng.random_range(0..3usize)];
        let found = stream("latin:5").next().expect("one").expect("a square");
        let came = came(found, engine, Some(most.into()));
        let label = format!("case {case}, {engine}, cancelled after {most}");
        let (said, complete, kept) = came.row.expect("a row");
        assert!(!complete && said < 161_280, "{label}: {said}");
        assert_eq!((kept, came.after, came.before), (0, 0, said), "{label}");
        assert!(said >= most.into(), "{label}: {said}");
    }
}
