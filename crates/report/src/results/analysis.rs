//! All figures of a report, computed once.

use parallax_compare::Verdict;
use parallax_model::instance::InputError;

use super::best::{Best, best};
use super::cases::{Case, cases};
use super::conclusions::Conclusions;
use super::effort::{CounterSummary, efforts};
use super::front::{Encodings, encodings};
use super::judged::{Judged, judge};
use super::lanes::{LaneFigures, figures};
use super::options::Options;
use super::pairs::{Pair, pairs};
use super::population::Population;
use super::ranking;
use super::spread::{Spread, spreads};
use super::study::Study;
use super::verdicts::Verdicts;

/// All figures of a report on a study.
pub struct Analysis {
    pub(super) study: Study,
    pub(super) options: Options,
    pub(super) judged: Vec<Judged>,
    /// For each record the reason why it is wrong, if it is.
    pub(super) wrong: Vec<Option<String>>,
    /// For each record whether it did its task.
    pub(super) solved: Vec<bool>,
    pub(super) cases: Vec<Case>,
    pub(super) lanes: Vec<LaneFigures>,
    /// The lanes, the best first.
    pub(super) ranking: Vec<usize>,
    pub(super) best: Best,
    pub(super) spreads: Vec<Spread>,
    pub(super) pairs: Vec<Pair>,
    pub(super) conclusions: Conclusions,
    pub(super) efforts: Vec<CounterSummary>,
    pub(super) encodings: Encodings,
    /// The instances of the figures over all lanes.
    pub(super) population: Population,
    /// The limit on the time that the report uses.
    pub(super) limit: Option<f64>,
}

impl Analysis {
    /// Computes the figures of a report.
    ///
    /// # Errors
    /// Returns an error if the time that the report uses was not measured.
    pub fn of(study: Study, options: Options) -> Result<Self, InputError> {
        let judged = judge(&study);
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
        measured(&study, &solved, &options)?;
        let cases = cases(&study, &solved, options.clock);
        let limit = study.experiments.first().map(|e| e.header.manifest.limits);
        let limit = limit.and_then(|limits| options.clock.limit(&limits));
        let population = Population::of(&study, &cases, &vec![true; study.lanes.len()]);
        let best = best(&study, &cases, &population, limit);
        let lanes = figures(&study, &cases, &population, (&solved, &wrong), limit);
        let ranking = ranking::ranking(&lanes);
        let leader = ranking::best(&lanes, &ranking);
        let first = leader.or(ranking.first().copied()).unwrap_or(0);
        let pairs = if study.timed { pairs(&study, &cases, first, &options) } else { Vec::new() };
        let conclusions = Conclusions::of(&lanes, &ranking, leader, &pairs);
        let spreads = spreads(&study, &solved, &population, options.clock);
        let efforts = efforts(&study, &population);
        let encodings = encodings(&study, &cases, &solved);
        Ok(Analysis {
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
    pub fn verdict(&self) -> Verdict {
        self.verdicts().worst()
    }

    /// Returns the names of the engines as in tables, with the viewpoint if there are several.
    #[must_use]
    pub fn engine_names(&self) -> Vec<String> {
        self.study.lanes.iter().map(super::study::LaneName::name).collect()
    }

    /// Returns the number of instances with each verdict.
    pub(super) fn verdicts(&self) -> Verdicts {
        Verdicts::count(&self.judged, &self.study)
    }

    /// Returns the exit code, the worst that applies: 5 and 4 of the verdicts, then 2 for inputs
    /// that could not be read, then 3, also for missing runs.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.verdicts().worst() {
            worst if worst.is_disagreement() => worst.exit_code(),
            _ if self.study.faults().next().is_some() => 2,
            _ if self.study.missing() > 0 => Verdict::Unanswered.exit_code(),
            // Of the other verdicts only the code matters.
            worst => worst.exit_code(),
        }
    }
}

/// Returns an error if some solved run was not measured by this clock.
fn measured(study: &Study, solved: &[bool], options: &Options) -> Result<(), InputError> {
    let without = |(at, solved): (usize, &bool)| {
        (*solved && options.clock.of(&study.records[at]).is_none()).then_some(at)
    };
    let Some(at) = solved.iter().enumerate().find_map(without).filter(|_| study.timed) else {
        return Ok(());
    };
    let record = &study.records[at];
    let files = study.experiments.first().and_then(|e| e.files.first());
    let why = format!("run {} of {} has no {}", record.run, record.engine, options.clock.name());
    Err(InputError::new(files.map_or("results", String::as_str), why))
}
