//! The elements of reasons: candidates, units and their rule parts.

use parallax_model::Value;

/// A variable with one of its values, numbered by [`CandidateRules`](super::CandidateRules):
/// ascending by variable, then by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CandidateId(u32);

impl CandidateId {
    /// The candidate with this number.
    #[must_use]
    pub fn new(index: usize) -> Self {
        CandidateId(u32::try_from(index).expect("fewer than 2^32 candidates"))
    }

    /// Its number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A unit, by its index in `CandidateRules::units`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(u32);

impl UnitId {
    /// The unit with this index.
    #[must_use]
    pub fn new(index: usize) -> Self {
        UnitId(u32::try_from(index).expect("fewer than 2^32 units"))
    }

    /// Its index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The property that the candidates of a unit share. Numbers are from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HouseId {
    /// The values of one variable.
    Cell(usize),
    /// A value in a box.
    Box(usize),
    /// A value in a row.
    Row(usize),
    /// A value in a column.
    Column(usize),
    /// A value in another all-different constraint, by its index in
    /// [`Model::constraints`](parallax_model::Model::constraints).
    Other(usize),
}

/// Candidates of which at most one is true, and, with `is_some`, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateUnit {
    /// The property that the candidates share.
    pub house: HouseId,
    /// The value of all of them; `None` for the values of a variable.
    pub value: Option<Value>,
    /// The candidates, ascending, also those that a state no longer has.
    pub candidates: Vec<CandidateId>,
    /// Whether one of them must be true. In a house with fewer variables than values it need not
    /// be.
    pub is_some: bool,
}

/// One half of the rule of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RulePart {
    /// At least one candidate of the unit is true.
    Some(UnitId),
    /// At most one candidate of the unit is true.
    One(UnitId),
}

impl RulePart {
    /// The unit.
    #[must_use]
    pub fn unit(self) -> UnitId {
        match self {
            RulePart::Some(unit) | RulePart::One(unit) => unit,
        }
    }
}
