//! Relations between classes, as the strategy needs them.

use crate::model::ClassRelation;

/// The parts of a relation: relations of which at each moment at most one
/// holds, and one of them exactly when the whole does. That of SET has two.
pub(super) fn parts(relation: &ClassRelation, count: usize) -> Vec<ClassRelation> {
    match relation {
        ClassRelation::AllSameOrAllDifferent if count > 1 => {
            vec![ClassRelation::AllSame, ClassRelation::AllDifferent]
        }
        other => vec![other.simplest(count).clone()],
    }
}

/// Whether the relation could still hold between `count` classes of which the
/// first few are chosen: false only if it cannot. `class` gives the class at a
/// place of the scope, if it is chosen; `last` is the one chosen last.
pub(super) fn may_hold(
    relation: &ClassRelation,
    count: usize,
    last: u32,
    class: impl Fn(usize) -> Option<u32>,
) -> bool {
    let chosen = || (0..count).filter_map(&class);
    match relation {
        ClassRelation::AllSame => chosen().all(|other| other == last),
        ClassRelation::AllDifferent => chosen().filter(|&other| other == last).count() < 2,
        ClassRelation::AllSameOrAllDifferent => true,
        ClassRelation::ExactlyEqual(number) => {
            count < 2 || chosen().filter(|&other| other == last).count() <= *number as usize
        }
        ClassRelation::Table(rows) => rows.iter().any(|row| {
            row.iter().enumerate().all(|(i, &own)| class(i).is_none_or(|chosen| chosen == own))
        }),
    }
}
