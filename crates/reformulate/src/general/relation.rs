//! Alternatives of relations between classes, and a test whether a relation can still hold.

use parallax_model::ClassRelation;

/// Returns the alternatives of a relation: mutually exclusive relations, one of which holds exactly
/// when the relation does. The relation of SET has two (Figure 10 of the SET paper).
pub(super) fn relation_alternatives(relation: &ClassRelation, count: usize) -> Vec<ClassRelation> {
    match relation {
        ClassRelation::AllSameOrAllDifferent if count > 1 => {
            vec![ClassRelation::AllSame, ClassRelation::AllDifferent]
        }
        other => vec![other.simplest_form(count).clone()],
    }
}

/// Whether the relation could still hold between `count` classes, some of which are chosen:
/// false only if it cannot. `class` returns the chosen class at a position of the scope, if
/// any; `last` is the one chosen last.
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
            row.iter()
                .enumerate()
                .all(|(i, &row_class)| class(i).is_none_or(|chosen| chosen == row_class))
        }),
    }
}
