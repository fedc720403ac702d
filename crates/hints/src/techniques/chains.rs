//! Chains of strong and weak links, and loops.
//!
//! A strong link: of two candidates that remain in a unit, one is true. A weak link: of two
//! candidates that share a unit, at most one is true. In an alternating chain strong and weak links
//! take turns, and the links at both ends are strong, so one of its ends is true.
//!
//! HoDoKu ("Chains and Loops") names the special cases: a remote pair, cells with one pair of
//! values; an X-chain, links of one value; an XY-chain, strong links within cells of two values. An
//! alternating chain without these limits is its "AIC" (alternating inference chain), a loop its
//! "continuous nice loop". SudokuWiki has "X-Cycles", "XY-Chains" and "Alternating Inference
//! Chains".

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use super::view::StateView;
use crate::technique::Technique;
use crate::unit::{CandidateId, RulePart};

/// The link by which a candidate got its truth value.
#[derive(Clone, Copy, Debug)]
struct ChainLink {
    from: Option<(CandidateId, bool)>,
    by: Option<RulePart>,
}

/// The truth values that follow from one false candidate.
type Reach = BTreeMap<(CandidateId, bool), ChainLink>;

/// Chains of the current technique.
pub(super) fn find_chains(view: &mut StateView<'_>) -> ControlFlow<()> {
    // Assumes that the start is false. Every candidate that follows as true is the other end of a
    // chain.
    for start in chain_starts(view) {
        view.count_work()?;
        let reach = reach_from(view, start);
        let ends: Vec<CandidateId> =
            reach.keys().filter(|(_, holds)| *holds).map(|(candidate, _)| *candidate).collect();
        for end in ends {
            let parts = chain_parts(&reach, end);
            // The start is true if its opposite implies it.
            if end == start {
                view.push_step(parts, [start], [])?;
            } else if view.technique() == Technique::ContinuousLoop {
                close_loop(view, &reach, start, end)?;
            } else if start < end {
                // Each chain is found from both of its ends, so one direction suffices.
                let gone = view.seen_by_all(&[start, end]);
                let links = view.link_parts(&gone, &[start, end]);
                view.push_step(parts.into_iter().chain(links).collect::<Vec<_>>(), [], gone)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the live candidates of open cells at which a chain of the technique may start.
fn chain_starts(view: &StateView<'_>) -> Vec<CandidateId> {
    let live = view.state.live_candidates().ones().map(CandidateId::new);
    live.filter(|&c| !view.state.is_placed(c) && belongs_to_chain(view, c)).collect()
}

/// Whether chains of the technique may use a candidate.
fn belongs_to_chain(view: &StateView<'_>, candidate: CandidateId) -> bool {
    let (cell, _) = view.cell_and_value(candidate);
    let pair = view.open.get(cell).copied().unwrap_or(0);
    match view.technique() {
        Technique::RemotePair => pair.count_ones() == 2 && pair_repeats(view, pair),
        Technique::XyChain => pair.count_ones() == 2,
        _ => true,
    }
}

/// Whether enough cells have a pair of values for a chain.
fn pair_repeats(view: &StateView<'_>, pair: super::view::Mask) -> bool {
    view.open.iter().filter(|&&own| own == pair).count() >= 4
}

fn reach_from(view: &StateView<'_>, start: CandidateId) -> Reach {
    let first = ChainLink { from: None, by: None };
    let mut reach: Reach = [((start, false), first)].into();
    let mut queue = VecDeque::from([(start, false)]);
    while let Some((candidate, holds)) = queue.pop_front() {
        // The start is true, which its opposite implies: the chain ends here.
        if candidate == start && holds {
            continue;
        }
        for (next, part) in candidate_links(view, start, candidate, holds) {
            if view.count_work().is_break() {
                return reach;
            }
            // Breadth first, so the first way to a candidate is the shortest.
            reach.entry((next, !holds)).or_insert_with(|| {
                queue.push_back((next, !holds));
                ChainLink { from: Some((candidate, holds)), by: Some(part) }
            });
        }
    }
    reach
}

/// Returns the candidates that are linked to one, weakly if it holds, otherwise strongly.
fn candidate_links(
    view: &StateView<'_>,
    start: CandidateId,
    candidate: CandidateId,
    holds: bool,
) -> Vec<(CandidateId, RulePart)> {
    let mut all = Vec::new();
    for &unit in view.rules.units_of(candidate) {
        let of = view.rules.unit(unit);
        let in_cell = of.value.is_none();
        let allowed = match view.technique() {
            Technique::XChain => !in_cell,
            // Strong links lie within cells, and weak links between them.
            Technique::XyChain | Technique::RemotePair => in_cell != holds,
            _ => true,
        };
        if !allowed || (!holds && !of.is_some) {
            continue;
        }
        let live = view.state.of_unit(view.rules, unit);
        let others: Vec<CandidateId> = live.filter(|&other| other != candidate).collect();
        // A strong link needs exactly one other candidate.
        if !holds && others.len() != 1 {
            continue;
        }
        let part = if holds { RulePart::One(unit) } else { RulePart::Some(unit) };
        let fits =
            |other: &CandidateId| belongs_to_chain(view, *other) && same_pair(view, start, *other);
        all.extend(others.into_iter().filter(fits).map(|other| (other, part)));
    }
    all
}

/// Whether two candidates have the same cell values; only remote pairs require it.
fn same_pair(view: &StateView<'_>, start: CandidateId, other: CandidateId) -> bool {
    let pair = |candidate| view.open.get(view.cell_and_value(candidate).0).copied();
    view.technique() != Technique::RemotePair || pair(start) == pair(other)
}

/// Returns the parts on the way to a candidate that is true.
fn chain_parts(reach: &Reach, end: CandidateId) -> Vec<RulePart> {
    chain_links(reach, end).into_iter().map(|(_, part)| part).collect()
}

/// Returns the links on the way to a candidate that is true, from the end: each with the candidate
/// that it reaches.
fn chain_links(reach: &Reach, end: CandidateId) -> Vec<(CandidateId, RulePart)> {
    let mut way = Vec::new();
    let mut at = (end, true);
    while let Some(ChainLink { from: Some(from), by: Some(by) }) = reach.get(&at).copied() {
        way.push((at.0, by));
        at = from;
    }
    way
}

/// Closes a loop if the ends of a chain see each other: on every weak link one end is then true, so
/// all other candidates that see both ends of one are removed.
fn close_loop(
    view: &mut StateView<'_>,
    reach: &Reach,
    start: CandidateId,
    end: CandidateId,
) -> ControlFlow<()> {
    let way = chain_links(reach, end);
    let mut nodes: Vec<CandidateId> = way.iter().map(|(candidate, _)| *candidate).collect();
    nodes.push(start);
    // A loop visits each candidate once, and has two strong links or more.
    let distinct = nodes.iter().collect::<std::collections::BTreeSet<_>>().len() == nodes.len();
    let Some(last) = view.link_part(start, end).filter(|_| distinct && nodes.len() >= 4) else {
        return ControlFlow::Continue(());
    };
    // From the end: strong, weak, strong, ... and the weak link that closes the loop.
    let weak = way.iter().enumerate().filter(|(_, (_, part))| matches!(part, RulePart::One(_)));
    let mut pairs: Vec<[CandidateId; 2]> =
        weak.map(|(index, (candidate, _))| [*candidate, nodes[index + 1]]).collect();
    pairs.push([start, end]);
    let mut parts: Vec<RulePart> = way.iter().map(|(_, part)| *part).chain([last]).collect();
    let mut gone = Vec::new();
    for pair in pairs {
        let seen: Vec<CandidateId> =
            view.seen_by_all(&pair).into_iter().filter(|c| !nodes.contains(c)).collect();
        parts.extend(view.link_parts(&seen, &pair));
        gone.extend(seen);
    }
    view.push_step(parts, [], gone)
}
