//! The answers of each engine and their cost.

use parallax_experiment::{AnswerKind, RunExit};

use super::cases::InstanceRuns;
use super::population::InstancePopulation;
use super::statistics::{geometric_mean, median, shifted_mean};
use super::study::ResultStudy;

/// The shift of geometric means, in seconds.
pub(super) const MEAN_SHIFT_SECONDS: f64 = 1.0;

/// The answers of an engine, or of an engine on a viewpoint, and their cost.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneFigures {
    pub(super) runs: u64,
    /// Runs that did their task.
    pub(super) solved: u64,
    /// Runs by answer: sat, optimal, unsat, unknown, unsupported.
    pub(super) answers: [u64; 5],
    /// Runs by how they ended, in the order of [`RunExit::ALL`].
    pub(super) exits: [u64; 6],
    /// Runs that are known to be wrong.
    pub(super) wrong: u64,
    /// Planned runs that the files lack.
    pub(super) missing: u64,
    /// The times of the cases, over the instances that all lanes have.
    pub(super) times: LaneTimes,
    /// Means over the runs on the instances that all solve, in seconds: encode, solve, check.
    pub(super) parts: Option<[f64; 3]>,
    /// The mean of the seconds to start a child there, if the runs had one.
    pub(super) start: Option<f64>,
    /// The median of the processor seconds there.
    pub(super) cpu: Option<f64>,
    /// Maximum memory of a run there, in bytes.
    pub(super) memory: Option<u64>,
}

/// Times over instances; an unsolved instance has none.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneTimes {
    pub(super) instances: u64,
    pub(super) solved: u64,
    /// The mean, where unsolved instances take twice the limit; none without a limit.
    pub(super) par2: Option<f64>,
    /// The number of instances that all solve, for the figures below.
    pub(super) shared: u64,
    pub(super) median: Option<f64>,
    pub(super) geometric: Option<f64>,
    pub(super) shifted: Option<f64>,
    pub(super) total: Option<f64>,
}

impl LaneTimes {
    /// Summarises the times of instances; `shared` are those on the instances that all solve.
    pub(super) fn from_times(times: &[Option<f64>], shared: &[f64], limit: Option<f64>) -> Self {
        let solved: Vec<f64> = times.iter().copied().flatten().collect();
        let open = (times.len() - solved.len()) as f64;
        let total = solved.iter().sum::<f64>();
        let mean = |limit: f64| (total + open * 2.0 * limit) / times.len() as f64;
        LaneTimes {
            instances: times.len() as u64,
            solved: solved.len() as u64,
            par2: limit.filter(|_| !times.is_empty()).map(mean),
            shared: shared.len() as u64,
            median: median(shared),
            geometric: geometric_mean(shared),
            shifted: shifted_mean(shared, MEAN_SHIFT_SECONDS),
            total: (!shared.is_empty()).then(|| shared.iter().sum()),
        }
    }
}

/// Returns the figures of each lane. The flags state for each run whether it did its task, the
/// words how it is wrong.
pub(super) fn lane_figures(
    study: &ResultStudy,
    cases: &[InstanceRuns],
    population: &InstancePopulation,
    (solved, wrong): (&[bool], &[Option<String>]),
    limit: Option<f64>,
) -> Vec<LaneFigures> {
    let lanes = study.lanes.len();
    let mut times: Vec<Vec<Option<f64>>> = vec![Vec::new(); lanes];
    let mut shared: Vec<Vec<f64>> = vec![Vec::new(); lanes];
    for case in cases.iter().filter(|case| population.whole[case.instance]) {
        times[case.lane].push(case.time);
        if population.solved[case.instance] && population.solving[case.lane] {
            shared[case.lane].extend(case.time);
        }
    }
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); lanes];
    for (record, (_, lane)) in study.places.iter().enumerate() {
        of[*lane].push(record);
    }
    // The costs are those of the same instances for all engines; a run that is not solved has no
    // cost that could be compared.
    let is_shared = |run: usize| population.solved[study.places[run].0] && solved[run];
    let figure = |lane: usize| {
        let runs = &of[lane];
        let mut figures = LaneFigures {
            times: LaneTimes::from_times(&times[lane], &shared[lane], limit),
            missing: study.coverage.of_lane[lane].saturating_sub(runs.len() as u64),
            ..LaneFigures::default()
        };
        runs.iter()
            .for_each(|&run| figures.count_run(study, run, solved[run], wrong[run].is_some()));
        if population.solving[lane] {
            figures.average_costs(study, runs.iter().copied().filter(|&run| is_shared(run)));
        }
        figures
    };
    (0..lanes).map(figure).collect()
}

impl LaneFigures {
    fn count_run(&mut self, study: &ResultStudy, run: usize, solved: bool, wrong: bool) {
        let record = &study.records[run];
        let answer = match record.answer {
            AnswerKind::Sat => 0,
            AnswerKind::Optimal => 1,
            AnswerKind::Unsat => 2,
            AnswerKind::Unknown => 3,
            AnswerKind::Unsupported => 4,
        };
        self.runs += 1;
        self.solved += u64::from(solved);
        self.answers[answer] += 1;
        self.wrong += u64::from(wrong);
        let exit = RunExit::ALL.iter().position(|exit| *exit == record.exit);
        self.exits[exit.unwrap_or_default()] += 1;
    }

    /// Computes the means over these runs.
    fn average_costs(&mut self, study: &ResultStudy, runs: impl Iterator<Item = usize>) {
        let measured: Vec<_> = runs.filter_map(|run| study.records[run].measured).collect();
        let mean = |of: fn(&parallax_experiment::RunCost) -> f64| {
            measured.iter().map(of).sum::<f64>() / measured.len() as f64
        };
        let parts = || [mean(|m| m.encode_s), mean(|m| m.solve_s), mean(|m| m.check_s)];
        self.parts = (!measured.is_empty()).then(parts);
        let starts: Vec<f64> = measured.iter().filter_map(|measured| measured.start_s).collect();
        self.start = (!starts.is_empty()).then(|| starts.iter().sum::<f64>() / starts.len() as f64);
        let cpu: Vec<f64> = measured.iter().filter_map(|measured| measured.cpu_s).collect();
        self.cpu = median(&cpu);
        self.memory = measured.iter().filter_map(|measured| measured.memory_bytes).max();
    }
}
