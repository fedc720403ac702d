//! Native search as an engine.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Answer, Control, Refusal, Session, Task};
use parallax_search::{ByTask, Search, Settings};

use super::TracedRun;

/// Makes a session of native search.
pub(super) fn session(
    model: &Arc<Model>,
    settings: &Settings,
    seed: u64,
    control: &Control,
) -> Result<Box<dyn Session>, Refusal> {
    Ok(Box::new(ByTask::new(model, settings, seed, control)?))
}

/// Records the search tree of a model; the search ends after `most` steps.
///
/// # Errors
/// If the model is refused.
pub(super) fn trace(
    model: &Arc<Model>,
    settings: &Settings,
    seed: u64,
    most: usize,
    control: &Control,
) -> Result<TracedRun, Refusal> {
    if settings.learns() {
        let why =
            "a search that learns jumps between nodes and leaves no tree: trace it without learn";
        return Err(Refusal::Unsupported(why.into()));
    }
    let mut search = Search::new(model, settings, seed, control)?;
    search.record(model, most);
    let mut go_on = |_: &[_]| ControlFlow::Continue(());
    let outcome = search.ask(&[], Task::All, control, &mut go_on);
    let mut trace = search.recorded().unwrap_or_default();
    if outcome.answer == Answer::Unsatisfiable && trace.steps.len() == 1 {
        trace.prune(0, "propagation alone finds that there is no solution");
    }
    Ok(TracedRun { trace, counters: outcome.counters, stopped: outcome.stopped })
}
