//! The pictures of an explanation.

use parallax_explain::{ExplainedFact, ExplanationPart, InstanceExplanation, VerifiedRepair};
use parallax_instance::{Instance, MarkedPicture, PictureMark};

/// The mark after a clue that an explanation names, or that a repair changes.
const NAMED_CLUE_MARK: char = '*';

/// The mark after the explained value.
const EXPLAINED_VALUE_MARK: char = '?';

/// Returns the instance with the clues of a set marked, if it has a board.
pub(super) fn conflict_picture(
    instance: &dyn Instance,
    why: &InstanceExplanation,
    set: &[usize],
) -> Option<MarkedPicture> {
    let clue = |&part: &usize| match &why.problem.parts()[part] {
        ExplanationPart::Clue(given) => {
            Some(PictureMark { variable: given.variable, sign: NAMED_CLUE_MARK })
        }
        ExplanationPart::Rule { .. } => None,
    };
    let asked = match &why.finding {
        ExplainedFact::Forced(given, _) | ExplainedFact::Impossible(given, _) => {
            Some(given.variable)
        }
        _ => None,
    };
    let asked = asked.map(|variable| PictureMark { variable, sign: EXPLAINED_VALUE_MARK });
    let marks: Vec<PictureMark> = set.iter().filter_map(clue).chain(asked).collect();
    instance.picture().draw_marks(&why.viewpoint, None, &marks)
}

/// Returns the solution of a repaired instance, with the changes marked.
pub(super) fn repaired_picture(
    instance: &dyn Instance,
    why: &InstanceExplanation,
    repair: &VerifiedRepair,
) -> Option<MarkedPicture> {
    let mark = |variable| PictureMark { variable, sign: NAMED_CLUE_MARK };
    let marks: Vec<PictureMark> = repair.instead.iter().map(|given| mark(given.variable)).collect();
    instance.picture().draw_marks(&why.viewpoint, Some(&repair.solution), &marks)
}

/// Returns the picture of an explanation as an SVG document: of the repair if there is one,
/// otherwise of the first set, otherwise of the instance with a solution.
#[must_use]
pub fn why_svg(instance: &dyn Instance, why: &InstanceExplanation) -> String {
    if let Some(Ok(repair)) = &why.repair {
        let marked = repaired_picture(instance, why, repair).map(|marked| marked.svg);
        return marked.unwrap_or_else(|| {
            instance.picture().draw_svg(std::slice::from_ref(&repair.solution))
        });
    }
    let set = why.sets.first().and_then(|set| conflict_picture(instance, why, &set.parts));
    match (set, &why.finding) {
        (Some(marked), _) => marked.svg,
        (None, ExplainedFact::Satisfiable(solution)) => {
            instance.picture().draw_svg(std::slice::from_ref(solution))
        }
        (None, ExplainedFact::Possible(_, one, other)) => {
            instance.picture().draw_svg(&[one.clone(), other.clone()])
        }
        (None, _) => instance.picture().draw_svg(&[]),
    }
}
