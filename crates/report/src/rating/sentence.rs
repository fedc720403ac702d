//! The rating of an instance in the words of people.

use parallax_compare::{InstanceComparison, Row, SolutionCoverage};
use parallax_experiment::regress::plural_noun;
use parallax_hints::{PathDifficulty, PathEnd};
use parallax_model::engine_api::{Answer, Task};

use super::grade::{DifficultyGrade, DifficultyRating, finished_correctly};
use super::steps::{path_limit, score_text};

/// The puzzle whose scores are those of Sudoku Explainer.
const SUDOKU_EXPLAINER_PUZZLE: &str = "sudoku";

impl DifficultyRating {
    /// Rates an instance by its rows, and by the steps of a person if they are known.
    ///
    /// A board without exactly one solution has no difficulty for people, so it is graded as such.
    /// Steps that lead to the solution give the grade. If a limit ends them, there is no grade:
    /// the effort of the engines is measured by another scale, and counts only if no steps lead
    /// to the solution.
    #[must_use]
    pub fn of_instance(compared: &InstanceComparison, steps: Option<&PathDifficulty>) -> Self {
        // The number of solutions decides first, then the steps, then the effort. The failures and
        // their engine always come from the rows, whatever decides the grade.
        let effort = DifficultyRating::from_rows(&compared.rows);
        let by_number = uniqueness_grade(compared);
        let by_steps = steps.map(|steps| match steps.end {
            PathEnd::Complete => DifficultyGrade::of_score(steps.hardest),
            PathEnd::Unknown(_) | PathEnd::Open | PathEnd::Placement => DifficultyGrade::Ungraded,
            PathEnd::Stuck | PathEnd::Contradiction => effort.grade,
        });
        DifficultyRating { grade: by_number.or(by_steps).unwrap_or(effort.grade), ..effort }
    }

    /// Describes the rating: `easy: hidden single, SE 1.5`.
    pub(super) fn describe_rating(
        &self,
        compared: &InstanceComparison,
        steps: Option<&PathDifficulty>,
    ) -> String {
        let grade = self.grade;
        if matches!(grade, DifficultyGrade::Unsolvable | DifficultyGrade::Several) {
            return grade.to_string();
        }
        let failures = self.failures.map(|failures| match failures {
            0 if grade == DifficultyGrade::Trivial => "no choices".to_owned(),
            failures => plural_noun(failures, "failure"),
        });
        if grade == DifficultyGrade::Ungraded {
            let why =
                steps.and_then(path_limit).unwrap_or_else(|| "an engine was stopped".to_owned());
            return format!("{grade}: {why}");
        }
        let hardest =
            steps.and_then(|steps| describe_hardest(steps, compared.found.instance.puzzle_name()));
        // Steps that end early are followed by a guess; its cost for a person is unknown, so the
        // failures of the best engine are shown next to the hardest step.
        match (steps.map(|steps| &steps.end), hardest, failures) {
            (Some(PathEnd::Complete), Some(hardest), _) => format!("{grade}: {hardest}"),
            (Some(PathEnd::Complete), None, _) => format!("{grade}: nothing to fill in"),
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
pub fn step_words(difficulty: &PathDifficulty, puzzle: &str) -> String {
    let Some(grade) = DifficultyGrade::of_steps(difficulty) else {
        return DifficultyGrade::Ungraded.to_string();
    };
    match (&difficulty.end, describe_hardest(difficulty, puzzle)) {
        (PathEnd::Complete, Some(hardest)) => format!("{grade}: {hardest}"),
        (PathEnd::Complete, None) => format!("{grade}: nothing to fill in"),
        (_, Some(hardest)) => format!("{grade}: a guess after {hardest}"),
        (_, None) => format!("{grade}: a guess"),
    }
}

/// Describes the hardest step and its score, if there are steps.
fn describe_hardest(difficulty: &PathDifficulty, puzzle: &str) -> Option<String> {
    let technique = difficulty.technique?.description();
    let name = if puzzle == SUDOKU_EXPLAINER_PUZZLE { "SE" } else { "score" };
    Some(format!("{technique}, {name} {}", score_text(difficulty.hardest.into())))
}

/// Returns the grade of a board that has no solution or several; `None` if it has one, or the rows
/// do not show it.
fn uniqueness_grade(compared: &InstanceComparison) -> Option<DifficultyGrade> {
    let instance = &*compared.found.instance;
    let is_board = instance.picture().board_layout(&instance.default_viewpoint()).is_some();
    if !is_board || instance.default_task() == Task::All || compared.verdict.is_disagreement() {
        return None;
    }
    let rows = || compared.rows.iter().filter(|row| row.checked && row.wrong.is_none());
    // Several solutions of an optimisation differ in cost and refute nothing, so rows with a value
    // do not count. A weighted count above 1 may come from a single row.
    let several = |row: &Row| {
        row.value.is_none()
            && (row.count > 1 || row.weighted.as_ref().is_some_and(|weighted| *weighted > 1))
    };
    let none = |row: &Row| {
        finished_correctly(row)
            && row.answer == Answer::Unsatisfiable
            && !matches!(row.keeps, SolutionCoverage::Part(_))
    };
    if rows().any(several) {
        Some(DifficultyGrade::Several)
    } else if rows().any(none) {
        Some(DifficultyGrade::Unsolvable)
    } else {
        None
    }
}
