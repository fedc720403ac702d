//! The rating of an instance in the words of people.

use parallax_compare::{Compared, Keeps, Row};
use parallax_lab::experiment::regress::plural;
use parallax_model::ask::{Answer, Task};
use parallax_why::hint::{Difficulty, End};

use super::grade::{Grade, Rating, finished};
use super::steps::score;

/// The puzzle whose scores are those of Sudoku Explainer.
const SUDOKU: &str = "sudoku";

impl Rating {
    /// Rates an instance by its rows, and by the steps of a person if they are known.
    ///
    /// A board without exactly one solution has no difficulty for people, so it is graded as such.
    /// Steps that lead to the solution give the grade, else the effort of the engines.
    #[must_use]
    pub fn of_instance(compared: &Compared, steps: Option<&Difficulty>) -> Self {
        let effort = Rating::of(&compared.rows);
        let by_number = number(compared);
        let complete = steps.filter(|steps| steps.end == End::Complete);
        let grade = by_number.or(complete.map(|steps| Grade::of_score(steps.hardest)));
        Rating { grade: grade.unwrap_or(effort.grade), ..effort }
    }

    /// Describes the rating: `easy: hidden single, SE 1.5`.
    pub(super) fn sentence(&self, compared: &Compared, steps: Option<&Difficulty>) -> String {
        let grade = self.grade;
        if matches!(grade, Grade::Unsolvable | Grade::Several) {
            return grade.to_string();
        }
        let name = if compared.found.instance.puzzle() == SUDOKU { "SE" } else { "score" };
        let failures = self.failures.map(|failures| match failures {
            0 if grade == Grade::Trivial => "no choices".to_owned(),
            failures => plural(failures, "failure"),
        });
        let hardest = steps.and_then(|steps| {
            let technique = steps.technique?.description();
            Some(format!("{technique}, {name} {}", score(steps.hardest.into())))
        });
        match (steps.map(|steps| &steps.end), hardest, failures) {
            (Some(End::Complete), Some(hardest), _) => format!("{grade}: {hardest}"),
            (Some(End::Complete), None, _) => format!("{grade}: nothing to fill in"),
            (Some(End::Unknown(_)) | None, _, Some(failures)) => format!("{grade}: {failures}"),
            (Some(_), Some(hardest), Some(failures)) => {
                format!("{grade}: a guess after {hardest}; {failures}")
            }
            (Some(_), None, Some(failures)) => format!("{grade}: a guess; {failures}"),
            (_, _, None) => grade.to_string(),
        }
    }
}

/// Returns the grade of a board that has no solution or several; `None` if it has one, or the rows
/// do not show it.
fn number(compared: &Compared) -> Option<Grade> {
    let instance = &*compared.found.instance;
    let is_board = instance.board(&instance.default_viewpoint()).is_some();
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
