//! The interface of all kinds of fuzzing: numbered cases, whose results are added up.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use parallax_model::ask::Control;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::children::{Children, Worker};
use super::live::Live;
use super::slices;

/// Maximum number of findings reported in a run; further ones are only counted.
pub(super) const REPORTED: u64 = 100;

/// Numbered cases, each determined by its number alone.
pub trait Campaign: Sync {
    /// The state of a worker, kept from case to case.
    type State;

    /// The results of cases in numbers.
    type Tally: CaseTally;

    /// A fault that a case shows.
    type Finding: Send + Serialize + DeserializeOwned;

    /// The numbers of the cases.
    fn cases(&self) -> Range<u64>;

    /// The number of workers.
    fn jobs(&self) -> usize;

    /// The initial state of a new worker.
    fn start(&self) -> Self::State;

    /// Works on one case and adds its result to `sum`. Calls `step` with a few words before each
    /// piece of work that could take long or end the process, and `early` with the result so far
    /// before a finding is made smaller. When `control` stops the work, breaks off without adding
    /// anything to `sum`.
    fn case(
        &self,
        state: &mut Self::State,
        case: u64,
        sum: &mut SumOf<Self>,
        control: &Control,
        step: &Step,
        early: &dyn Fn(&SumOf<Self>),
    ) -> ControlFlow<()>;

    /// Notes in the early result of a case why its finding is not made smaller.
    fn unfinished(&self, _early: &mut SumOf<Self>, _why: &str) {}

    /// Adds a case to `sum` whose process ended or was killed: in step `step`, as `how` describes.
    fn lost(&self, case: u64, step: &str, how: &str, sum: &mut SumOf<Self>);

    /// Runs the cases in order; calls `on_finding` with each finding and, after every few cases,
    /// `on_done` with their number and the tally so far. The tally of a cancelled run covers the
    /// cases that ended.
    ///
    /// The cases run in `children`, or in threads of this process.
    fn run(
        &self,
        children: Option<&Children>,
        control: &Control,
        on_finding: &mut dyn FnMut(&Self::Finding),
        on_done: &mut dyn FnMut(u64, &Self::Tally),
    ) -> Self::Tally
    where
        Self: Sized,
    {
        self.run_live(children, control, &Live::silent(), on_finding, on_done).0
    }

    /// Runs the cases as [`run`](Campaign::run) does, and reports to `live` what happens at once, in
    /// any order. Also returns the first case that did not end; later ones may have ended.
    fn run_live(
        &self,
        children: Option<&Children>,
        control: &Control,
        live: &Live<'_, Self::Finding>,
        on_finding: &mut dyn FnMut(&Self::Finding),
        on_done: &mut dyn FnMut(u64, &Self::Tally),
    ) -> (Self::Tally, u64)
    where
        Self: Sized,
    {
        let mut tally = Self::Tally::default();
        let mut take = |sum: SumOf<Self>, done| {
            let left = REPORTED.saturating_sub(tally.findings());
            for (finding, _) in sum.findings.iter().zip(0..left) {
                on_finding(finding);
            }
            tally.add(sum.tally);
            on_done(done, &tally);
        };
        let reached = spread(self, children, control, live, &mut take);
        (tally, reached)
    }
}

/// Receives the steps of a case.
pub type Step = Arc<dyn Fn(&str) + Send + Sync>;

/// The results of cases in numbers, to be added up in order.
pub trait CaseTally: Default + Send + Serialize + DeserializeOwned {
    /// Adds the results of the following cases.
    fn add(&mut self, later: Self);

    /// The number of cases.
    fn cases(&self) -> u64;

    /// The number of cases that could show a fault.
    fn compared(&self) -> u64;

    /// The number of findings.
    fn findings(&self) -> u64;

    /// Returns 5 if there are findings, 3 if no case could show a fault, otherwise 0.
    fn exit_code(&self) -> u8 {
        match (self.findings(), self.compared()) {
            (0, 0) => 3,
            (0, _) => 0,
            _ => 5,
        }
    }
}

/// The results of a number of cases. Children send them to the parent as JSON.
#[derive(Serialize, Deserialize)]
pub struct Sum<T, F> {
    /// The cases in numbers.
    pub tally: T,
    /// The faults that they show.
    pub findings: Vec<F>,
}

/// The results of cases of a campaign.
pub type SumOf<C> = Sum<<C as Campaign>::Tally, <C as Campaign>::Finding>;

impl<T: CaseTally, F> Default for Sum<T, F> {
    /// Returns the results of no case.
    fn default() -> Self {
        Sum { tally: T::default(), findings: Vec::new() }
    }
}

impl<T: CaseTally, F> Sum<T, F> {
    /// Adds the results of the following cases.
    pub(super) fn absorb(&mut self, later: Self) {
        self.tally.add(later.tally);
        self.findings.extend(later.findings);
    }
}

/// The outcome of working on consecutive cases.
pub(super) struct Done<A> {
    /// Their results.
    pub(super) sum: A,
    /// The first case that was not done.
    pub(super) end: u64,
}

/// Works on the cases of a range in this thread until one breaks off.
fn work<C: Campaign>(
    campaign: &C,
    state: &mut C::State,
    cases: Range<u64>,
    control: &Control,
    live: &Live<'_, C::Finding>,
) -> Done<SumOf<C>> {
    let silent: Step = Arc::new(|_: &str| ());
    let mut sum = Sum::default();
    let end = cases.end;
    for case in cases {
        let mut own = Sum::default();
        let heard = live.case();
        let early = |own: &SumOf<C>| heard.found(&own.findings);
        if campaign.case(state, case, &mut own, control, &silent, &early).is_break() {
            return Done { sum, end: case };
        }
        heard.ended(&own.findings);
        sum.absorb(own);
    }
    Done { sum, end }
}

/// Spreads the cases of a campaign over workers, in `children` or in threads of this process, and
/// passes the results to `take` in the order of the cases. Returns the first case that did not end.
fn spread<C: Campaign>(
    campaign: &C,
    children: Option<&Children>,
    control: &Control,
    live: &Live<'_, C::Finding>,
    take: &mut dyn FnMut(SumOf<C>, u64),
) -> u64 {
    let (cases, jobs) = (campaign.cases(), campaign.jobs());
    match children {
        None => {
            let slice = |state: &mut C::State, cases| work(campaign, state, cases, control, live);
            slices::run(cases, jobs, || campaign.start(), slice, take)
        }
        Some(children) => {
            let slice = |worker: &mut Worker, cases| worker.work(campaign, cases, live);
            slices::run(cases, jobs, || Worker::new(children, control), slice, take)
        }
    }
}
