//! Runs the cases of a suite.

use std::sync::Arc;
use std::time::Instant;

use parallax_compare::{ClaimEvidence, ComparisonPlan, CoreDetail, run_plan};
use parallax_engines::{CertifyingEngine, ProvingEngine, Spec};
use parallax_formats::inputs::{CheckerReader, Stream};
use parallax_instance::{InputError, SourcedInstance};
use parallax_model::engine_api::{Control, Engine};

use super::observed::CaseResults;
use super::race::race_ratio;
use super::suite::RegressionCase;

/// Maximum number of solutions that a row keeps, to find which engine is wrong.
const MAX_KEPT_SOLUTIONS: usize = 10_000;

/// Makes an engine for a case: in this process, or in its own process.
pub type Make<'m, E> = dyn Fn(&Spec, &RegressionCase) -> Result<Arc<dyn Engine>, E> + 'm;

/// Runs a case with `jobs` worker threads.
///
/// # Errors
/// Returns the reason if an engine cannot be made.
pub fn run_case<E>(
    case: &RegressionCase,
    make: &Make<'_, E>,
    jobs: usize,
    control: &Control,
) -> Result<CaseResults, E> {
    let start = Instant::now();
    let able = |spec: &Spec| match evidence_engine(spec, case) {
        Some(engine) => Ok(engine),
        None => make(spec, case),
    };
    let engines = case.engines.iter().map(able).collect::<Result<_, _>>()?;
    let mut seen = CaseResults::default();
    run_plan(&case_plan(case, engines, jobs), instance_stream(case), control, &mut |result| {
        match result {
            Ok(compared) => seen.add_compared(&compared),
            Err(error) => seen.unread.push(error),
        }
    });
    for pair in &case.races {
        if control.stop_reason().is_some() {
            break;
        }
        // Times are measured of the plain engines, without the cost of proofs.
        let (engine, against) = (make(&pair.engine, case)?, make(&pair.against, case)?);
        seen.races.push(race_ratio(pair, case, [engine, against], control));
    }
    seen.interrupted = control.stop_reason().is_some();
    seen.seconds = start.elapsed().as_secs_f64();
    Ok(seen)
}

/// Returns the engine with proofs or certificates, if the case expects them and the engine writes
/// them.
fn evidence_engine(spec: &Spec, case: &RegressionCase) -> Option<Arc<dyn Engine>> {
    match case.expected.standing.as_ref()?.value {
        ClaimEvidence::Claimed | ClaimEvidence::CrossAgreed => None,
        ClaimEvidence::Proved => Some(Arc::new(ProvingEngine::new(spec, None, None).ok()?)),
        standing => {
            let engine = CertifyingEngine::new(spec).ok()?;
            let veripb = standing >= ClaimEvidence::FlattenedTwice
                || standing == ClaimEvidence::CertifiedVeripb;
            Some(Arc::new(if veripb { engine.judged_by_veripb() } else { engine }))
        }
    }
}

/// Returns the plan of a case. Every instance has its own sessions, so that its counters do not
/// depend on the instances before it.
pub(super) fn case_plan(
    case: &RegressionCase,
    engines: Vec<Arc<dyn Engine>>,
    jobs: usize,
) -> ComparisonPlan {
    let readings = CheckerReader::default();
    ComparisonPlan {
        engines,
        models: case.models.clone(),
        task: case.task,
        timeout: case.timeout,
        memory: None,
        seed: case.seed,
        jobs,
        keep: MAX_KEPT_SOLUTIONS,
        streams: false,
        cores: CoreDetail::None,
        alone: true,
        checker: Some(Arc::new(move |found| readings.model_digest(found))),
    }
}

/// Returns the instances of a case.
pub(super) fn instance_stream(case: &RegressionCase) -> Stream {
    let stream = case.instance_sources().stream_instances();
    match case.index {
        None => stream,
        Some(index) => {
            Box::new(InstanceSelection { stream: Some(stream), index, source: case.name.clone() })
        }
    }
}

/// An iterator over the one instance of a stream that the case selects.
struct InstanceSelection {
    /// The stream until that instance.
    stream: Option<Stream>,
    index: usize,
    source: String,
}

impl Iterator for InstanceSelection {
    type Item = Result<SourcedInstance, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Taking the stream makes the iterator end after the one result.
        let stream = self.stream.take()?;
        for (at, result) in stream.enumerate() {
            // An error of another instance does not matter, unless the stream ends with it.
            if at == self.index || result.as_ref().is_err_and(|error| !error.is_confined()) {
                return Some(result);
            }
        }
        let message = format!("there is no instance number {}", self.index);
        Some(Err(InputError::new(&self.source, message)))
    }
}
