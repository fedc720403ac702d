//! A state as masks of values and places.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use parallax_model::{Value, VarId};

use super::Techniques;
use crate::hint::rules::Rules;
use crate::hint::state::State;
use crate::hint::step::Step;
use crate::hint::technique::Technique;
use crate::hint::unit::{Candidate, House, RulePart, UnitId};

/// A set of values, or of places in a house: a bit for each.
pub(super) type Mask = u128;

/// An all-different constraint as a house of cells.
#[derive(Clone, Debug)]
pub(super) struct HouseOf {
    pub house: House,
    /// The variables.
    pub cells: Vec<usize>,
    /// The unit of each value, by its place among all values.
    pub units: Vec<Option<UnitId>>,
}

/// What does not change from state to state.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// All values, ascending.
    pub values: Vec<Value>,
    pub houses: Vec<HouseOf>,
    /// The houses of each variable.
    pub houses_of: Vec<Vec<usize>>,
    /// The candidate of each variable and value.
    candidates: Vec<Option<Candidate>>,
}

impl Layout {
    /// The houses of the rules; none where there are too many values or places for a mask.
    pub(super) fn of(rules: &Rules) -> Self {
        let variables = rules.model().variables().len();
        let mut layout = Layout { houses_of: vec![Vec::new(); variables], ..Layout::default() };
        let in_houses = rules.units().iter().filter_map(|unit| unit.value);
        let values: BTreeSet<Value> = in_houses.collect();
        if values.len() > Mask::BITS as usize {
            return layout;
        }
        layout.values = values.into_iter().collect();
        let places = rules.model().constraints().len();
        for place in 0..places {
            let units: Vec<UnitId> = rules.units_at(place).collect();
            layout.add(rules, &units);
        }
        layout.candidates = (0..variables * layout.values.len())
            .map(|at| {
                let variable = VarId::new(at / layout.values.len());
                let value = layout.values[at % layout.values.len()];
                rules.candidate(parallax_model::Given { variable, value })
            })
            .collect();
        layout
    }

    fn add(&mut self, rules: &Rules, units: &[UnitId]) {
        let Some(&first) = units.first() else { return };
        let all = units.iter().flat_map(|&unit| rules.unit(unit).candidates.iter());
        let cells: BTreeSet<usize> = all.map(|&c| rules.given(c).variable.index()).collect();
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
pub(super) struct View<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub layout: &'a Layout,
    /// The values that each variable has left; none of one that is known.
    pub open: Vec<Mask>,
    /// For each house and value, the places that are left; none of a value that is placed.
    pub places: Vec<Vec<Mask>>,
    technique: Technique,
    most: usize,
    /// What the search for the technique may still do.
    left: Cell<u64>,
    pub found: Vec<Step>,
}

/// The combinations that a search for one technique looks at in one state: enough for boards that
/// people solve, and a limit on huge ones, where it then finds nothing.
const WORK: u64 = 4_000_000;

impl<'a> View<'a> {
    pub(super) fn new(techniques: &'a Techniques, rules: &'a Rules, state: &'a State) -> Self {
        let layout = &techniques.layout;
        let mut view = View {
            rules,
            state,
            layout,
            open: vec![0; layout.houses_of.len()],
            places: vec![vec![0; layout.values.len()]; layout.houses.len()],
            technique: Technique::FullHouse,
            most: 1,
            left: Cell::new(WORK),
            found: Vec::new(),
        };
        for cell in 0..view.open.len() {
            if rules.of_variable(VarId::new(cell)).any(|c| state.is_placed(c)) {
                continue;
            }
            for value in 0..layout.values.len() {
                if view.candidate(cell, value).is_some_and(|c| state.has(c)) {
                    view.open[cell] |= 1 << value;
                }
            }
        }
        for (house, of) in layout.houses.iter().enumerate() {
            for (place, &cell) in of.cells.iter().enumerate() {
                for value in bits(view.open[cell]) {
                    view.places[house][value] |= 1 << place;
                }
            }
        }
        view
    }

    /// Starts to look for a technique, up to a number of steps.
    pub(super) fn start(&mut self, technique: Technique, most: usize) {
        (self.technique, self.most) = (technique, most);
        self.left.set(WORK);
        self.found.clear();
    }

    /// Counts a combination. Breaks when there were too many.
    pub(super) fn work(&self) -> ControlFlow<()> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Visits the choices of `k` items whose masks together have at most `most` bits.
    pub(super) fn choices(
        &self,
        items: &[(usize, Mask)],
        k: usize,
        most: u32,
        visit: &mut dyn FnMut(&[usize], Mask),
    ) {
        let _ = self.choose(items, (k, most), (&mut Vec::with_capacity(k), 0), visit);
    }

    fn choose(
        &self,
        items: &[(usize, Mask)],
        (k, most): (usize, u32),
        (chosen, union): (&mut Vec<usize>, Mask),
        visit: &mut dyn FnMut(&[usize], Mask),
    ) -> ControlFlow<()> {
        if chosen.len() == k {
            visit(chosen, union);
            return ControlFlow::Continue(());
        }
        for (place, &(item, mask)) in items.iter().enumerate() {
            self.work()?;
            let together = union | mask;
            if together.count_ones() <= most {
                chosen.push(item);
                self.choose(&items[place + 1..], (k, most), (chosen, together), visit)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// The technique that is looked for.
    pub(super) fn technique(&self) -> Technique {
        self.technique
    }

    pub(super) fn candidate(&self, cell: usize, value: usize) -> Option<Candidate> {
        self.layout.candidates[cell * self.layout.values.len() + value]
    }

    /// A candidate that is known to exist.
    pub(super) fn at(&self, cell: usize, value: usize) -> Candidate {
        self.candidate(cell, value).expect("the cell has the value")
    }

    /// The cell and value of a candidate.
    pub(super) fn of(&self, candidate: Candidate) -> (usize, usize) {
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
    pub(super) fn unit(&self, house: usize, value: usize) -> Option<UnitId> {
        self.layout.houses[house].units[value]
    }

    /// The unit of a value in a house, where the value must have a place.
    pub(super) fn some(&self, house: usize, value: usize) -> Option<RulePart> {
        self.unit(house, value).filter(|&unit| self.rules.unit(unit).is_some).map(RulePart::Some)
    }

    pub(super) fn one(&self, house: usize, value: usize) -> Option<RulePart> {
        self.unit(house, value).map(RulePart::One)
    }

    pub(super) fn cell(&self, house: usize, place: usize) -> usize {
        self.layout.houses[house].cells[place]
    }

    /// The cells at these places of a house.
    pub(super) fn cells(&self, house: usize, places: Mask) -> impl Iterator<Item = usize> + '_ {
        bits(places).map(move |place| self.cell(house, place))
    }

    /// The first part that does not allow two candidates to be both true.
    pub(super) fn link(&self, one: Candidate, other: Candidate) -> Option<RulePart> {
        let others = self.rules.units_of(other);
        let mut units = self.rules.units_of(one).iter();
        units.find(|unit| others.contains(unit)).map(|&unit| RulePart::One(unit))
    }

    /// Whether two cells share a house.
    pub(super) fn sees(&self, one: usize, other: usize) -> bool {
        one != other
            && self.layout.houses_of[one].iter().any(|h| self.layout.houses_of[other].contains(h))
    }

    /// The live candidates of open cells that share a unit with each of some others.
    pub(super) fn seen_by_all(&self, all: &[Candidate]) -> Vec<Candidate> {
        let Some((&first, rest)) = all.split_first() else { return Vec::new() };
        let units = self.rules.units_of(first).iter();
        let near = units.flat_map(|&unit| self.rules.unit(unit).candidates.iter().copied());
        let mut seen: Vec<Candidate> = near
            .filter(|&c| self.state.has(c) && !self.state.is_placed(c) && !all.contains(&c))
            .filter(|&c| rest.iter().all(|&other| self.link(c, other).is_some()))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// The parts by which candidates go that see each of some others.
    pub(super) fn links(&self, targets: &[Candidate], all: &[Candidate]) -> Vec<RulePart> {
        let pairs = targets.iter().flat_map(|&t| all.iter().map(move |&other| (t, other)));
        pairs.filter_map(|(target, other)| self.link(target, other)).collect()
    }

    /// Adds a step of the technique, unless it concludes nothing. Breaks when there are enough.
    pub(super) fn push(
        &mut self,
        parts: impl IntoIterator<Item = RulePart>,
        places: impl IntoIterator<Item = Candidate>,
        removes: impl IntoIterator<Item = Candidate>,
    ) -> ControlFlow<()> {
        let live = removes.into_iter().filter(|&c| self.state.has(c));
        let step = Step::new(self.technique, parts, places, live);
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

/// The places of the bits of a mask, ascending.
pub(super) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            place as usize
        })
    })
}
