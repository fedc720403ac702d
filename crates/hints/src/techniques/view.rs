//! A view of a state as masks of values and places, in which techniques search.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::{Value, VarId};

use super::TechniqueSearch;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::step::DeductionStep;
use crate::technique::Technique;
use crate::unit::{CandidateId, HouseId, RulePart, UnitId};

/// A set of values, or of places in a house: a bit for each.
pub(super) type Mask = u128;

/// An all-different constraint as a house of cells.
#[derive(Clone, Debug)]
pub(super) struct HouseOf {
    pub house: HouseId,
    /// The variables.
    pub cells: Vec<usize>,
    /// The unit of each value, by its index among all values.
    pub units: Vec<Option<UnitId>>,
}

/// The houses and values of the rules, which no step changes.
#[derive(Clone, Debug, Default)]
pub(super) struct HouseLayout {
    /// All values, ascending.
    pub values: Vec<Value>,
    pub houses: Vec<HouseOf>,
    /// The houses of each variable.
    pub houses_of: Vec<Vec<usize>>,
    /// The candidate of each variable and value.
    candidates: Vec<Option<CandidateId>>,
}

impl HouseLayout {
    /// Makes the houses of the rules; none if a mask is too small for the values or places.
    pub(super) fn from_rules(rules: &CandidateRules) -> Self {
        let variables = rules.model().variables().len();
        let mut layout =
            HouseLayout { houses_of: vec![Vec::new(); variables], ..HouseLayout::default() };
        let in_houses = rules.units().iter().filter_map(|unit| unit.value);
        let values: BTreeSet<Value> = in_houses.collect();
        // Without houses, the patterns find nothing.
        if values.len() > Mask::BITS as usize {
            return layout;
        }
        layout.values = values.into_iter().collect();
        let places = rules.model().constraints().len();
        for index in 0..places {
            let units: Vec<UnitId> = rules.units_at(index).collect();
            layout.add_house(rules, &units);
        }
        // A table with constant access time: the row is the variable, and the column the value.
        layout.candidates = (0..variables * layout.values.len())
            .map(|at| {
                let variable = VarId::new(at / layout.values.len());
                let value = layout.values[at % layout.values.len()];
                rules.find_candidate(parallax_model::Given { variable, value })
            })
            .collect();
        layout
    }

    fn add_house(&mut self, rules: &CandidateRules, units: &[UnitId]) {
        let Some(&first) = units.first() else { return };
        let all = units.iter().flat_map(|&unit| rules.unit(unit).candidates.iter());
        let cells: BTreeSet<usize> = all.map(|&c| rules.given(c).variable.index()).collect();
        // A house with more cells than a mask has bits is left out, so techniques do not see it.
        if cells.len() > Mask::BITS as usize {
            return;
        }
        let mut of_value = vec![None; self.values.len()];
        for &unit in units {
            let value = rules.unit(unit).value.and_then(|v| self.values.binary_search(&v).ok());
            if let Some(place) = value {
                of_value[place] = Some(unit);
            }
        }
        cells.iter().for_each(|&cell| self.houses_of[cell].push(self.houses.len()));
        let (house, cells) = (rules.unit(first).house, cells.into_iter().collect());
        self.houses.push(HouseOf { house, cells, units: of_value });
    }
}

/// A state, seen through the layout.
pub(super) struct StateView<'a> {
    pub rules: &'a CandidateRules,
    pub state: &'a CandidateState,
    pub layout: &'a HouseLayout,
    /// The remaining values of each variable; none for a known one.
    pub open: Vec<Mask>,
    /// For each house and value, the remaining places; none for a placed value.
    pub places: Vec<Vec<Mask>>,
    technique: Technique,
    most: usize,
    /// The remaining work of the search for the technique.
    left: Cell<u64>,
    pub found: Vec<DeductionStep>,
}

/// Maximum number of combinations that a search for one technique visits in one state: enough for
/// boards that people solve. On huge boards the search then finds nothing.
const MAX_VISITED_COMBINATIONS: u64 = 4_000_000;

impl<'a> StateView<'a> {
    pub(super) fn new(
        techniques: &'a TechniqueSearch,
        rules: &'a CandidateRules,
        state: &'a CandidateState,
    ) -> Self {
        let layout = &techniques.layout;
        let mut view = StateView {
            rules,
            state,
            layout,
            open: vec![0; layout.houses_of.len()],
            places: vec![vec![0; layout.values.len()]; layout.houses.len()],
            technique: Technique::FullHouse,
            most: 1,
            left: Cell::new(MAX_VISITED_COMBINATIONS),
            found: Vec::new(),
        };
        for cell in 0..view.open.len() {
            if rules.of_variable(VarId::new(cell)).any(|c| state.is_placed(c)) {
                continue;
            }
            for value in 0..layout.values.len() {
                if view.candidate(cell, value).is_some_and(|c| state.has_candidate(c)) {
                    view.open[cell] |= 1 << value;
                }
            }
        }
        // The places of a value in a house are the transpose of the values of its cells.
        for (house, of) in layout.houses.iter().enumerate() {
            for (index, &cell) in of.cells.iter().enumerate() {
                for value in bit_places(view.open[cell]) {
                    view.places[house][value] |= 1 << index;
                }
            }
        }
        view
    }

    /// Starts the search for a technique, up to a number of steps.
    pub(super) fn start_technique(&mut self, technique: Technique, most: usize) {
        (self.technique, self.most) = (technique, most);
        self.left.set(MAX_VISITED_COMBINATIONS);
        self.found.clear();
    }

    /// Counts a combination. Breaks after too many.
    pub(super) fn count_work(&self) -> ControlFlow<()> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Visits the choices of `k` items whose masks together have at most `max_bits` bits.
    pub(super) fn visit_choices(
        &self,
        items: &[(usize, Mask)],
        k: usize,
        max_bits: u32,
        visit: &mut dyn FnMut(&[usize], Mask),
    ) {
        let _ = self.choose_items(items, (k, max_bits), (&mut Vec::with_capacity(k), 0), visit);
    }

    fn choose_items(
        &self,
        items: &[(usize, Mask)],
        (k, max_bits): (usize, u32),
        (chosen, union): (&mut Vec<usize>, Mask),
        visit: &mut dyn FnMut(&[usize], Mask),
    ) -> ControlFlow<()> {
        if chosen.len() == k {
            visit(chosen, union);
            return ControlFlow::Continue(());
        }
        for (index, &(item, mask)) in items.iter().enumerate() {
            self.count_work()?;
            let together = union | mask;
            // Unions only grow, so a choice beyond the limit is not extended.
            if together.count_ones() <= max_bits {
                chosen.push(item);
                self.choose_items(&items[index + 1..], (k, max_bits), (chosen, together), visit)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// The technique of the current search.
    pub(super) fn technique(&self) -> Technique {
        self.technique
    }

    pub(super) fn candidate(&self, cell: usize, value: usize) -> Option<CandidateId> {
        self.layout.candidates[cell * self.layout.values.len() + value]
    }

    /// Returns a candidate that must exist.
    pub(super) fn known_candidate(&self, cell: usize, value: usize) -> CandidateId {
        self.candidate(cell, value).expect("the cell has the value")
    }

    /// The cell and value of a candidate.
    pub(super) fn cell_and_value(&self, candidate: CandidateId) -> (usize, usize) {
        let given = self.rules.given(candidate);
        let value = self.layout.values.binary_search(&given.value).unwrap_or_default();
        (given.variable.index(), value)
    }

    pub(super) fn some_cell(&self, cell: usize) -> RulePart {
        RulePart::Some(UnitId::new(cell))
    }

    pub(super) fn one_cell(&self, cell: usize) -> RulePart {
        RulePart::One(UnitId::new(cell))
    }

    /// The unit of a value in a house.
    pub(super) fn value_unit(&self, house: usize, value: usize) -> Option<UnitId> {
        self.layout.houses[house].units[value]
    }

    /// The unit of a value in a house, if the value must have a place there.
    pub(super) fn some_part(&self, house: usize, value: usize) -> Option<RulePart> {
        self.value_unit(house, value)
            .filter(|&unit| self.rules.unit(unit).is_some)
            .map(RulePart::Some)
    }

    pub(super) fn one_part(&self, house: usize, value: usize) -> Option<RulePart> {
        self.value_unit(house, value).map(RulePart::One)
    }

    pub(super) fn house_cell(&self, house: usize, index: usize) -> usize {
        self.layout.houses[house].cells[index]
    }

    /// The cells at these places of a house.
    pub(super) fn house_cells(
        &self,
        house: usize,
        places: Mask,
    ) -> impl Iterator<Item = usize> + '_ {
        bit_places(places).map(move |index| self.house_cell(house, index))
    }

    /// Returns the first part that forbids two candidates to be both true.
    pub(super) fn link_part(&self, one: CandidateId, other: CandidateId) -> Option<RulePart> {
        let others = self.rules.units_of(other);
        let mut units = self.rules.units_of(one).iter();
        units.find(|unit| others.contains(unit)).map(|&unit| RulePart::One(unit))
    }

    /// Whether two cells share a house.
    pub(super) fn cells_see(&self, one: usize, other: usize) -> bool {
        one != other
            && self.layout.houses_of[one].iter().any(|h| self.layout.houses_of[other].contains(h))
    }

    /// Returns the live candidates of open cells that share a unit with each of these.
    pub(super) fn seen_by_all(&self, all: &[CandidateId]) -> Vec<CandidateId> {
        let Some((&first, rest)) = all.split_first() else { return Vec::new() };
        let units = self.rules.units_of(first).iter();
        let near = units.flat_map(|&unit| self.rules.unit(unit).candidates.iter().copied());
        let mut seen: Vec<CandidateId> = near
            .filter(|&c| {
                self.state.has_candidate(c) && !self.state.is_placed(c) && !all.contains(&c)
            })
            .filter(|&c| rest.iter().all(|&other| self.link_part(c, other).is_some()))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// Returns the parts that exclude candidates seeing each of some others.
    pub(super) fn link_parts(&self, targets: &[CandidateId], all: &[CandidateId]) -> Vec<RulePart> {
        let pairs = targets.iter().flat_map(|&t| all.iter().map(move |&other| (t, other)));
        pairs.filter_map(|(target, other)| self.link_part(target, other)).collect()
    }

    /// Adds a step of the technique, unless it concludes nothing. Breaks when there are enough.
    pub(super) fn push_step(
        &mut self,
        parts: impl IntoIterator<Item = RulePart>,
        places: impl IntoIterator<Item = CandidateId>,
        removes: impl IntoIterator<Item = CandidateId>,
    ) -> ControlFlow<()> {
        // Removals that the state already has are not conclusions.
        let live = removes.into_iter().filter(|&c| self.state.has_candidate(c));
        let step = DeductionStep::new(self.technique, parts, places, live);
        if step.is_new(self.state) && !self.found.contains(&step) {
            self.found.push(step);
        }
        if self.found.len() >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The indices of the bits of a mask, ascending.
pub(super) fn bit_places(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            index as usize
        })
    })
}
