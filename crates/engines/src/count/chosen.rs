//! How solutions are counted where no engine is named.

use parallax_model::ask::Task;
use parallax_search::count::Plan;

use crate::{Parallel, Spec};

/// The engine that counts where none is named: native search. It enumerates as far as the first
/// slice of steps goes, so that few solutions are all checked; then it counts by components, as
/// `count:native` does; and where these save less than they cost, which it sees by its counters, it
/// enumerates on `threads` threads.
///
/// `None` for other tasks.
#[must_use]
pub fn chosen_counter(task: Task, threads: usize) -> Option<Parallel> {
    let native = Spec::native().with_threads(threads).filter(|_| task == Task::Count)?;
    Some(native.with_components(Plan::default()))
}
