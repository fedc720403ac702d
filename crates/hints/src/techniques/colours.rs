//! Simple colouring: two colours for the strong links of one value.
//!
//! HoDoKu's "Simple Colors" has two rules: a candidate that sees both colours is false ("Color
//! Trap"), and so is a colour of which two candidates see each other ("Color Wrap"). SudokuWiki has
//! them as "Simple Colouring".

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use super::links::strong_links;
use super::view::StateView;
use crate::unit::{CandidateId, RulePart};

/// The candidates of a connected component of strong links, each with its colour and the link by
/// which it was reached.
type Coloured = BTreeMap<CandidateId, (bool, Option<(CandidateId, RulePart)>)>;

/// Removes candidates that see both colours, and a colour of which two candidates see each other.
pub(super) fn simple_colouring(view: &mut StateView<'_>) -> ControlFlow<()> {
    for value in 0..view.layout.values.len() {
        for coloured in coloured_components(view, value) {
            if coloured.len() < 4 {
                continue;
            }
            colour_trap(view, &coloured)?;
            colour_wrap(view, &coloured)?;
        }
    }
    ControlFlow::Continue(())
}

fn coloured_components(view: &StateView<'_>, value: usize) -> Vec<Coloured> {
    let links = strong_links(view, value);
    let mut near: BTreeMap<CandidateId, Vec<(CandidateId, RulePart)>> = BTreeMap::new();
    for link in &links {
        let [one, other] = link.ends;
        near.entry(one).or_default().push((other, link.part));
        near.entry(other).or_default().push((one, link.part));
    }
    let mut components: Vec<Coloured> = Vec::new();
    // Breadth-first search of each component: linked candidates have opposite colours.
    for &start in near.keys() {
        if components.iter().any(|known| known.contains_key(&start)) {
            continue;
        }
        let mut coloured: Coloured = [(start, (true, None))].into();
        let mut queue = VecDeque::from([start]);
        while let Some(candidate) = queue.pop_front() {
            let colour = coloured[&candidate].0;
            for &(other, part) in &near[&candidate] {
                coloured.entry(other).or_insert_with(|| {
                    queue.push_back(other);
                    (!colour, Some((candidate, part)))
                });
            }
        }
        components.push(coloured);
    }
    components
}

/// Returns both halves of the links of a component.
fn link_halves(coloured: &Coloured) -> Vec<RulePart> {
    let parts = coloured.values().filter_map(|(_, by)| by.map(|(_, part)| part));
    parts.flat_map(|part| [part, RulePart::One(part.unit())]).collect()
}

fn of_colour(coloured: &Coloured, colour: bool) -> Vec<CandidateId> {
    coloured.iter().filter(|(_, own)| own.0 == colour).map(|(&candidate, _)| candidate).collect()
}

fn colour_trap(view: &mut StateView<'_>, coloured: &Coloured) -> ControlFlow<()> {
    let colours = [of_colour(coloured, true), of_colour(coloured, false)];
    let mut parts = link_halves(coloured);
    let mut gone = Vec::new();
    let near: Vec<CandidateId> =
        colours[0].iter().flat_map(|&candidate| view.seen_by_all(&[candidate])).collect();
    for target in near {
        view.count_work()?;
        let is_seen =
            |side: &Vec<CandidateId>| side.iter().find_map(|&c| view.link_part(target, c));
        if coloured.contains_key(&target) {
            continue;
        }
        if let (Some(one), Some(other)) = (is_seen(&colours[0]), is_seen(&colours[1])) {
            parts.extend([one, other]);
            gone.push(target);
        }
    }
    view.push_step(parts, [], gone)
}

fn colour_wrap(view: &mut StateView<'_>, coloured: &Coloured) -> ControlFlow<()> {
    for colour in [true, false] {
        let own = of_colour(coloured, colour);
        let pairs =
            own.iter().enumerate().flat_map(|(i, &a)| own[i + 1..].iter().map(move |&b| (a, b)));
        // A component may have many pairs, so each counts as work.
        let near = pairs.take_while(|_| view.count_work().is_continue());
        let clash = near.into_iter().find_map(|(one, other)| view.link_part(one, other));
        if let Some(clash) = clash {
            let parts: Vec<RulePart> = link_halves(coloured).into_iter().chain([clash]).collect();
            view.push_step(parts, [], own)?;
        }
    }
    ControlFlow::Continue(())
}
