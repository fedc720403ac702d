//! The default engine for counting.

use parallax_model::engine_api::Task;
use parallax_search::count::ComponentCountOptions;

use crate::{ParallelNativeSearch, Spec};

/// Returns the engine that counts if none is named: native search. It enumerates during the first
/// slice of steps, so that a small number of solutions is fully checked. Then it counts by
/// components, as `count:native` does, or, if its counters show that these save too little,
/// enumerates on `threads` threads.
///
/// Returns `None` for other tasks.
#[must_use]
pub fn chosen_counter(task: Task, threads: usize) -> Option<ParallelNativeSearch> {
    let native = Spec::native().with_threads(threads).filter(|_| task == Task::Count)?;
    Some(native.with_components(ComponentCountOptions::default()))
}
