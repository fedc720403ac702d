//! The puzzles of a sheet: made, or read from files.

use parallax_formats::inputs::InputSources;
use parallax_generate::{
    GeneratedInstance, GenerationBatch, GenerationError, InstanceRecipe, run_batch as make,
};
use parallax_instance::SourcedInstance;
use parallax_model::engine_api::Control;
use parallax_report::DifficultyGrade;

use super::kind::SheetPuzzleKind;
use super::{ENGINE_FAULT_EXIT_CODE, MISSED_REQUEST_EXIT_CODE, SheetArgs};
use crate::cli::CliError;
use crate::cli::execute::print_warnings;
use crate::cli::generate::rated_recipe::RatedOptions;
use crate::cli::options::announce_typing;
use crate::cli::progress::ProgressLine;

/// A puzzle, and its number under the seed if it was generated.
pub(super) struct CollectedPuzzle {
    pub(super) kind: SheetPuzzleKind,
    pub(super) found: SourcedInstance,
    pub(super) drawn: Option<u64>,
}

/// A generated puzzle, or a message and its exit code.
type Made = Result<CollectedPuzzle, (String, u8)>;

/// The puzzles, or the reasons why they are missing.
pub(super) enum PuzzleCollection {
    All(Vec<CollectedPuzzle>),
    Missing { messages: Vec<String>, code: u8 },
    Interrupted,
}

impl SheetArgs {
    /// Makes or reads the puzzles, in the order of the arguments.
    pub(super) fn collect_puzzles(&self, control: &Control) -> Result<PuzzleCollection, CliError> {
        let kinds: Vec<Option<SheetPuzzleKind>> =
            self.what.iter().map(|name| SheetPuzzleKind::from_name(name)).collect();
        self.check_options(&kinds)?;
        let mut all = Vec::new();
        let (mut messages, mut code) = (Vec::new(), MISSED_REQUEST_EXIT_CODE);
        for (name, kind) in self.what.iter().zip(kinds) {
            let Some(kind) = kind else {
                self.read_puzzles(name, &mut all)?;
                continue;
            };
            for made in self.make_puzzles(kind, control)? {
                match made {
                    Ok(taken) => all.push(taken),
                    Err((message, of)) => {
                        messages.push(message);
                        // A fault (5) outweighs a puzzle that misses its request (3).
                        code = code.max(of);
                    }
                }
            }
            if control.stop_reason().is_some() {
                return Ok(PuzzleCollection::Interrupted);
            }
        }
        Ok(if messages.is_empty() {
            PuzzleCollection::All(all)
        } else {
            PuzzleCollection::Missing { messages, code }
        })
    }

    /// Refuses options for generated puzzles if all puzzles come from files.
    fn check_options(&self, kinds: &[Option<SheetPuzzleKind>]) -> Result<(), CliError> {
        let named = [
            ("--grade", self.grade.is_some()),
            ("--order", self.order.is_some()),
            ("--clues", self.clues.is_some()),
        ];
        let lone = named.iter().find(|(_, given)| *given && kinds.iter().all(Option::is_none));
        match lone {
            Some((name, _)) => Err(CliError(format!(
                "{name} goes with a kind of puzzle to make: {}",
                SheetPuzzleKind::expected()
            ))),
            None => Ok(()),
        }
    }

    /// Makes the puzzles of a kind; an error has its exit code.
    fn make_puzzles(
        &self,
        kind: SheetPuzzleKind,
        control: &Control,
    ) -> Result<Vec<Made>, CliError> {
        let recipe = kind.puzzle_recipe(self)?;
        let scores = self.grade.and_then(DifficultyGrade::score_range);
        let steps = scores.map(|scores| RatedOptions::from_rating(scores, self.draws));
        let rated = steps.as_ref().map(|steps| steps.make_rated_recipe(&*recipe)).transpose()?;
        // With a grade, the rated recipe draws from the plain one until a puzzle has the requested
        // steps.
        let recipe = rated.as_ref().map_or(&*recipe, |rated| rated as &dyn InstanceRecipe);
        recipe.check_feasible()?;
        let number = self.number.get();
        let progress = ProgressLine::counting_line("making", "puzzles");
        let progress = progress.with_time_left().out_of(number as u64);
        let batch = GenerationBatch { seed: self.seed, from: 0, number, jobs: self.job_count() };
        let mut all = Vec::new();
        make(recipe, batch, control, &mut |number, made| {
            all.push(accept_puzzle(kind, number, made));
            progress.count_step(String::new);
        });
        progress.finish_line();
        Ok(all)
    }

    /// Reads the puzzles of a file.
    fn read_puzzles(&self, name: &str, all: &mut Vec<CollectedPuzzle>) -> Result<(), CliError> {
        let sources = InputSources {
            names: vec![name.to_owned()],
            puzzle: self.puzzle,
            ..InputSources::default()
        };
        announce_typing(&sources);
        let before = all.len();
        for found in print_warnings(sources.stream_instances()) {
            let found = found?;
            let puzzle = found.instance.puzzle_name();
            let kind = SheetPuzzleKind::from_puzzle(puzzle).ok_or_else(|| {
                let expected = SheetPuzzleKind::known();
                CliError(format!(
                    "{}: {puzzle} is not for a sheet; expected {expected}",
                    found.source
                ))
            })?;
            all.push(CollectedPuzzle { kind, found, drawn: None });
        }
        if all.len() == before {
            return Err(CliError(format!("{name}: there is no puzzle")));
        }
        Ok(())
    }
}

/// Accepts a puzzle that meets the request.
fn accept_puzzle(
    kind: SheetPuzzleKind,
    number: u64,
    made: Result<GeneratedInstance, GenerationError>,
) -> Made {
    let name = kind.kind_name();
    match made {
        Ok(GeneratedInstance { missed: Some(what), .. }) => {
            Err((format!("{name} {number} has {what}"), MISSED_REQUEST_EXIT_CODE))
        }
        Ok(made) => {
            let found = SourcedInstance::from_boxed(format!("{name} {number}"), made.instance);
            Ok(CollectedPuzzle { kind, found, drawn: Some(number) })
        }
        Err(GenerationError::GivenUp(why)) => {
            Err((format!("{name} {number} is given up: {why}"), MISSED_REQUEST_EXIT_CODE))
        }
        Err(GenerationError::Fault(why)) => {
            Err((format!("{name} {number}: {why}"), ENGINE_FAULT_EXIT_CODE))
        }
    }
}
