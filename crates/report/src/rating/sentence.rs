//! The rating of an instance in the words of people.

use parallax_compare::{Compared, Keeps, Row};
use parallax_experiment::regress::plural;
use parallax_hints::{Difficulty, End};
use parallax_model::ask::{Answer, Task};

use super::grade::{Grade, Rating, finished};
use super::steps::{limit, score};

/// The puzzle whose scores are those of Sudoku Explainer.
const SUDOKU: &str = "sudoku";

impl Rating {
    /// Rates an instance by its rows, and by the steps of a person if they are known.
    ///
    /// A board without exactly one solution has no difficulty for people, so it is graded as such.
    /// Steps that lead to the solution give the grade. Where a limit ends them, there is no grade:
    /// the effort of the engines is measured by another scale, and counts only where no steps lead
    /// to the solution.
    #[must_use]
    pub fn of_instance(compared: &Compared, steps: Option<&Difficulty>) -> Self {
        let effort = Rating::of(&compared.rows);
        let by_number = number(compared);
        let by_steps = steps.map(|steps| match steps.end {
            End::Complete => Grade::of_score(steps.hardest),
            End::Unknown(_) | End::Open | End::Placement => Grade::Ungraded,
            End::Stuck | End::Contradiction => effort.grade,
        });
        Rating { grade: by_number.or(by_steps).unwrap_or(effort.grade), ..effort }
    }

    /// Describes the rating: `easy: hidden single, SE 1.5`.
    pub(super) fn sentence(&self, compared: &Compared, steps: Option<&Difficulty>) -> String {
        let grade = self.grade;
        if matches!(grade, Grade::Unsolvable | Grade::Several) {
            return grade.to_string();
        }
        let failures = self.failures.map(|failures| match failures {
            0 if grade == Grade::Trivial => "no choices".to_owned(),
            failures => plural(failures, "failure"),
        });
        if grade == Grade::Ungraded {
            let why = steps.and_then(limit).unwrap_or_else(|| "an engine was stopped".to_owned());
            return format!("{grade}: {why}");
        }
        let hardest = steps.and_then(|steps| hardest(steps, compared.found.instance.puzzle()));
        match (steps.map(|steps| &steps.end), hardest, failures) {
            (Some(End::Complete), Some(hardest), _) => format!("{grade}: {hardest}"),
            (Some(End::Complete), None, _) => format!("{grade}: nothing to fill in"),
            (None, _, Some(failures)) => format!("{grade}: {failures}"),
            (Some(_), Some(hardest), Some(failures)) => {
                format!("{grade}: a guess after {hardest}; {failures}")
            }
            (Some(_), None, Some(failures)) => format!("{grade}: a guess; {failures}"),
            (_, _, None) => grade.to_string(),
        }
    }
}

/// Describes how hard an instance of this puzzle is for people, by its steps alone:
/// `easy: hidden single, SE 1.5`.
#[must_use]
pub fn step_words(difficulty: &Difficulty, puzzle: &str) -> String {
    let Some(grade) = Grade::of_steps(difficulty) else { return Grade::Ungraded.to_string() };
    match (&difficulty.end, hardest(difficulty, puzzle)) {
        (End::Complete, Some(hardest)) => format!("{grade}: {hardest}"),
        (End::Complete, None) => format!("{grade}: nothing to fill in"),
        (_, Some(hardest)) => format!("{grade}: a guess after {hardest}"),
        (_, None) => format!("{grade}: a guess"),
    }
}

/// Describes the hardest step and its score, if there are steps.
fn hardest(difficulty: &Difficulty, puzzle: &str) -> Option<String> {
    let technique = difficulty.technique?.description();
    let name = if puzzle == SUDOKU { "SE" } else { "score" };
    Some(format!("{technique}, {name} {}", score(difficulty.hardest.into())))
}

/// Returns the grade of a board that has no solution or several; `None` if it has one, or the rows
/// do not show it.
fn number(compared: &Compared) -> Option<Grade> {
    let instance = &*compared.found.instance;
    let is_board = instance.picture().board(&instance.default_viewpoint()).is_some();
    if !is_board || instance.default_task() == Task::All || compared.verdict.is_disagreement() {
        return None;
    }
    let rows = || compared.rows.iter().filter(|row| row.checked && row.wrong.is_none());
    let several = |row: &Row| {
        row.value.is_none()
            && (row.count > 1 || row.weighted.as_ref().is_some_and(|weighted| *weighted > 1))
    };
    let none = |row: &Row| {
        finished(row) && row.answer == Answer::Unsatisfiable && !matches!(row.keeps, Keeps::Part(_))
    };
    if rows().any(several) {
        Some(Grade::Several)
    } else if rows().any(none) {
        Some(Grade::Unsolvable)
    } else {
        None
    }
}
