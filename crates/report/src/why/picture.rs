//! The pictures of an explanation.

use parallax_model::instance::{Instance, Mark, Marked};
use parallax_why::{Finding, Part, Repair, Why};

/// The mark after a clue that an explanation names, or that a repair changes.
const NAMED: char = '*';

/// The mark after the explained value.
const ASKED: char = '?';

/// Returns the instance with the clues of a set marked, if it has a board.
pub(super) fn conflict(instance: &dyn Instance, why: &Why, set: &[usize]) -> Option<Marked> {
    let clue = |&part: &usize| match &why.problem.parts()[part] {
        Part::Clue(given) => Some(Mark { variable: given.variable, sign: NAMED }),
        Part::Rule { .. } => None,
    };
    let asked = match &why.finding {
        Finding::Forced(given, _) | Finding::Impossible(given, _) => Some(given.variable),
        _ => None,
    };
    let asked = asked.map(|variable| Mark { variable, sign: ASKED });
    let marks: Vec<Mark> = set.iter().filter_map(clue).chain(asked).collect();
    instance.picture().draw_marks(&why.viewpoint, None, &marks)
}

/// Returns the solution of a repaired instance, with the changes marked.
pub(super) fn repaired(instance: &dyn Instance, why: &Why, repair: &Repair) -> Option<Marked> {
    let mark = |variable| Mark { variable, sign: NAMED };
    let marks: Vec<Mark> = repair.instead.iter().map(|given| mark(given.variable)).collect();
    instance.picture().draw_marks(&why.viewpoint, Some(&repair.solution), &marks)
}

/// Returns the picture of an explanation as an SVG document: of the repair if there is one,
/// otherwise of the first set, otherwise of the instance with a solution.
#[must_use]
pub fn svg(instance: &dyn Instance, why: &Why) -> String {
    if let Some(Ok(repair)) = &why.repair {
        let marked = repaired(instance, why, repair).map(|marked| marked.svg);
        return marked.unwrap_or_else(|| {
            instance.picture().draw_svg(std::slice::from_ref(&repair.solution))
        });
    }
    let set = why.sets.first().and_then(|set| conflict(instance, why, &set.parts));
    match (set, &why.finding) {
        (Some(marked), _) => marked.svg,
        (None, Finding::Satisfiable(solution)) => {
            instance.picture().draw_svg(std::slice::from_ref(solution))
        }
        (None, Finding::Possible(_, one, other)) => {
            instance.picture().draw_svg(&[one.clone(), other.clone()])
        }
        (None, _) => instance.picture().draw_svg(&[]),
    }
}
