//! The published search on any viewpoint.

use std::sync::Arc;

use parallax_engines::{Spec, SpecFault};
use parallax_instance::Instance;
use parallax_model::engine_api::Control;

use super::super::first_solution::{SearchTrial, TrialBench, TrialEnd};

/// Native search as in the report: split 1 and split 2.
pub const SPLIT_ENGINES: [&str; 2] = ["native:first+sval,ac,d-way", "native:mid+sval,ac,d-way"];

/// Returns the search of a split, 0 or 1, with at most `limit` enumerations.
///
/// # Errors
/// Returns an error if the spec is invalid.
pub fn split_engine(split: usize, limit: Option<u64>) -> Result<Spec, SpecFault> {
    let limit = limit.map(|limit| format!(",limit={limit}")).unwrap_or_default();
    format!("{}{limit}", SPLIT_ENGINES[split]).parse()
}

/// Searches on one viewpoint, prepared for the boards of one shape at a time.
pub struct BoardSearches<'a> {
    viewpoint: &'a str,
    engines: &'a [Spec],
    control: &'a Control,
    /// The shape of the last board, and the searches prepared for it.
    ready: Option<(String, Vec<TrialBench>)>,
}

impl<'a> BoardSearches<'a> {
    /// Makes searches by these engines on this viewpoint.
    #[must_use]
    pub fn new(viewpoint: &'a str, engines: &'a [Spec], control: &'a Control) -> Self {
        BoardSearches { viewpoint, engines, control, ready: None }
    }

    /// Solves a board with every search, and returns their trials in order.
    ///
    /// # Errors
    /// Returns the end of the first search without a solution.
    pub fn solve_board(&mut self, board: &dyn Instance) -> Result<Vec<SearchTrial>, TrialEnd> {
        let fault = |error: parallax_model::ModelError| TrialEnd::Fault(error.to_string());
        let viewpoint = board.viewpoint(self.viewpoint).map_err(fault)?;
        let shape = board.shape_key(&viewpoint);
        // Boards of one shape share a model, since their clues are given to each search. Files
        // usually have a single shape, so one prepared shape suffices.
        let benches = match &mut self.ready {
            Some((last, benches)) if *last == shape => benches,
            other => {
                let model = Arc::new(board.model(&viewpoint).map_err(fault)?);
                let bench = |engine| TrialBench::new(model.clone(), engine, self.control);
                let benches = self.engines.iter().map(bench).collect();
                &mut other.insert((shape, benches)).1
            }
        };
        let mut trials = Vec::new();
        for bench in benches {
            let trial = bench.search_first(board, &viewpoint, self.control);
            if trial.end != TrialEnd::Solved {
                return Err(trial.end);
            }
            trials.push(trial);
        }
        Ok(trials)
    }
}
