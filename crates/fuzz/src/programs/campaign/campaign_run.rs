//! A campaign: its settings, its events and its report.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use parallax_model::engine_api::Control;

use super::campaign_error::CampaignError;
use super::campaign_worker::CampaignWorker;
use super::tally::CampaignTally;
use super::target_schedule::TargetSchedule;
use crate::programs::cause::FaultCause;
use crate::programs::dispute::ProverDispute;
use crate::programs::finding::TargetFinding;
use crate::programs::operator::Operator;
use crate::programs::prover::CaseProver;
use crate::programs::target::{StartError, TargetLimits, TargetSpec};

/// A campaign.
#[derive(Clone, Debug)]
pub struct ProgramCampaign {
    /// The seed of all cases.
    pub seed: u64,
    /// The number of the first case of a target without an entry in `places`.
    pub from: u64,
    /// The number of the first case by the specification of the target, from an earlier run.
    pub places: BTreeMap<String, u64>,
    /// The number of cases of each target.
    pub cases: u64,
    /// Threads, each with its own processes.
    pub jobs: usize,
    /// The targets.
    pub targets: Vec<TargetSpec>,
    /// The operators that cases are about; `None` for all of each language.
    pub operators: Option<Vec<Operator>>,
    /// Limits of one question.
    pub limits: TargetLimits,
    /// Maximum number of questions asked to make a finding smaller.
    pub attempts: usize,
    /// Causes that are known from an earlier run.
    pub known: Vec<String>,
}

/// An event of a campaign.
#[derive(Debug)]
pub enum CampaignEvent<'a> {
    /// A wrong answer, as it was found, before it is made smaller.
    Found(&'a TargetFinding),
    /// A new cause, made smaller and asked again.
    Kept(&'a TargetFinding),
    /// A contradiction between the prover of larger cases and the definitions: no target is at
    /// fault.
    Disputed(&'a ProverDispute),
}

/// Larger cases within a campaign.
#[derive(Clone, Copy)]
pub struct LargerCases<'a> {
    /// The percentage of the cases of each target, from 0 to 100.
    pub percent: u32,
    /// The prover that judges them.
    pub prover: &'a dyn CaseProver,
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct CampaignReport {
    /// New causes, in the order in which they were found.
    pub causes: Vec<FaultCause>,
    /// Number of causes that an earlier run in this folder found.
    pub known: usize,
    /// Contradictions between the prover of larger cases and the definitions.
    pub disputes: Vec<ProverDispute>,
    /// Counts by target and operator.
    pub tally: CampaignTally,
    /// By the specification of a target, the number of the first case that was not asked; from
    /// there the campaign can be continued.
    pub reached: BTreeMap<String, u64>,
    /// Duration in milliseconds.
    pub took_ms: u64,
}

impl CampaignReport {
    /// Returns 5 if there are findings or disputes, 3 if no case was answered, otherwise 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let answered = self.tally.cells.values().any(|cell| cell.right + cell.wrong > 0);
        match (self.causes.is_empty() && self.disputes.is_empty(), answered) {
            (false, _) => 5,
            (true, true) => 0,
            (true, false) => 3,
        }
    }
}

/// Number of cases that a thread takes at once.
pub(super) const BLOCK_CASES: u64 = 32;

/// The state that the threads of a campaign share.
pub(crate) struct CampaignState<'a> {
    pub(crate) campaign: &'a ProgramCampaign,
    pub(crate) larger: Option<LargerCases<'a>>,
    pub(crate) control: &'a Control,
    pub(crate) start: Instant,
    pub(crate) on_event: &'a (dyn Fn(CampaignEvent<'_>) + Sync),
    pub(crate) results: Mutex<CampaignReport>,
}

impl ProgramCampaign {
    /// Runs the campaign until its cases are done or `control` stops it. Targets have equal time,
    /// as long as all have cases. `on_event` is called from any thread.
    ///
    /// # Errors
    /// Returns an error if a target cannot be started, or if two have one label or specification.
    pub fn run_campaign(
        &self,
        control: &Control,
        on_event: &(dyn Fn(CampaignEvent<'_>) + Sync),
    ) -> Result<CampaignReport, CampaignError> {
        self.run_with(None, control, on_event)
    }

    /// Runs the campaign as [`run_campaign`](ProgramCampaign::run_campaign) does, with larger cases
    /// among the others.
    ///
    /// # Errors
    /// If a target cannot be started.
    pub fn run_with(
        &self,
        larger: Option<LargerCases<'_>>,
        control: &Control,
        on_event: &(dyn Fn(CampaignEvent<'_>) + Sync),
    ) -> Result<CampaignReport, CampaignError> {
        let shared = CampaignState {
            campaign: self,
            larger,
            control,
            start: Instant::now(),
            on_event,
            results: Mutex::new(CampaignReport::default()),
        };
        self.check_labels()?;
        // Targets differ in speed by orders of magnitude, so threads take blocks by the time that
        // each target had, not by its number of cases.
        let turns = TargetSchedule::new(self.targets.len(), self.cases.div_ceil(BLOCK_CASES));
        // All targets start before the first question, so that a missing program ends the run.
        let workers = (0..self.jobs.max(1)).map(|_| CampaignWorker::new(&shared));
        let workers = match workers.collect::<Result<Vec<_>, StartError>>() {
            // A program that is stopped before it introduces itself is not at fault.
            Err(_) if control.stop_reason().is_some() => Vec::new(),
            workers => workers?,
        };
        std::thread::scope(|scope| {
            for mut worker in workers {
                let turns = &turns;
                scope.spawn(move || {
                    while control.stop_reason().is_none()
                        && let Some((which, block)) = turns.take_block()
                    {
                        let whole = worker.ask_block(which, block);
                        turns.end_block(which, block, whole);
                    }
                });
            }
        });
        let mut report = shared.results.into_inner().expect("no holder panics");
        report.known = self.known.len();
        report.took_ms = u64::try_from(shared.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        // Only blocks without a gap before them count, so a continued run asks some cases again
        // rather than leave any out. The last block may be shorter than the others.
        for (spec, blocks) in self.targets.iter().zip(turns.reached_blocks()) {
            let cases = (blocks * BLOCK_CASES).min(self.cases);
            report.reached.insert(spec.to_string(), self.first_case(spec).saturating_add(cases));
        }
        Ok(report)
    }

    /// Refuses two targets with one name: counts, places and causes are kept by the names of
    /// targets.
    fn check_labels(&self) -> Result<(), CampaignError> {
        let mut names: Vec<String> = self.targets.iter().map(TargetSpec::to_string).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => Err(CampaignError::TwoTargets { name: pair[0].clone() }),
        }
    }

    /// Returns the number of the first case of a target.
    pub(super) fn first_case(&self, spec: &TargetSpec) -> u64 {
        self.places.get(&spec.to_string()).copied().unwrap_or(self.from)
    }
}
