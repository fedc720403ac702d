//! The units of a model, made from its variables and all-different constraints.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use parallax_instance::BoardLayout;
use parallax_model::{AllDifferent, Constraint, Given, Model, Value, VarId};

use super::unit::{CandidateId, CandidateUnit, HouseId, UnitId};

/// The candidates and units of a model. Cells come first, in the order of the variables; then
/// the houses in the order of the constraints, each with its values ascending.
#[derive(Clone, Debug)]
pub struct CandidateRules {
    model: Arc<Model>,
    board: Option<BoardLayout>,
    /// The first candidate of each variable, and the number of candidates at the end.
    firsts: Vec<usize>,
    candidates: Vec<Given>,
    units: Vec<CandidateUnit>,
    /// The units of each candidate, ascending.
    units_of: Vec<Vec<UnitId>>,
    by_house: HashMap<(HouseId, Option<Value>), UnitId>,
    /// The houses that have a unit.
    houses: HashSet<HouseId>,
    /// The units of each all-different constraint, by its index.
    of_constraint: BTreeMap<usize, Range<usize>>,
    /// The indices of the constraints that are not all-different.
    others: Vec<usize>,
}

impl CandidateRules {
    /// Makes the units of a model without givens; `board` gives the places of its first variables.
    #[must_use]
    pub fn from_model(model: Arc<Model>, board: Option<BoardLayout>) -> Self {
        // Candidates are numbered by variable and value, so a variable has a range of them.
        let mut candidates = Vec::new();
        let mut firsts = vec![0];
        for (index, variable) in model.variables().iter().enumerate() {
            let variable_id = VarId::new(index);
            let values = variable.domain.iter();
            candidates.extend(values.map(|value| Given { variable: variable_id, value }));
            firsts.push(candidates.len());
        }
        let (units, by_house) = (Vec::new(), HashMap::new());
        let (units_of, others) = (vec![Vec::new(); candidates.len()], Vec::new());
        let of_constraint = BTreeMap::new();
        let mut rules = CandidateRules {
            model,
            board,
            firsts,
            candidates,
            units,
            units_of,
            by_house,
            houses: HashSet::new(),
            of_constraint,
            others,
        };
        // Each variable has exactly one value.
        for index in 0..rules.firsts.len() - 1 {
            let candidates = (rules.firsts[index]..rules.firsts[index + 1]).map(CandidateId::new);
            let candidates = candidates.collect();
            rules.add_unit(CandidateUnit {
                house: HouseId::Cell(index),
                value: None,
                candidates,
                is_some: true,
            });
        }
        let model = rules.model.clone();
        for (index, posted) in model.constraints().iter().enumerate() {
            match &posted.constraint {
                Constraint::AllDifferent(all) => rules.add_house(index, all),
                _ => rules.others.push(index),
            }
        }
        rules
    }

    /// Adds a unit for each value of an all-different constraint.
    fn add_house(&mut self, index: usize, all: &AllDifferent) {
        let mut by_value: BTreeMap<Value, Vec<CandidateId>> = BTreeMap::new();
        for &variable in &all.scope {
            for candidate in self.of_variable(variable) {
                by_value.entry(self.given(candidate).value).or_default().push(candidate);
            }
        }
        let house = self.constraint_house(index, &all.scope);
        // As many values as variables: each value is used.
        let is_some = by_value.len() == all.scope.len();
        let first = self.units.len();
        for (value, mut candidates) in by_value {
            candidates.sort_unstable();
            self.add_unit(CandidateUnit { house, value: Some(value), candidates, is_some });
        }
        self.of_constraint.insert(index, first..self.units.len());
    }

    /// Returns the row, column or box of a constraint's variables.
    fn constraint_house(&self, place: usize, scope: &[VarId]) -> HouseId {
        let other = HouseId::Other(place);
        let Some(board) = &self.board else { return other };
        // Variables after the cells of the board have no place on it.
        let Some(cells) =
            scope.iter().map(|v| board.cells.get(v.index()).copied()).collect::<Option<Vec<_>>>()
        else {
            return other;
        };
        let common = |of: &dyn Fn(usize) -> Option<usize>| {
            let first = of(*cells.first()?)?;
            cells.iter().all(|&cell| of(cell) == Some(first)).then_some(first)
        };
        let row = common(&|cell| Some(board.row_of(cell))).map(HouseId::Row);
        let column = || common(&|cell| Some(board.column_of(cell))).map(HouseId::Column);
        let in_box = || common(&|cell| board.box_of(cell)).map(HouseId::Box);
        let house = row.or_else(column).or_else(in_box).unwrap_or(other);
        // A second constraint of the same house keeps its own name.
        if self.houses.contains(&house) { other } else { house }
    }

    fn add_unit(&mut self, unit: CandidateUnit) {
        let id = UnitId::new(self.units.len());
        unit.candidates.iter().for_each(|c| self.units_of[c.index()].push(id));
        self.by_house.insert((unit.house, unit.value), id);
        self.houses.insert(unit.house);
        self.units.push(unit);
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The places of the first variables.
    #[must_use]
    pub fn board(&self) -> Option<&BoardLayout> {
        self.board.as_ref()
    }

    /// The number of candidates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether there are no candidates.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The variable and value of a candidate.
    #[must_use]
    pub fn given(&self, candidate: CandidateId) -> Given {
        self.candidates[candidate.index()]
    }

    /// The candidate with a variable and value, if the domain has it.
    #[must_use]
    pub fn find_candidate(&self, given: Given) -> Option<CandidateId> {
        let place = given.variable.index();
        let own = self.candidates.get(self.firsts[place]..*self.firsts.get(place + 1)?)?;
        // The candidates of a variable ascend by value.
        let at = own.binary_search_by_key(&given.value, |own| own.value).ok()?;
        Some(CandidateId::new(self.firsts[place] + at))
    }

    /// The candidates of a variable, by value.
    pub fn of_variable(&self, variable: VarId) -> impl Iterator<Item = CandidateId> + use<> {
        let place = variable.index();
        (self.firsts[place]..self.firsts[place + 1]).map(CandidateId::new)
    }

    /// All units.
    #[must_use]
    pub fn units(&self) -> &[CandidateUnit] {
        &self.units
    }

    /// A unit.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &CandidateUnit {
        &self.units[id.index()]
    }

    /// The unit of a value in a house, or of a cell with `None`.
    #[must_use]
    pub fn find_unit(&self, house: HouseId, value: Option<Value>) -> Option<UnitId> {
        self.by_house.get(&(house, value)).copied()
    }

    /// The units of a candidate, ascending: its cell first.
    #[must_use]
    pub fn units_of(&self, candidate: CandidateId) -> &[UnitId] {
        &self.units_of[candidate.index()]
    }

    /// Whether two different candidates share a unit, so that at most one is true.
    #[must_use]
    pub fn shares_unit(&self, one: CandidateId, other: CandidateId) -> bool {
        one != other && self.units_of(one).iter().any(|unit| self.units_of(other).contains(unit))
    }

    /// The units of the all-different constraint with an index; none without such a constraint.
    pub fn units_at(&self, index: usize) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        self.of_constraint.get(&index).cloned().unwrap_or_default().map(UnitId::new)
    }

    /// The indices of the constraints that do not consist of units.
    #[must_use]
    pub fn other_constraints(&self) -> &[usize] {
        &self.others
    }
}
