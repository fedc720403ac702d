//! The figures of a report, counted again from the lines of a file, without the code of reports.

use std::collections::BTreeMap;

use parallax_experiment::ExperimentManifest;
use parallax_model::engine_api::Task;
use serde_json::Value;

/// An instance: its source and its place there.
pub(super) type InstanceKey = (String, u64);

/// The runs of an engine on an instance.
#[derive(Default)]
pub(super) struct RecountedCase {
    /// By seed and repetition: whether it is solved, and its line.
    pub(super) runs: Vec<(bool, Value)>,
}

/// A study counted again.
pub(super) struct Recount {
    pub(super) planned: usize,
    pub(super) rounds: usize,
    pub(super) limit: Option<f64>,
    /// The engines that have a run, in the order of the manifest, and the others.
    pub(super) engines: Vec<String>,
    pub(super) absent: Vec<String>,
    pub(super) cases: BTreeMap<(InstanceKey, String), RecountedCase>,
}

pub(super) fn wall(run: &Value) -> f64 {
    run["measured"]["wall_s"].as_f64().expect("a time")
}

/// The median of sorted-out values, as schools teach it.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (number, half) = (values.len(), values.len() / 2);
    match number {
        0 => None,
        _ if number % 2 == 1 => Some(values[half]),
        _ if values[half].is_infinite() => Some(f64::INFINITY),
        _ => Some((values[half - 1] + values[half]) / 2.0),
    }
}

impl RecountedCase {
    pub(super) fn is_solved(&self) -> bool {
        self.runs.iter().all(|(solved, _)| *solved)
    }

    pub(super) fn time(&self) -> Option<f64> {
        let time = |(solved, run): &(bool, Value)| if *solved { wall(run) } else { f64::INFINITY };
        median(self.runs.iter().map(time).collect()).filter(|time| time.is_finite())
    }
}

/// Whether a line did its task, by the words of the page.
pub(super) fn is_solved(run: &Value, task: Task) -> bool {
    let complete = run["complete"] == true;
    let count = run["count"].as_u64().expect("a number");
    let done = match (run["answer"].as_str().expect("an answer"), task) {
        ("unsat" | "optimal", _) => true,
        ("sat", Task::First) => count >= 1,
        // A search that ends before the limit has found all solutions, which is as good as the
        // limit.
        ("sat", Task::Limit(limit)) => complete || count >= limit,
        ("sat", _) => complete,
        _ => false,
    };
    done && run["exit"] == "ok" && run["checked"] == true
}

impl Recount {
    pub(super) fn from_records(manifest: &ExperimentManifest, records: &[Value]) -> Self {
        let mut cases: BTreeMap<(InstanceKey, String), RecountedCase> = BTreeMap::new();
        for run in records {
            let text = |name: &str| run[name].as_str().expect("a text").to_owned();
            let spot = (text("instance"), run["index"].as_u64().expect("a place"));
            let solved = is_solved(run, manifest.task.expect("a task"));
            cases.entry((spot, text("engine"))).or_default().runs.push((solved, run.clone()));
        }
        let has_runs = |name: &String| cases.keys().any(|(_, engine)| engine == name);
        let names: Vec<String> = manifest.engines.iter().map(|one| one.name.clone()).collect();
        let (engines, absent) = names.into_iter().partition(has_runs);
        // `partition` keeps the order of the manifest in both lists.
        Recount {
            planned: manifest.instance_count(),
            rounds: manifest.seeds.len() * manifest.repeats as usize,
            limit: manifest.limits.wall_s,
            engines,
            absent,
            cases,
        }
    }

    pub(super) fn recounted_instances(&self) -> Vec<InstanceKey> {
        // The map is ordered by instance first, so equal instances are adjacent and `dedup` removes
        // them all.
        let mut spots: Vec<InstanceKey> = self.cases.keys().map(|(spot, _)| spot.clone()).collect();
        spots.dedup();
        spots
    }

    pub(super) fn whole(&self, spot: &InstanceKey, engine: &str) -> Option<&RecountedCase> {
        let case = self.cases.get(&(spot.clone(), engine.to_owned()))?;
        (case.runs.len() == self.rounds).then_some(case)
    }

    /// The instances of which all these engines have all runs.
    pub(super) fn common(&self, engines: &[String]) -> Vec<InstanceKey> {
        let all =
            |spot: &InstanceKey| engines.iter().all(|engine| self.whole(spot, engine).is_some());
        self.recounted_instances()
            .into_iter()
            .filter(|spot| !engines.is_empty() && all(spot))
            .collect()
    }

    /// The engines that solve one of the common instances in every run, and the instances that all
    /// of these solve so.
    pub(super) fn shared(&self, engines: &[String]) -> (Vec<String>, Vec<InstanceKey>) {
        let common = self.common(engines);
        let solves = |spot: &InstanceKey, engine: &str| {
            self.whole(spot, engine).is_some_and(RecountedCase::is_solved)
        };
        // The engines are chosen on the common instances only: an engine that solves nothing there
        // would otherwise empty the shared ones for all others.
        let some = |engine: &&String| common.iter().any(|spot| solves(spot, engine));
        let solving: Vec<String> = engines.iter().filter(some).cloned().collect();
        let all = |spot: &InstanceKey| solving.iter().all(|engine| solves(spot, engine));
        let spots = common.iter().filter(|spot| !solving.is_empty() && all(spot));
        (solving.clone(), spots.cloned().collect())
    }

    /// The median times of an engine on instances; `None` if unsolved.
    pub(super) fn times(&self, spots: &[InstanceKey], engine: &str) -> Vec<Option<f64>> {
        let time = |spot: &InstanceKey| self.whole(spot, engine).expect("whole").time();
        spots.iter().map(time).collect()
    }

    pub(super) fn par2(&self, times: &[Option<f64>]) -> Option<f64> {
        let cost = |limit: f64| move |time: &Option<f64>| time.unwrap_or(2.0 * limit);
        let limit = self.limit.filter(|_| !times.is_empty())?;
        Some(times.iter().map(cost(limit)).sum::<f64>() / times.len() as f64)
    }

    /// The lines of an engine on instances.
    pub(super) fn runs(&self, spots: &[InstanceKey], engine: &str) -> Vec<&Value> {
        let of = |spot| self.whole(spot, engine).expect("whole").runs.iter().map(|(_, run)| run);
        spots.iter().flat_map(of).collect()
    }
}

/// The two-sided p-value of the signed-rank test over all choices of signs. Times are in whole half
/// microseconds; an instance that only one side solves is the greatest loss.
pub(super) fn signed_rank(pairs: &[(Option<f64>, Option<f64>)]) -> (f64, f64) {
    let ticks = |time: f64| (time.max(1e-6) * 2e6).round();
    // The sign of each difference, and the larger and the smaller time; without one it is infinite.
    let mut sizes: Vec<(f64, [f64; 2])> = Vec::new();
    for pair in pairs {
        match *pair {
            (Some(one), Some(two)) if ticks(one) != ticks(two) => {
                let (one, two) = (ticks(one), ticks(two));
                sizes.push((if one > two { 1.0 } else { -1.0 }, [one.max(two), one.min(two)]));
            }
            // The pair (1, 0) is an infinite ratio: by the products in `less` it exceeds every
            // finite one and ties with its like.
            (Some(_), None) => sizes.push((-1.0, [1.0, 0.0])),
            (None, Some(_)) => sizes.push((1.0, [1.0, 0.0])),
            _ => {}
        }
    }
    // Whether the ratio a is less than the ratio b, by products of whole numbers.
    let less = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] < b[0] * a[1];
    // Tied differences share the mean of their ranks: with `below` smaller ones, the `equal` ties
    // take the ranks below + 1 to below + equal.
    let rank = |own: [f64; 2]| {
        let below = sizes.iter().filter(|(_, other)| less(*other, own)).count();
        let above = sizes.iter().filter(|(_, other)| less(own, *other)).count();
        let equal = sizes.len() - below - above;
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    let ranks: Vec<f64> = sizes.iter().map(|(_, size)| rank(*size)).collect();
    let positive: f64 =
        ranks.iter().zip(&sizes).filter(|(_, (sign, _))| *sign > 0.0).map(|(rank, _)| rank).sum();
    // The exact test enumerates all 2^n assignments of signs. The drawn studies have at most ten
    // instances, so this takes at most 1024 sums.
    let (mut below, mut above) = (0u32, 0u32);
    for signs in 0..1u32 << ranks.len() {
        let sum: f64 = (0..ranks.len()).filter(|at| signs >> at & 1 == 1).map(|at| ranks[at]).sum();
        below += u32::from(sum <= positive);
        above += u32::from(sum >= positive);
    }
    let all = f64::from(1u32 << ranks.len());
    let lead = 2.0 * positive - ranks.iter().sum::<f64>();
    ((2.0 * f64::from(below.min(above)) / all).min(1.0), lead)
}

/// Adjusts p-values for their number (Holm 1979).
pub(super) fn holm(values: &[f64]) -> Vec<f64> {
    let adjusted = |own: usize| {
        // The maximum over all values up to this one of the value times the number of values that
        // are not smaller, which makes the adjusted values monotone.
        let place = |at: usize| {
            let before = |other: usize| {
                values[other] < values[at] || values[other] == values[at] && other < at
            };
            (0..values.len()).filter(|&other| before(other)).count()
        };
        let until = (0..values.len()).filter(|&at| place(at) <= place(own));
        until.map(|at| values[at] * (values.len() - place(at)) as f64).fold(0.0, f64::max).min(1.0)
    };
    (0..values.len()).map(adjusted).collect()
}
