//! A thread of a campaign, with its processes.

use std::time::{Duration, Instant};

use super::outcome_table::OutcomeTable;
use super::{BLOCK_CASES, CampaignState};
use crate::programs::cores::CoreCounts;
use crate::programs::draw::{CasePlan, DrawnCase};
use crate::programs::reply::{ReplyOutcome, compare_reply};
use crate::programs::target::{FuzzTarget, StartError};

/// A thread of a campaign.
pub(super) struct CampaignWorker<'a> {
    pub(super) shared: &'a CampaignState<'a>,
    /// The targets, with the plan of each one's cases.
    pub(super) targets: Vec<(Box<dyn FuzzTarget>, CasePlan)>,
    /// Outcomes, by target.
    pub(super) records: Vec<OutcomeTable>,
    /// Maximum number of cases that are joined, by target; smaller after an answer that is not as
    /// expected.
    pub(super) company: Vec<usize>,
    /// Number of outcomes that may be faults.
    pub(super) faults: u64,
    /// Counts of cores, by target: a target that gives none is not asked for more.
    pub(super) cores: Vec<CoreCounts>,
    /// Time spent on making findings smaller.
    pub(super) examining: Duration,
}

impl<'a> CampaignWorker<'a> {
    /// Starts the targets.
    pub(super) fn new(shared: &'a CampaignState<'a>) -> Result<Self, StartError> {
        let campaign = shared.campaign;
        let start = |spec: &crate::programs::target::TargetSpec| {
            // Each start asks a program for its version; the limit on the run also holds here.
            if let Some(stop) = shared.control.stop_reason() {
                return Err(StartError::Stopped { target: spec.to_string(), stop });
            }
            let target = spec.start_controlled(campaign.limits, shared.control)?;
            let mut plan = CasePlan::for_language(campaign.seed, target.case_language());
            if let Some(operators) = &campaign.operators {
                plan.operators.retain(|operator| operators.contains(operator));
            }
            let mut results = shared.results.lock().expect("no holder panics");
            let versions = &mut results.tally.versions;
            versions.insert(target.target_spec().to_owned(), target.program_version().to_owned());
            Ok((target, plan))
        };
        let targets: Vec<_> =
            campaign.targets.iter().map(start).collect::<Result<_, StartError>>()?;
        // No bound: only the options of the target limit a group, until an answer is not as
        // expected.
        let company = vec![usize::MAX; targets.len()];
        let records = targets.iter().map(|_| OutcomeTable::default()).collect();
        let cores = vec![CoreCounts::default(); targets.len()];
        let examining = Duration::ZERO;
        Ok(CampaignWorker { shared, targets, records, company, faults: 0, cores, examining })
    }

    /// Asks a target about a block of cases; returns whether it asked about all of them.
    pub(super) fn ask_block(&mut self, which: usize, block: u64) -> bool {
        let first = block * BLOCK_CASES;
        let campaign = self.shared.campaign;
        let from = campaign.first_case(&campaign.targets[which]);
        let numbers = first..(first + BLOCK_CASES).min(campaign.cases);
        let start = Instant::now();
        let before = self.examining;
        let draw = |number| self.draw_case(which, from.saturating_add(number));
        let mut drawn: Vec<DrawnCase> = numbers.filter_map(draw).collect();
        if self.shared.control.stop_reason().is_some() {
            return false;
        }
        // A block is drawn as a whole, since drawing is cheap next to asking. The answers that this
        // thread got so far decide which of its cases are asked.
        drawn.retain(|one| !self.records[which].is_hopeless(one));
        let joining = self.targets[which].0.join_options();
        if joining.is_some() {
            // A question takes long: known faults need not be seen again and again.
            drawn.retain(|one| !self.records[which].passes_over(one));
        }
        let whole = match joining {
            None => drawn.iter().all(|one| self.ask_single_case(which, one)),
            Some(joining) => self.ask_together(which, &drawn, joining),
        };
        // Shrinking takes far longer than a question. Without its time, the rate of a target does
        // not depend on how many faults it has.
        let asking = start.elapsed().saturating_sub(self.examining - before);
        let spent = u64::try_from(asking.as_millis()).unwrap_or(u64::MAX);
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.target_spec().to_owned();
        *results.tally.spent_ms.entry(name).or_default() += spent;
        whole
    }

    /// Asks about one case; returns false if the campaign was stopped meanwhile.
    pub(super) fn ask_single_case(&mut self, which: usize, drawn: &DrawnCase) -> bool {
        let (drawn, reply) = self.ask_case(which, drawn);
        if self.shared.control.stop_reason().is_some() {
            return false;
        }
        let drawn = &*drawn;
        // If the prover overlooked a solution, its truth cannot blame the target: the case is
        // reported as a dispute and counts for nothing else.
        if self.is_disputed(which, &drawn.case, (&drawn.truth, &drawn.judged), &reply) {
            return true;
        }
        let outcome = compare_reply(&drawn.case, &drawn.truth, &reply);
        self.records[which].add_outcome(drawn, &outcome);
        self.faults +=
            u64::from(!matches!(outcome, ReplyOutcome::Right | ReplyOutcome::Refused(_)));
        {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let key = (self.targets[which].0.target_spec().to_owned(), drawn.about);
            results.tally.cells.entry(key).or_default().add_outcome(&outcome);
        }
        self.examine_outcome(which, drawn, reply, outcome);
        true
    }
}
