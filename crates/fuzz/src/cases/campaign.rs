//! The interface of all kinds of fuzzing: numbered cases, whose results are added up.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use parallax_model::engine_api::Control;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::children::{ChildOptions, ChildWorker};
use super::run_observer::RunObserver;
use super::slices;

/// Maximum number of findings reported in a run; further ones are only counted.
pub(super) const MAX_REPORTED_FINDINGS: u64 = 100;

/// Numbered cases, each determined by its number alone.
pub trait CaseCampaign: Sync {
    /// The state of a worker, kept from case to case.
    type State;

    /// The results of cases in numbers.
    type Tally: CaseTally;

    /// A fault that a case shows.
    type Finding: Send + Serialize + DeserializeOwned;

    /// The numbers of the cases.
    fn case_numbers(&self) -> Range<u64>;

    /// The number of workers.
    fn worker_count(&self) -> usize;

    /// The initial state of a new worker.
    fn start_state(&self) -> Self::State;

    /// Works on one case and adds its result to `sum`. Calls `step` with a few words before each
    /// piece of work that could take long or end the process, and `early` with the result so far
    /// before a finding is made smaller. When `control` stops the work, breaks off without adding
    /// anything to `sum`.
    fn run_case(
        &self,
        state: &mut Self::State,
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &StepObserver,
        early: &dyn Fn(&SumOf<Self>),
    ) -> ControlFlow<()>;

    /// Notes in the early result of a case why its finding is not made smaller.
    fn note_unfinished(&self, _early: &mut SumOf<Self>, _why: &str) {}

    /// Adds a case to `sum` whose process ended or was killed: in step `step`, as `how` describes.
    fn add_lost_case(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>);

    /// Runs the cases in order; calls `on_finding` with each finding and, after every few cases,
    /// `on_done` with their number and the tally so far. The tally of a cancelled run covers the
    /// cases that ended.
    ///
    /// The cases run in `children`, or in threads of this process.
    fn run_campaign(
        &self,
        children: Option<&ChildOptions>,
        control: &Control,
        on_finding: &mut dyn FnMut(&Self::Finding),
        on_done: &mut dyn FnMut(u64, &Self::Tally),
    ) -> Self::Tally
    where
        Self: Sized,
    {
        self.run_live(children, control, &RunObserver::without_reports(), on_finding, on_done).0
    }

    /// Runs the cases as `run_campaign` does, and reports events to `live` at once, in any order.
    /// Also returns the first case that did not end; later ones may have ended.
    fn run_live(
        &self,
        children: Option<&ChildOptions>,
        control: &Control,
        live: &RunObserver<'_, Self::Finding>,
        on_finding: &mut dyn FnMut(&Self::Finding),
        on_done: &mut dyn FnMut(u64, &Self::Tally),
    ) -> (Self::Tally, u64)
    where
        Self: Sized,
    {
        let mut tally = Self::Tally::default();
        let mut take = |sum: SumOf<Self>, done| {
            // The tally has the findings of earlier cases only, so the limit counts over the whole
            // run.
            let left = MAX_REPORTED_FINDINGS.saturating_sub(tally.finding_count());
            for (finding, _) in sum.findings.iter().zip(0..left) {
                on_finding(finding);
            }
            tally.add_results(sum.tally);
            on_done(done, &tally);
        };
        let reached = spread_cases(self, children, control, live, &mut take);
        (tally, reached)
    }
}

/// Receives the steps of a case.
pub type StepObserver = Arc<dyn Fn(&str) + Send + Sync>;

/// The results of cases in numbers, to be added up in order.
pub trait CaseTally: Default + Send + Serialize + DeserializeOwned {
    /// Adds the results of the following cases.
    fn add_results(&mut self, later: Self);

    /// The number of cases.
    fn case_count(&self) -> u64;

    /// The number of cases that could show a fault.
    fn compared_count(&self) -> u64;

    /// The number of findings.
    fn finding_count(&self) -> u64;

    /// Returns 5 if there are findings, 3 if no case could show a fault, otherwise 0.
    fn exit_code(&self) -> u8 {
        match (self.finding_count(), self.compared_count()) {
            (0, 0) => 3,
            (0, _) => 0,
            _ => 5,
        }
    }
}

/// The results of a number of cases. Children send them to the parent as JSON.
#[derive(Serialize, Deserialize)]
pub struct CampaignSum<T, F> {
    /// The cases in numbers.
    pub tally: T,
    /// The faults that they show.
    pub findings: Vec<F>,
}

/// The results of cases of a campaign.
pub type SumOf<C> = CampaignSum<<C as CaseCampaign>::Tally, <C as CaseCampaign>::Finding>;

impl<T: CaseTally, F> Default for CampaignSum<T, F> {
    /// Returns the results of no case.
    fn default() -> Self {
        CampaignSum { tally: T::default(), findings: Vec::new() }
    }
}

impl<T: CaseTally, F> CampaignSum<T, F> {
    /// Adds the results of the following cases.
    pub(super) fn absorb_sum(&mut self, later: Self) {
        self.tally.add_results(later.tally);
        self.findings.extend(later.findings);
    }
}

/// The outcome of working on consecutive cases.
pub(super) struct RangeOutcome<A> {
    /// Their results.
    pub(super) sum: A,
    /// The first case that was not done.
    pub(super) end: u64,
}

/// Works on the cases of a range in this thread until one breaks off.
fn run_range<C: CaseCampaign>(
    campaign: &C,
    state: &mut C::State,
    cases: Range<u64>,
    control: &Control,
    live: &RunObserver<'_, C::Finding>,
) -> RangeOutcome<SumOf<C>> {
    let silent: StepObserver = Arc::new(|_: &str| ());
    let mut sum = CampaignSum::default();
    let end = cases.end;
    for case in cases {
        // Each case has its own sum: if it breaks off, nothing of it is counted.
        let mut case_sum = CampaignSum::default();
        let heard = live.begin_case();
        let early = |case_sum: &SumOf<C>| heard.report_findings(&case_sum.findings);
        if campaign.run_case(state, case, &mut case_sum, control, &silent, &early).is_break() {
            return RangeOutcome { sum, end: case };
        }
        heard.end_case(&case_sum.findings);
        sum.absorb_sum(case_sum);
    }
    RangeOutcome { sum, end }
}

/// Spreads the cases of a campaign over workers, in `children` or in threads of this process, and
/// passes the results to `take` in the order of the cases. Returns the first case that did not end.
fn spread_cases<C: CaseCampaign>(
    campaign: &C,
    children: Option<&ChildOptions>,
    control: &Control,
    live: &RunObserver<'_, C::Finding>,
    take: &mut dyn FnMut(SumOf<C>, u64),
) -> u64 {
    let (cases, jobs) = (campaign.case_numbers(), campaign.worker_count());
    match children {
        None => {
            let slice =
                |state: &mut C::State, cases| run_range(campaign, state, cases, control, live);
            slices::run_slices(cases, jobs, || campaign.start_state(), slice, take)
        }
        Some(children) => {
            let slice = |worker: &mut ChildWorker, cases| worker.run_range(campaign, cases, live);
            slices::run_slices(cases, jobs, || ChildWorker::new(children, control), slice, take)
        }
    }
}
