//! Names of sets of parts: a reason of the general engine is often a pattern that has a name.

use super::rules::CandidateRules;
use super::state::CandidateState;
use super::technique::Technique;
use super::unit::{CandidateUnit, HouseId, RulePart};

/// Returns the name of a set of parts that concludes something in a state, if its shape has one.
pub(super) fn name_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
) -> Option<Technique> {
    let unit = |part: &RulePart| rules.unit(part.unit());
    let is_some = |part: &&RulePart| matches!(part, RulePart::Some(_));
    let somes: Vec<&CandidateUnit> = parts.iter().filter(is_some).map(unit).collect();
    let ones: Vec<&CandidateUnit> = parts.iter().filter(|part| !is_some(part)).map(unit).collect();
    match (&somes[..], &ones[..]) {
        ([only], []) => Some(single_name(only)),
        // One value needs a place in one house, and all of these lie in another house.
        ([some], [one]) if is_house(some) && one.value == some.value => Some(match some.house {
            HouseId::Box(_) => Technique::Pointing,
            _ => Technique::Claiming,
        }),
        _ => subset_name(&somes, &ones).or_else(|| fish_name(&somes, &ones)).or_else(|| {
            let pairs = parts.iter().filter(is_some);
            // Each unit with two candidates passes the chain on, and one more link joins both ends.
            let is_chain = pairs.clone().all(|p| state.of_unit(rules, p.unit()).count() == 2);
            (is_chain && ones.len() == somes.len() + 1).then(|| chain_name(&somes))
        }),
    }
}

fn is_house(unit: &CandidateUnit) -> bool {
    unit.value.is_some()
}

fn single_name(unit: &CandidateUnit) -> Technique {
    match unit.house {
        HouseId::Cell(_) => Technique::NakedSingle,
        HouseId::Box(_) => Technique::HiddenSingleBox,
        _ => Technique::HiddenSingle,
    }
}

/// Cells on one side, and units of one house on the other.
fn subset_name(somes: &[&CandidateUnit], ones: &[&CandidateUnit]) -> Option<Technique> {
    use Technique as T;
    let in_one_house = |units: &[&CandidateUnit]| {
        units.iter().all(|unit| is_house(unit) && unit.house == units[0].house)
    };
    let are_cells = |units: &[&CandidateUnit]| units.iter().all(|unit| !is_house(unit));
    // k cells share k values of a house, or k values share k cells.
    let (naked, hidden) =
        (are_cells(somes) && in_one_house(ones), in_one_house(somes) && are_cells(ones));
    match (somes.len(), naked, hidden) {
        (number, ..) if number != ones.len() => None,
        (2, true, _) => Some(T::NakedPair),
        (3, true, _) => Some(T::NakedTriple),
        (4, true, _) => Some(T::NakedQuad),
        (2, _, true) => Some(T::HiddenPair),
        (3, _, true) => Some(T::HiddenTriple),
        (4, _, true) => Some(T::HiddenQuad),
        _ => None,
    }
}

/// One value: parallel lines on one side, crossing lines on the other, and optionally a box.
fn fish_name(somes: &[&CandidateUnit], ones: &[&CandidateUnit]) -> Option<Technique> {
    use Technique as T;
    let value = somes.first()?.value?;
    if somes.iter().chain(ones).any(|unit| unit.value != Some(value)) {
        return None;
    }
    let rows =
        |units: &[&CandidateUnit]| units.iter().all(|unit| matches!(unit.house, HouseId::Row(_)));
    let columns = |units: &[&CandidateUnit]| {
        units.iter().all(|unit| matches!(unit.house, HouseId::Column(_)))
    };
    let (boxes, lines): (Vec<&CandidateUnit>, Vec<&CandidateUnit>) =
        ones.iter().copied().partition(|unit| matches!(unit.house, HouseId::Box(_)));
    let crosses = (rows(somes) && columns(&lines)) || (columns(somes) && rows(&lines));
    // A fish has as many crossing lines as base lines. A box is its fin.
    if !crosses || lines.len() != somes.len() {
        return None;
    }
    match (somes.len(), boxes.len()) {
        (2, 0) => Some(T::XWing),
        (3, 0) => Some(T::Swordfish),
        (4, 0) => Some(T::Jellyfish),
        (2, 1) => Some(T::FinnedXWing),
        (3, 1) => Some(T::FinnedSwordfish),
        (4, 1) => Some(T::FinnedJellyfish),
        _ => None,
    }
}

/// A chain: all units that need a true candidate have two remaining.
fn chain_name(somes: &[&CandidateUnit]) -> Technique {
    let of_one_value = somes.iter().all(|unit| is_house(unit) && unit.value == somes[0].value);
    let of_cells = somes.iter().all(|unit| !is_house(unit));
    match (of_one_value, of_cells, somes.len()) {
        (true, _, 2) => Technique::TurbotFish,
        (true, ..) => Technique::XChain,
        (_, true, 3) => Technique::XyWing,
        (_, true, _) => Technique::XyChain,
        _ => Technique::Chain,
    }
}
