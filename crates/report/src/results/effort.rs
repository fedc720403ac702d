//! The counters of engines, next to their times.

use super::population::InstancePopulation;
use super::statistics::quantile;
use super::study::ResultStudy;

/// A counter of an engine, over the runs on the instances that all engines solve that report it.
#[derive(Clone, Debug)]
pub(super) struct CounterSummary {
    pub(super) lane: usize,
    pub(super) name: String,
    pub(super) runs: usize,
    pub(super) total: u128,
    pub(super) median: f64,
    /// The mean rate per second of search; none without times.
    pub(super) rate: Option<f64>,
}

/// The sum of a counter.
struct CounterSum {
    lane: usize,
    name: String,
    values: Vec<u64>,
    seconds: f64,
}

/// Returns the counters of each lane, in the order in which it reports them.
pub(super) fn summarise_counters(
    study: &ResultStudy,
    population: &InstancePopulation,
) -> Vec<CounterSummary> {
    let mut sums: Vec<Vec<CounterSum>> = study.lanes.iter().map(|_| Vec::new()).collect();
    let is_shared = |(_, (instance, lane)): &(_, &(usize, usize))| {
        population.solved[*instance] && population.solving[*lane]
    };
    for (record, &(_, lane)) in study.records.iter().zip(&study.places).filter(is_shared) {
        let seconds = record.measured.map_or(0.0, |measured| measured.solve_s);
        for (name, value) in record.counters.iter() {
            let of = &mut sums[lane];
            // A linear search keeps the counters in the order in which the engine reports them.
            let at = of.iter().position(|sum| sum.name == name).unwrap_or_else(|| {
                of.push(CounterSum {
                    lane,
                    name: name.to_owned(),
                    values: Vec::new(),
                    seconds: 0.0,
                });
                of.len() - 1
            });
            of[at].values.push(value);
            of[at].seconds += seconds;
        }
    }
    sums.into_iter().flatten().map(CounterSum::into_summary).collect()
}

impl CounterSum {
    fn into_summary(self) -> CounterSummary {
        // 128 bits hold the sum of any possible number of 64-bit counters.
        let total: u128 = self.values.iter().copied().map(u128::from).sum();
        let values: Vec<f64> = self.values.iter().map(|value| *value as f64).collect();
        CounterSummary {
            lane: self.lane,
            name: self.name,
            runs: values.len(),
            total,
            median: quantile(&values, 0.5).unwrap_or(0.0),
            rate: (self.seconds > 0.0).then(|| total as f64 / self.seconds),
        }
    }
}
