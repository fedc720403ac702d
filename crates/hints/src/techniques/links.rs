//! Two strong links of one value: skyscraper, two-string kite, turbot fish, empty rectangle.
//!
//! These are HoDoKu's "Single Digit Patterns", with its names. The first three are X-chains of
//! three links (`chains.rs`), named by the houses of their strong links; people see them without
//! chains.

use std::ops::ControlFlow;

use super::view::StateView;
use crate::technique::Technique;
use crate::unit::{CandidateId, HouseId, RulePart};

/// A value with two places in a house.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrongLink {
    pub house: usize,
    pub part: RulePart,
    pub ends: [CandidateId; 2],
}

/// Returns the strong links of a value, by house.
pub(super) fn strong_links(view: &StateView<'_>, value: usize) -> Vec<StrongLink> {
    let links = (0..view.layout.houses.len()).filter_map(|house| {
        let part = view.some_part(house, value)?;
        let places = view.places[house][value];
        let mut cells = view.house_cells(house, places);
        let ends = [cells.next()?, cells.next()?].map(|cell| view.known_candidate(cell, value));
        (places.count_ones() == 2).then_some(StrongLink { house, part, ends })
    });
    links.collect()
}

/// Two strong links whose inner ends see each other: removes candidates that see both outer ends.
pub(super) fn two_links(view: &mut StateView<'_>) -> ControlFlow<()> {
    for value in 0..view.layout.values.len() {
        let links = strong_links(view, value);
        for (index, &one) in links.iter().enumerate() {
            for &other in &links[index + 1..] {
                view.count_work()?;
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    join_links(view, one, other, (i, j))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn join_links(
    view: &mut StateView<'_>,
    one: StrongLink,
    other: StrongLink,
    (i, j): (usize, usize),
) -> ControlFlow<()> {
    let inner = [one.ends[i], other.ends[j]];
    let outer = [one.ends[1 - i], other.ends[1 - j]];
    // A chain of three links needs four different candidates.
    let all_differ = inner[0] != inner[1]
        && outer[0] != outer[1]
        && inner[0] != outer[1]
        && inner[1] != outer[0];
    let links = [one.part.unit(), other.part.unit()];
    let Some(weak) = view.link_part(inner[0], inner[1]).filter(|_| all_differ) else {
        return ControlFlow::Continue(());
    };
    // A weak link in the unit of a strong one would be the strong link itself.
    if links.contains(&weak.unit())
        || link_technique(view, one, other, weak) != Some(view.technique())
    {
        return ControlFlow::Continue(());
    }
    let gone = view.seen_by_all(&outer);
    let mut parts = view.link_parts(&gone, &outer);
    parts.extend([one.part, other.part, weak]);
    view.push_step(parts, [], gone)
}

/// Returns the name of two strong links that a weak one joins.
fn link_technique(
    view: &StateView<'_>,
    one: StrongLink,
    other: StrongLink,
    weak: RulePart,
) -> Option<Technique> {
    let kind = |house: usize| view.layout.houses[house].house;
    let weak = view.rules.unit(weak.unit()).house;
    Some(match (kind(one.house), kind(other.house)) {
        (HouseId::Row(_), HouseId::Row(_)) | (HouseId::Column(_), HouseId::Column(_))
            if !matches!(weak, HouseId::Box(_)) =>
        {
            Technique::Skyscraper
        }
        (HouseId::Row(_), HouseId::Column(_)) | (HouseId::Column(_), HouseId::Row(_))
            if matches!(weak, HouseId::Box(_)) =>
        {
            Technique::TwoStringKite
        }
        _ => Technique::TurbotFish,
    })
}

/// Empty rectangles: the places of a value in a box form a cross, and a strong link outside the box
/// starts on the line of one arm.
pub(super) fn empty_rectangles(view: &mut StateView<'_>) -> ControlFlow<()> {
    let houses = 0..view.layout.houses.len();
    let boxes: Vec<usize> =
        houses.filter(|&h| matches!(view.layout.houses[h].house, HouseId::Box(_))).collect();
    for value in 0..view.layout.values.len() {
        let links = strong_links(view, value);
        for &in_box in &boxes {
            let Some(some) = view.some_part(in_box, value) else { continue };
            let cells: Vec<usize> = view.house_cells(in_box, view.places[in_box][value]).collect();
            for (arm, stem) in crossing_arms(view, &cells) {
                for &link in &links {
                    view.count_work()?;
                    cross_arm(view, value, (in_box, some), (arm, stem), link)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns each line and crossing line that together contain all of the cells, while neither alone
/// does.
fn crossing_arms(view: &StateView<'_>, cells: &[usize]) -> Vec<(usize, usize)> {
    let mut lines: Vec<usize> =
        cells.iter().flat_map(|&cell| view.layout.houses_of[cell].iter().copied()).collect();
    lines.retain(|&h| matches!(view.layout.houses[h].house, HouseId::Row(_) | HouseId::Column(_)));
    lines.sort_unstable();
    lines.dedup();
    let on = |line: usize, cell: &usize| view.layout.houses_of[*cell].contains(&line);
    let is_row = |line: usize| matches!(view.layout.houses[line].house, HouseId::Row(_));
    let mut arms = Vec::new();
    for &arm in &lines {
        for &stem in lines.iter().filter(|&&stem| is_row(stem) != is_row(arm)) {
            let all = cells.iter().all(|cell| on(arm, cell) || on(stem, cell));
            let alone = |line| cells.iter().all(|cell| on(line, cell));
            if all && !alone(arm) && !alone(stem) {
                arms.push((arm, stem));
            }
        }
    }
    arms
}

/// A strong link crosses the arm outside the box: removes the candidate where the line of its far
/// end meets the stem.
fn cross_arm(
    view: &mut StateView<'_>,
    value: usize,
    (in_box, some): (usize, RulePart),
    (arm, stem): (usize, usize),
    link: StrongLink,
) -> ControlFlow<()> {
    let on = |line: usize, c: CandidateId| {
        view.layout.houses_of[view.cell_and_value(c).0].contains(&line)
    };
    let is_parallel = |one: usize, other: usize| {
        let is_row = |house: usize| matches!(view.layout.houses[house].house, HouseId::Row(_));
        is_row(one) == is_row(other)
    };
    let is_line =
        matches!(view.layout.houses[link.house].house, HouseId::Row(_) | HouseId::Column(_));
    // The strong link runs parallel to the stem and crosses the arm.
    if !is_line || !is_parallel(link.house, stem) || link.house == stem {
        return ControlFlow::Continue(());
    }
    let outside = |c: CandidateId| !on(in_box, c);
    let near = link.ends.iter().copied().find(|&c| on(arm, c) && outside(c));
    let Some(near) = near else { return ControlFlow::Continue(()) };
    let far = link.ends[usize::from(link.ends[0] == near)];
    if !outside(far) || on(arm, far) {
        return ControlFlow::Continue(());
    }
    // If the far end is false, the near end is true on the arm, so the box has its value on the
    // stem. A target on the stem that sees the far end is false in both cases.
    let on_stem = view.house_cells(stem, view.places[stem][value]);
    let targets: Vec<CandidateId> = on_stem
        .map(|cell| view.known_candidate(cell, value))
        .filter(|&c| outside(c) && c != far && view.link_part(c, far).is_some())
        .filter(|&c| view.link_part(c, far).map(RulePart::unit) != view.value_unit(stem, value))
        .collect();
    let mut parts = view.link_parts(&targets, &[far]);
    parts.extend(view.one_part(arm, value).into_iter().chain(view.one_part(stem, value)));
    parts.extend([some, link.part]);
    view.push_step(parts, [], targets)
}
