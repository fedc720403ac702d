//! All figures of a report, computed once.

use parallax_compare::Verdict;
use parallax_instance::InputError;

use super::best::{VirtualBestSolver, virtual_best_solver};
use super::cases::{InstanceRuns, instance_runs};
use super::conclusions::StudyConclusions;
use super::effort::{CounterSummary, summarise_counters};
use super::encoding_front::{StudyEncodings, study_encodings};
use super::instance_judgement::{InstanceJudgement, judge_instances};
use super::lanes::{LaneFigures, lane_figures};
use super::options::ReportOptions;
use super::pairs::{LanePair, lane_pairs};
use super::population::InstancePopulation;
use super::ranking;
use super::spread::{SeedSpread, lane_spreads};
use super::study::ResultStudy;
use super::verdicts::VerdictCounts;

/// All figures of a report on a study.
pub struct StudyAnalysis {
    pub(super) study: ResultStudy,
    pub(super) options: ReportOptions,
    pub(super) judged: Vec<InstanceJudgement>,
    /// For each record the reason why it is wrong, if it is.
    pub(super) wrong: Vec<Option<String>>,
    /// For each record whether it did its task.
    pub(super) solved: Vec<bool>,
    pub(super) cases: Vec<InstanceRuns>,
    pub(super) lanes: Vec<LaneFigures>,
    /// The lanes, the best first.
    pub(super) ranking: Vec<usize>,
    pub(super) best: VirtualBestSolver,
    pub(super) spreads: Vec<SeedSpread>,
    pub(super) pairs: Vec<LanePair>,
    pub(super) conclusions: StudyConclusions,
    pub(super) efforts: Vec<CounterSummary>,
    pub(super) encodings: StudyEncodings,
    /// The instances of the figures over all lanes.
    pub(super) population: InstancePopulation,
    /// The limit on the time that the report uses.
    pub(super) limit: Option<f64>,
}

impl StudyAnalysis {
    /// Computes the figures of a report.
    ///
    /// # Errors
    /// Returns an error if the time that the report uses was not measured.
    pub fn from_study(study: ResultStudy, options: ReportOptions) -> Result<Self, InputError> {
        let judged = judge_instances(&study);
        // The order matters: verdicts show which runs are wrong, a wrong run is not solved, and the
        // cases, the population and all means follow from the solved runs.
        let mut wrong: Vec<Option<String>> = vec![None; study.records.len()];
        for (record, why) in judged.iter().flat_map(|judged| &judged.wrong) {
            wrong[*record] = Some(why.clone());
        }
        let stated = study.task();
        let solved: Vec<bool> = study
            .records
            .iter()
            .zip(&wrong)
            .map(|(record, wrong)| record.is_solved(stated) && wrong.is_none())
            .collect();
        check_clock(&study, &solved, &options)?;
        let cases = instance_runs(&study, &solved, options.clock);
        let limit = study.experiments.first().map(|e| e.header.manifest.limits);
        let limit = limit.and_then(|limits| options.clock.clock_limit(&limits));
        let population =
            InstancePopulation::from_cases(&study, &cases, &vec![true; study.lanes.len()]);
        let best = virtual_best_solver(&study, &cases, &population, limit);
        let lanes = lane_figures(&study, &cases, &population, (&solved, &wrong), limit);
        let ranking = ranking::rank_lanes(&lanes);
        let leader = ranking::best_lane(&lanes, &ranking);
        // Without a best engine the pairs are still compared with one lane: the first of the
        // ranking.
        let first = leader.or(ranking.first().copied()).unwrap_or(0);
        let pairs =
            if study.timed { lane_pairs(&study, &cases, first, &options) } else { Vec::new() };
        let conclusions = StudyConclusions::from_pairs(&lanes, &ranking, leader, &pairs);
        let spreads = lane_spreads(&study, &solved, &population, options.clock);
        let efforts = summarise_counters(&study, &population);
        let encodings = study_encodings(&study, &cases, &solved);
        Ok(StudyAnalysis {
            study,
            options,
            judged,
            wrong,
            solved,
            cases,
            lanes,
            ranking,
            best,
            spreads,
            pairs,
            conclusions,
            efforts,
            encodings,
            population,
            limit,
        })
    }

    /// Whether the runs have times.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.study.timed
    }

    /// Returns the worst verdict of all instances.
    #[must_use]
    pub fn worst_verdict(&self) -> Verdict {
        self.verdict_counts().worst_verdict()
    }

    /// Returns the names of the engines as in tables, with the viewpoint if there are several.
    #[must_use]
    pub fn engine_names(&self) -> Vec<String> {
        self.study.lanes.iter().map(super::study::LaneName::name).collect()
    }

    /// Returns the number of instances with each verdict.
    pub(super) fn verdict_counts(&self) -> VerdictCounts {
        VerdictCounts::count_judged(&self.judged, &self.study)
    }

    /// Returns the exit code, the worst that applies: 5 and 4 of the verdicts, then 2 for inputs
    /// that could not be read, then 3, also for missing runs.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.verdict_counts().worst_verdict() {
            worst if worst.is_disagreement() => worst.exit_code(),
            _ if self.study.input_faults().next().is_some() => 2,
            _ if self.study.missing_runs() > 0 => Verdict::Unanswered.exit_code(),
            // Of the other verdicts only the code matters.
            worst => worst.exit_code(),
        }
    }
}

/// Returns an error if some solved run was not measured by this clock.
fn check_clock(
    study: &ResultStudy,
    solved: &[bool],
    options: &ReportOptions,
) -> Result<(), InputError> {
    let without = |(at, solved): (usize, &bool)| {
        (*solved && options.clock.measured_seconds(&study.records[at]).is_none()).then_some(at)
    };
    let Some(at) = solved.iter().enumerate().find_map(without).filter(|_| study.timed) else {
        return Ok(());
    };
    let record = &study.records[at];
    let files = study.experiments.first().and_then(|e| e.files.first());
    let why = format!("run {} of {} has no {}", record.run, record.engine, options.clock.name());
    Err(InputError::new(files.map_or("results", String::as_str), why))
}
