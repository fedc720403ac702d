//! The virtual best solver: on each instance, the engine that is fastest there.

use super::cases::{InstanceRuns, equal_ranges};
use super::lanes::LaneTimes;
use super::population::InstancePopulation;
use super::study::ResultStudy;

/// The virtual best solver, and the contribution of each engine to it.
#[derive(Clone, Debug, Default)]
pub(super) struct VirtualBestSolver {
    pub(super) times: LaneTimes,
    pub(super) shares: Vec<VirtualBestShare>,
}

/// The contribution of an engine to the virtual best solver.
#[derive(Clone, Debug, Default)]
pub(super) struct VirtualBestShare {
    /// Instances on which no engine is faster.
    pub(super) fastest: u64,
    /// Instances that no other engine solves.
    pub(super) alone: u64,
    /// The rise of the PAR2 of the virtual best solver without the engine; none without a limit.
    pub(super) par2: Option<f64>,
    /// The seconds that the virtual best solver takes longer without the engine, over the instances
    /// that others also solve.
    pub(super) slower: f64,
}

/// Computes the virtual best solver over the instances of a population.
pub(super) fn virtual_best_solver(
    study: &ResultStudy,
    cases: &[InstanceRuns],
    population: &InstancePopulation,
    limit: Option<f64>,
) -> VirtualBestSolver {
    let mut shares = vec![VirtualBestShare::default(); study.lanes.len()];
    let (mut times, mut shared) = (Vec::new(), Vec::new());
    for range in equal_ranges(cases.iter().map(|case| case.instance)) {
        let instance = cases[range.start].instance;
        if !population.whole[instance] {
            continue;
        }
        let mut of: Vec<(f64, usize)> = cases[range]
            .iter()
            .filter_map(|case| case.time.map(|time| (time, case.lane)))
            .collect();
        // The solvers of this instance, the fastest first. Unsolved cases are left out above.
        of.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = of.first().map(|(time, _)| *time);
        times.push(first);
        shared.extend(first.filter(|_| population.solved[instance]));
        let is_first = |time: f64| first.is_some_and(|first| half_ticks(time) == half_ticks(first));
        for &(time, lane) in of.iter().filter(|(time, _)| is_first(*time)) {
            shares[lane].fastest += 1;
            // Without the engine the virtual best solver takes the next one, which may be as fast.
            let next = of.iter().find(|(_, other)| *other != lane).map(|(next, _)| *next);
            match next {
                Some(next) => shares[lane].slower += (next - time).max(0.0),
                None => shares[lane].alone += 1,
            }
            if let Some(limit) = limit {
                let cost = (next.unwrap_or(2.0 * limit) - time).max(0.0);
                *shares[lane].par2.get_or_insert_default() += cost;
            }
        }
    }
    let number = times.len().max(1) as f64;
    for share in &mut shares {
        // An engine that is nowhere the fastest does not change PAR2; without a limit there is no
        // PAR2.
        let rise = share.par2.map(|sum| sum / number);
        share.par2 = rise.or(limit.map(|_| 0.0));
    }
    VirtualBestSolver { times: LaneTimes::from_times(&times, &shared, limit), shares }
}

/// Returns a time in whole half microseconds, by which ties are found: clocks count whole ones, and
/// the median of two lies between.
fn half_ticks(time: f64) -> f64 {
    (time * 2e6).round()
}
