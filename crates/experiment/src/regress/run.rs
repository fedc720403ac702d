//! Runs the cases of a suite.

use std::sync::Arc;
use std::time::Instant;

use parallax_compare::{Cores, Plan, Standing, run};
use parallax_engines::{Certifying, Proving, Spec};
use parallax_formats::inputs::{Readings, Stream};
use parallax_model::ask::{Control, Engine};
use parallax_model::instance::{InputError, SourcedInstance};

use super::observed::CaseResults;
use super::race::race;
use super::suite::Case;

/// Maximum number of solutions that a row keeps, to find which engine is wrong.
const KEPT: usize = 10_000;

/// Makes an engine for a case: in this process, or in a process of its own.
pub type Make<'m, E> = dyn Fn(&Spec, &Case) -> Result<Arc<dyn Engine>, E> + 'm;

/// Runs a case with `jobs` worker threads.
///
/// # Errors
/// Returns the reason if an engine cannot be made.
pub fn run_case<E>(
    case: &Case,
    make: &Make<'_, E>,
    jobs: usize,
    control: &Control,
) -> Result<CaseResults, E> {
    let start = Instant::now();
    let able = |spec: &Spec| match supported(spec, case) {
        Some(engine) => Ok(engine),
        None => make(spec, case),
    };
    let engines = case.engines.iter().map(able).collect::<Result<_, _>>()?;
    let mut seen = CaseResults::default();
    run(&plan(case, engines, jobs), stream(case), control, &mut |result| match result {
        Ok(compared) => seen.add(&compared),
        Err(error) => seen.unread.push(error),
    });
    for pair in &case.races {
        if control.stopped().is_some() {
            break;
        }
        let (engine, against) = (make(&pair.engine, case)?, make(&pair.against, case)?);
        seen.races.push(race(pair, case, [engine, against], control));
    }
    seen.interrupted = control.stopped().is_some();
    seen.seconds = start.elapsed().as_secs_f64();
    Ok(seen)
}

/// Returns the engine with proofs or certificates, if the case expects them and the engine writes
/// them.
fn supported(spec: &Spec, case: &Case) -> Option<Arc<dyn Engine>> {
    match case.expected.standing.as_ref()?.value {
        Standing::Claimed | Standing::CrossAgreed => None,
        Standing::Proved => Some(Arc::new(Proving::new(spec, None, None).ok()?)),
        standing => {
            let engine = Certifying::new(spec).ok()?;
            let veripb =
                standing >= Standing::FlattenedTwice || standing == Standing::CertifiedVeripb;
            Some(Arc::new(if veripb { engine.judged_by_veripb() } else { engine }))
        }
    }
}

/// Returns the plan of a case. Every instance has sessions of its own, so that its counters do not
/// depend on the instances before it.
pub(super) fn plan(case: &Case, engines: Vec<Arc<dyn Engine>>, jobs: usize) -> Plan {
    let readings = Readings::default();
    Plan {
        engines,
        models: case.models.clone(),
        task: case.task,
        timeout: case.timeout,
        memory: None,
        seed: case.seed,
        jobs,
        keep: KEPT,
        streams: false,
        cores: Cores::None,
        alone: true,
        checker: Some(Arc::new(move |found| readings.digest(found))),
    }
}

/// Returns the instances of a case.
pub(super) fn stream(case: &Case) -> Stream {
    let stream = case.sources().stream();
    match case.index {
        None => stream,
        Some(index) => Box::new(Only { stream: Some(stream), index, source: case.name.clone() }),
    }
}

/// An iterator over the one instance of a stream that the case selects.
struct Only {
    /// The stream until that instance.
    stream: Option<Stream>,
    index: usize,
    source: String,
}

impl Iterator for Only {
    type Item = Result<SourcedInstance, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let stream = self.stream.take()?;
        for (at, result) in stream.enumerate() {
            // An error of another instance does not matter, unless it hides the rest of the stream.
            if at == self.index || result.as_ref().is_err_and(|error| !error.is_confined()) {
                return Some(result);
            }
        }
        let message = format!("there is no instance number {}", self.index);
        Some(Err(InputError::new(&self.source, message)))
    }
}
