//! Solves and grades the puzzles of a sheet.

use std::sync::Arc;

use parallax_compare::{Compared, Cores, Models, Plan, Row, one};
use parallax_engines::Spec;
use parallax_hints::{Allowed, Difficulty, Guide, Reach, State};
use parallax_model::ask::{Answer, Control, Engine, Task, in_order};
use parallax_model::instance::{Instance, PuzzleSolution, SourcedInstance};
use parallax_why::Engines;

use super::Args;
use super::collect::Taken;
use super::kind::Kind;
use crate::cli::Failure;
use crate::cli::options::engine;
use crate::cli::progress::Progress;
use crate::cli::why::chosen;

/// The engines that count the solutions. They share no code.
const COUNTING: [&str; 2] = ["native", "sat:batsat+direct"];

/// Maximum number of solutions that are printed, of SET.
const KEPT: usize = 1000;

/// A puzzle with its solutions and its difficulty.
pub(super) struct Graded {
    pub(super) kind: Kind,
    pub(super) found: Arc<SourcedInstance>,
    pub(super) drawn: Option<u64>,
    /// All solutions, or the first ones of a puzzle with several.
    pub(super) solutions: Vec<PuzzleSolution>,
    /// Whether these are all.
    pub(super) complete: bool,
    /// How hard the steps are; `None` if the puzzle has none, or is not graded.
    pub(super) difficulty: Option<Difficulty>,
    /// The number of cells on the longer side.
    pub(super) side: usize,
}

/// Why a puzzle is not printed.
pub(super) struct Refused {
    pub(super) message: String,
    /// Whether engines disagree or one fails.
    pub(super) is_fault: bool,
}

impl Args {
    /// Solves and grades all puzzles, in order.
    pub(super) fn grade_all(
        &self,
        puzzles: Vec<Taken>,
        control: &Control,
    ) -> Result<Vec<Result<Graded, Refused>>, Failure> {
        let plan = self.plan()?;
        let engines = chosen::engines(None, &[], false)?;
        let progress = Progress::counting("grading", "puzzles");
        let progress = progress.with_time_left().out_of(puzzles.len() as u64);
        let (mut all, number) = (Vec::new(), puzzles.len());
        let puzzles: Vec<std::sync::Mutex<Option<Taken>>> =
            puzzles.into_iter().map(|taken| std::sync::Mutex::new(Some(taken))).collect();
        let work = |(): &mut (), place: usize| {
            let taken = puzzles[place].lock().ok()?.take()?;
            self.graded(taken, &plan, &engines, control)
        };
        in_order(number, self.jobs(), || (), work, &mut |_, graded| {
            all.push(graded);
            progress.step(String::new);
        });
        progress.finish();
        Ok(all)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let made = COUNTING.map(|name| {
            let spec: Spec = name.parse()?;
            engine(spec, true, false, None)
        });
        let engines: Vec<Arc<dyn Engine>> = made.into_iter().collect::<Result<_, Failure>>()?;
        Ok(Plan {
            engines,
            models: Models::Default,
            task: None,
            timeout: Some(self.timeout),
            memory: None,
            seed: 0,
            jobs: 1,
            keep: KEPT,
            streams: false,
            cores: Cores::None,
            alone: true,
            checker: None,
        })
    }

    /// Solves and grades a puzzle; `None` after an interrupt.
    fn graded(
        &self,
        taken: Taken,
        plan: &Plan,
        engines: &Engines,
        control: &Control,
    ) -> Option<Result<Graded, Refused>> {
        let Taken { kind, found, drawn } = taken;
        let task = if kind.has_one_solution() { Task::Limit(2) } else { Task::All };
        let plan = Plan { task: Some(task), ..plan.clone() };
        let source = name(&found);
        let compared = match one(&plan, found, control) {
            Ok(compared) => compared,
            Err(error) => return Some(Err(refused(error.to_string()))),
        };
        if control.stopped().is_some() {
            return None;
        }
        let row = match self.checked(kind, &source, &compared) {
            Ok(row) => row,
            Err(refused) => return Some(Err(refused)),
        };
        let (solutions, complete) = (row.kept.clone(), row.complete);
        let instance = &*compared.found.instance;
        let board = instance.picture().board(&instance.default_viewpoint());
        let side = board.map_or(0, |board| board.rows.max(board.columns));
        let difficulty = (!self.no_grade).then(|| difficulty(instance, engines, control));
        if control.stopped().is_some() {
            return None;
        }
        let (found, difficulty) = (compared.found.clone(), difficulty.flatten());
        Some(Ok(Graded { kind, found, drawn, solutions, complete, difficulty, side }))
    }

    /// Returns the row with the solutions, if they are as a sheet needs them.
    fn checked<'c>(
        &self,
        kind: Kind,
        source: &str,
        compared: &'c Compared,
    ) -> Result<&'c Row, Refused> {
        if compared.verdict.is_disagreement() {
            let message = format!("{source}: the engines disagree: {}", compared.verdict);
            return Err(Refused { message, is_fault: true });
        }
        let answered = |row: &&Row| !row.is_unanswered() && !row.is_unsupported() && row.checked;
        let Some(row) = compared.rows.iter().find(answered) else {
            let limit = self.timeout.as_secs_f64();
            return Err(refused(format!(
                "{source}: its solutions are not known within {limit} s; --timeout gives more time"
            )));
        };
        match &row.answer {
            Answer::Unsatisfiable if kind == Kind::Set => Ok(row),
            Answer::Unsatisfiable => {
                Err(refused(format!("{source}: there is no solution; 'parallax why' explains it")))
            }
            _ if kind.has_one_solution() && row.kept.len() != 1 && !self.allow_many => {
                Err(refused(format!(
                    "{source}: there are several solutions; --allow-many prints it nevertheless"
                )))
            }
            _ => Ok(row),
        }
    }
}

fn refused(message: String) -> Refused {
    Refused { message, is_fault: false }
}

/// Returns the name of a puzzle: its file, and its place in it.
pub(super) fn name(found: &SourcedInstance) -> String {
    match found.index {
        0 => found.source.clone(),
        index => format!("{}#{index}", found.source),
    }
}

/// Returns how hard the steps of a puzzle are; `None` if it has no steps or is too large.
fn difficulty(instance: &dyn Instance, engines: &Engines, control: &Control) -> Option<Difficulty> {
    let viewpoint = instance.default_viewpoint();
    let reach = Reach::of(instance, &viewpoint);
    if instance.explanations().is_some_and(|own| own.suggest_hint(&[]).is_some())
        || reach == Reach::Nothing
    {
        return None;
    }
    let allowed = Allowed { named_only: reach == Reach::Named, ..Allowed::default() };
    let mut guide = Guide::of(instance, &viewpoint, allowed, engines.clone(), control).ok()?;
    let state = State::of(&guide.rules, &instance.givens(&viewpoint)).ok()?;
    Some(Difficulty::of(&mut guide, &state, control).within(reach))
}
