//! The interface of all kinds of fuzzing: numbered cases, whose results are added up.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use parallax_model::ask::Control;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::children::{Children, Worker};
use super::slices;

/// Numbered cases, each determined by its number alone.
pub trait Campaign: Sync {
    /// The state of a worker, kept from case to case.
    type State;

    /// The result of a number of cases. Children send it to the parent as JSON.
    type Sum: Sum;

    /// The initial state of a new worker.
    fn start(&self) -> Self::State;

    /// Works on one case and adds its result to `sum`. Calls `step` with a few words before each
    /// piece of work that could take long or end the process. When `control` stops the work, breaks
    /// off without adding anything to `sum`.
    fn case(
        &self,
        state: &mut Self::State,
        case: u64,
        sum: &mut Self::Sum,
        control: &Control,
        step: &Step,
    ) -> ControlFlow<()>;

    /// Adds a case to `sum` whose process ended or was killed: in step `step`, as `how` describes.
    fn lost(&self, case: u64, step: &str, how: &str, sum: &mut Self::Sum);
}

/// Receives the steps of a case.
pub type Step = Arc<dyn Fn(&str) + Send + Sync>;

/// Results of cases, to be added up in order.
pub trait Sum: Default + Send + Serialize + DeserializeOwned {
    /// Adds the results of the following cases.
    fn absorb(&mut self, later: Self);
}

/// The outcome of working on consecutive cases.
pub(super) struct Done<A> {
    /// Their results.
    pub(super) sum: A,
    /// The first case that was not done.
    pub(super) end: u64,
}

/// Works on the cases of a range in this thread until one breaks off.
pub(super) fn work<C: Campaign>(
    campaign: &C,
    state: &mut C::State,
    cases: Range<u64>,
    control: &Control,
    step: &dyn Fn(u64) -> Step,
) -> Done<C::Sum> {
    let mut sum = C::Sum::default();
    let end = cases.end;
    for case in cases {
        if campaign.case(state, case, &mut sum, control, &step(case)).is_break() {
            return Done { sum, end: case };
        }
    }
    Done { sum, end }
}

/// Runs a campaign on `jobs` workers, in `children` or in threads of this process, and passes
/// the results to `take` in the order of the cases.
pub(super) fn run<C: Campaign>(
    campaign: &C,
    cases: Range<u64>,
    jobs: usize,
    children: Option<&Children>,
    control: &Control,
    take: &mut dyn FnMut(C::Sum, u64),
) {
    let silent = |_: u64| -> Step { Arc::new(|_: &str| ()) };
    match children {
        None => {
            let slice =
                |state: &mut C::State, cases| work(campaign, state, cases, control, &silent);
            slices::run(cases, jobs, || campaign.start(), slice, take);
        }
        Some(children) => {
            let slice = |worker: &mut Worker, cases| worker.work(campaign, cases);
            slices::run(cases, jobs, || Worker::new(children, control), slice, take);
        }
    }
}
