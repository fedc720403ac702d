//! The time of one engine as a multiple of another's, from paired runs.

use std::sync::Arc;

use parallax_compare::run_plan;
use parallax_model::engine_api::{Control, Engine};

use super::case_error::RaceError;
use super::run::{case_plan, instance_stream};
use super::suite::{RegressionCase, SpeedExpectation};

/// Returns the median of the ratios of paired runs, one engine after the other in one thread.
///
/// # Errors
/// Returns the reason if an engine does not finish an instance, or takes no measurable time.
pub(super) fn race_ratio(
    race: &SpeedExpectation,
    case: &RegressionCase,
    engines: [Arc<dyn Engine>; 2],
    control: &Control,
) -> Result<f64, RaceError> {
    let mut ratios = Vec::with_capacity(race.runs);
    for pair in 0..race.runs {
        // The order alternates, so that neither engine always meets warm caches.
        let turned = pair % 2 == 1;
        let mut order = engines.clone();
        if turned {
            order.reverse();
        }
        let mut times = total_times(case, order, control)?;
        if turned {
            times.reverse();
        }
        ratios.push(times[0] / times[1]);
    }
    ratios.sort_by(f64::total_cmp);
    // The median; of an even number of ratios, the mean of the middle two. There is at least one
    // pair (`read_race`).
    let (low, high) = (ratios[(ratios.len() - 1) / 2], ratios[ratios.len() / 2]);
    Ok((low + high) / 2.0)
}

/// Returns the seconds of two engines, summed over the instances of a case.
fn total_times(
    case: &RegressionCase,
    engines: [Arc<dyn Engine>; 2],
    control: &Control,
) -> Result<[f64; 2], RaceError> {
    let mut times = [0.0; 2];
    let mut fault = None;
    let first = engines[0].spec();
    run_plan(&case_plan(case, engines.into(), 1), instance_stream(case), control, &mut |result| {
        match result {
            Ok(compared) => {
                for row in &compared.rows {
                    // Rows come from two engines only (`read_race` refuses equal ones).
                    times[usize::from(row.engine != first)] += row.time_s.total;
                    if row.is_unsupported() || row.is_unanswered() || !row.checked {
                        let reason = row.reason_words().unwrap_or("no reason given").to_owned();
                        fault = Some(RaceError::Unfinished { engine: row.engine.clone(), reason });
                    }
                }
            }
            Err(error) => fault = Some(error.into()),
        }
    });
    let fault = fault.or_else(|| control.stop_reason().map(RaceError::Stopped));
    match fault {
        Some(fault) => Err(fault),
        None if times.iter().all(|&time| time > 0.0) => Ok(times),
        None => Err(RaceError::Short),
    }
}
