//! The time of one engine as a multiple of another's, from paired runs.

use std::sync::Arc;

use parallax_compare::run;
use parallax_model::ask::{Control, Engine};

use super::run::{plan, stream};
use super::suite::{Case, Race};

/// Returns the median of the ratios of paired runs, one engine after the other in one thread.
///
/// # Errors
/// Returns the reason if an engine does not finish an instance, or takes no measurable time.
pub(super) fn race(
    race: &Race,
    case: &Case,
    engines: [Arc<dyn Engine>; 2],
    control: &Control,
) -> Result<f64, String> {
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
    let (low, high) = (ratios[(ratios.len() - 1) / 2], ratios[ratios.len() / 2]);
    Ok((low + high) / 2.0)
}

/// Returns the seconds of two engines, summed over the instances of a case.
fn total_times(
    case: &Case,
    engines: [Arc<dyn Engine>; 2],
    control: &Control,
) -> Result<[f64; 2], String> {
    let mut times = [0.0; 2];
    let mut fault = None;
    let first = engines[0].spec();
    run(&plan(case, engines.into(), 1), stream(case), control, &mut |result| match result {
        Ok(compared) => {
            for row in &compared.rows {
                times[usize::from(row.engine != first)] += row.time_s.total;
                if row.is_unsupported() || row.is_unanswered() || !row.checked {
                    let why = row.reason.as_deref().unwrap_or("no reason given");
                    fault = Some(format!("{} did not finish ({why})", row.engine));
                }
            }
        }
        Err(error) => fault = Some(error.to_string()),
    });
    let fault = fault.or_else(|| control.stopped().map(|stop| stop.to_string()));
    match fault {
        Some(fault) => Err(fault),
        None if times.iter().all(|&time| time > 0.0) => Ok(times),
        None => Err("the runs are too short for a clock".to_owned()),
    }
}
