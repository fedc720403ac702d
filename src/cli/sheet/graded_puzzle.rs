//! Solves and grades the puzzles of a sheet.

use std::sync::Arc;

use parallax_compare::{
    ComparisonPlan, CoreDetail, InstanceComparison, ModelSelection, Row, compare_instance,
};
use parallax_engines::Spec;
use parallax_explain::ExplanationEngines;
use parallax_hints::{AllowedReasoning, CandidateState, PathDifficulty, RatingReach, StepFinder};
use parallax_instance::{Instance, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::{Answer, Control, Engine, Task, in_order};

use super::SheetArgs;
use super::kind::SheetPuzzleKind;
use super::puzzle_collection::CollectedPuzzle;
use crate::cli::CliError;
use crate::cli::options::wrapped_engine;
use crate::cli::progress::ProgressLine;
use crate::cli::why::engine_choice;

/// The engines that count the solutions. They share no code.
const COUNTING_ENGINES: [&str; 2] = ["native", "sat:batsat+direct"];

/// Maximum number of solutions that are printed, of SET.
const MAX_PRINTED_SOLUTIONS: usize = 1000;

/// A puzzle with its solutions and its difficulty.
pub(super) struct GradedPuzzle {
    pub(super) kind: SheetPuzzleKind,
    pub(super) found: Arc<SourcedInstance>,
    pub(super) drawn: Option<u64>,
    /// All solutions, or the first ones of a puzzle with several.
    pub(super) solutions: Vec<PuzzleSolution>,
    /// Whether these are all.
    pub(super) complete: bool,
    /// The difficulty of the steps; `None` if the puzzle has no steps or is not graded.
    pub(super) difficulty: Option<PathDifficulty>,
    /// The number of cells on the longer side.
    pub(super) side: usize,
}

/// Why a puzzle is not printed.
pub(super) struct GradingError {
    pub(super) message: String,
    /// Whether engines disagree or one fails.
    pub(super) is_fault: bool,
}

impl SheetArgs {
    /// Solves and grades all puzzles, in order.
    pub(super) fn grade_all(
        &self,
        puzzles: Vec<CollectedPuzzle>,
        control: &Control,
    ) -> Result<Vec<Result<GradedPuzzle, GradingError>>, CliError> {
        let plan = self.grading_plan()?;
        let engines = engine_choice::make_engines(None, &[], false)?;
        let progress = ProgressLine::counting_line("grading", "puzzles");
        let progress = progress.with_time_left().out_of(puzzles.len() as u64);
        let (mut all, number) = (Vec::new(), puzzles.len());
        // Threads take the puzzles by index, out of a shared slice: each one exactly once.
        let puzzles: Vec<std::sync::Mutex<Option<CollectedPuzzle>>> =
            puzzles.into_iter().map(|taken| std::sync::Mutex::new(Some(taken))).collect();
        let work = |(): &mut (), place: usize| {
            let taken = puzzles[place].lock().ok()?.take()?;
            self.grade_puzzle(taken, &plan, &engines, control)
        };
        in_order(number, self.job_count(), || (), work, &mut |_, graded| {
            all.push(graded);
            progress.count_step(String::new);
        });
        progress.finish_line();
        Ok(all)
    }

    fn grading_plan(&self) -> Result<ComparisonPlan, CliError> {
        let made = COUNTING_ENGINES.map(|name| {
            let spec: Spec = name.parse()?;
            wrapped_engine(spec, true, false, None)
        });
        let engines: Vec<Arc<dyn Engine>> = made.into_iter().collect::<Result<_, CliError>>()?;
        Ok(ComparisonPlan {
            engines,
            models: ModelSelection::Default,
            task: None,
            timeout: Some(self.timeout),
            memory: None,
            seed: 0,
            jobs: 1,
            keep: MAX_PRINTED_SOLUTIONS,
            streams: false,
            cores: CoreDetail::None,
            alone: true,
            checker: None,
        })
    }

    /// Solves and grades a puzzle; `None` after an interrupt.
    fn grade_puzzle(
        &self,
        taken: CollectedPuzzle,
        plan: &ComparisonPlan,
        engines: &ExplanationEngines,
        control: &Control,
    ) -> Option<Result<GradedPuzzle, GradingError>> {
        let CollectedPuzzle { kind, found, drawn } = taken;
        // Two solutions are enough to refuse a puzzle; of SET, the sheet prints all.
        let task = if kind.has_one_solution() { Task::Limit(2) } else { Task::All };
        let plan = ComparisonPlan { task: Some(task), ..plan.clone() };
        let source = puzzle_name(&found);
        let compared = match compare_instance(&plan, found, control) {
            Ok(compared) => compared,
            Err(error) => return Some(Err(grading_error(error.to_string()))),
        };
        // An answer under an interrupt may be incomplete and must not be judged.
        if control.stop_reason().is_some() {
            return None;
        }
        let row = match self.check_row(kind, &source, &compared) {
            Ok(row) => row,
            Err(refused) => return Some(Err(refused)),
        };
        let (solutions, complete) = (row.kept.clone(), row.complete);
        let instance = &*compared.found.instance;
        let board = instance.picture().board_layout(&instance.default_viewpoint());
        let side = board.map_or(0, |board| board.rows.max(board.columns));
        let difficulty = (!self.no_grade).then(|| puzzle_difficulty(instance, engines, control));
        if control.stop_reason().is_some() {
            return None;
        }
        let (found, difficulty) = (compared.found.clone(), difficulty.flatten());
        Some(Ok(GradedPuzzle { kind, found, drawn, solutions, complete, difficulty, side }))
    }

    /// Returns the row with the solutions, if a sheet can print them.
    fn check_row<'c>(
        &self,
        kind: SheetPuzzleKind,
        source: &str,
        compared: &'c InstanceComparison,
    ) -> Result<&'c Row, GradingError> {
        if compared.verdict.is_disagreement() {
            let message = format!("{source}: the engines disagree: {}", compared.verdict);
            return Err(GradingError { message, is_fault: true });
        }
        let answered = |row: &&Row| !row.is_unanswered() && !row.is_unsupported() && row.checked;
        let Some(row) = compared.rows.iter().find(answered) else {
            let limit = self.timeout.as_secs_f64();
            return Err(grading_error(format!(
                "{source}: its solutions are not known within {limit} s; --timeout gives more time"
            )));
        };
        match &row.answer {
            Answer::Unsatisfiable if kind == SheetPuzzleKind::Set => Ok(row),
            Answer::Unsatisfiable => Err(grading_error(format!(
                "{source}: there is no solution; 'parallax why' explains it"
            ))),
            _ if kind.has_one_solution() && row.kept.len() != 1 && !self.allow_many => {
                Err(grading_error(format!(
                    "{source}: there are several solutions; --allow-many prints it nevertheless"
                )))
            }
            _ => Ok(row),
        }
    }
}

fn grading_error(message: String) -> GradingError {
    GradingError { message, is_fault: false }
}

/// Returns the name of a puzzle: its file, and its index there.
pub(super) fn puzzle_name(found: &SourcedInstance) -> String {
    match found.index {
        0 => found.source.clone(),
        index => format!("{}#{index}", found.source),
    }
}

/// Returns the difficulty of a puzzle's steps; `None` if it has no steps or is too large.
fn puzzle_difficulty(
    instance: &dyn Instance,
    engines: &ExplanationEngines,
    control: &Control,
) -> Option<PathDifficulty> {
    let viewpoint = instance.default_viewpoint();
    let reach = RatingReach::for_instance(instance, &viewpoint);
    if instance.explanation_source().is_some_and(|own| own.suggest_hint(&[]).is_some())
        || reach == RatingReach::Nothing
    {
        return None;
    }
    let allowed =
        AllowedReasoning { named_only: reach == RatingReach::Named, ..AllowedReasoning::default() };
    let mut guide =
        StepFinder::for_instance(instance, &viewpoint, allowed, engines.clone(), control).ok()?;
    let state = CandidateState::from_givens(&guide.rules, &instance.givens(&viewpoint)).ok()?;
    Some(PathDifficulty::rate_path(&mut guide, &state, control).within_reach(reach))
}
