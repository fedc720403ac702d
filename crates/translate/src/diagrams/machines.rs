//! Machines for the kinds of constraints that read one value after another.

use parallax_model::{
    AtomicConstraint, ComparisonOperator, ConstraintMachine, Extremum, Linear, MachineState, Value,
    VarId,
};

use super::scope::LevelScope;

/// A sum: the state is the total of the terms so far.
pub(super) struct SumMachine {
    reads: Vec<VarId>,
    /// The coefficient at each place.
    coefficients: Vec<i64>,
    /// The minimum and the maximum total of the terms after each place.
    rest: Vec<(i64, i64)>,
    relation: ComparisonOperator,
    constant: i64,
}

impl SumMachine {
    /// Makes the machine of a sum whose variables have these levels and, at each level, these
    /// values.
    pub(super) fn new(
        linear: &Linear,
        scope: &LevelScope,
        level: &[u32],
        values: &[Vec<Value>],
    ) -> Self {
        let mut coefficients = vec![0; scope.levels().len()];
        for term in &linear.terms {
            // Validated: sums of coefficients fit.
            coefficients[scope.level_index(level[term.variable.index()])] += term.coefficient;
        }
        let mut rest = vec![(0, 0); coefficients.len()];
        // From the end: the range of the later terms decides a sum as soon as possible.
        for place in (1..coefficients.len()).rev() {
            let values = &values[scope.levels()[place] as usize];
            let ends = [values.first(), values.last()].map(|v| v.map_or(0, |&v| i64::from(v)));
            let ends = ends.map(|value| coefficients[place] * value);
            let (low, high) = rest[place];
            rest[place - 1] = (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]));
        }
        let (relation, constant) = (linear.relation, linear.constant);
        SumMachine { reads: scope.variables(), coefficients, rest, relation, constant }
    }
}

impl ConstraintMachine for SumMachine {
    type State = i64;

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<i64> {
        MachineState::Open(0)
    }

    fn next_state(&self, sum: &i64, place: usize, value: Value) -> MachineState<i64> {
        let sum = sum + self.coefficients[place] * i64::from(value);
        let (low, high) = self.rest[place];
        let (low, high) = (sum + low, sum + high);
        let holds = |sum: i64| self.relation.holds_between(sum, self.constant);
        let within = (low..=high).contains(&self.constant);
        match self.relation {
            // E.g. x + y = 9 with y in 1..3: after x = 5, the total is at most 8.
            ComparisonOperator::Eq if !within => MachineState::Decided(false),
            ComparisonOperator::Ne if !within => MachineState::Decided(true),
            ComparisonOperator::Eq | ComparisonOperator::Ne if low < high => {
                MachineState::Open(sum)
            }
            // A comparison holds for the sums on one side.
            _ if holds(low) == holds(high) => MachineState::Decided(holds(low)),
            _ => MachineState::Open(sum),
        }
    }
}

/// Maximum number of values that [`AllDifferentMachine`] distinguishes.
pub(super) const MOST_SHARED: usize = u128::BITS as usize;

/// All values differ: the state is the set of values that are taken and may occur again.
pub(super) struct AllDifferentMachine {
    reads: Vec<VarId>,
    /// The values that occur at more than one place.
    shared: Vec<Value>,
    /// For each place, the bits of the shared values that a later place has.
    later: Vec<u128>,
}

impl AllDifferentMachine {
    /// Makes the machine, if the places share at most [`MOST_SHARED`] values.
    pub(super) fn new(scope: &LevelScope, domains: &[&[Value]]) -> Option<Self> {
        let mut all: Vec<Value> = domains.iter().copied().flatten().copied().collect();
        all.sort_unstable();
        // A value that one place alone has can never occur twice, so the state ignores it.
        let shared = all.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).map(|run| run[0]);
        let shared: Vec<Value> = shared.collect();
        if shared.len() > MOST_SHARED {
            return None;
        }
        let bits = |domain: &[Value]| {
            let places = domain.iter().filter_map(|value| shared.binary_search(value).ok());
            places.fold(0u128, |bits, place| bits | 1 << place)
        };
        let mut later = vec![0; domains.len()];
        for place in (1..domains.len()).rev() {
            later[place - 1] = later[place] | bits(domains[place]);
        }
        Some(AllDifferentMachine { reads: scope.variables(), shared, later })
    }
}

impl ConstraintMachine for AllDifferentMachine {
    type State = u128;

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<u128> {
        MachineState::Open(0)
    }

    fn next_state(&self, taken: &u128, place: usize, value: Value) -> MachineState<u128> {
        let own = self.shared.binary_search(&value).map_or(0, |place| 1 << place);
        let later = self.later[place];
        match taken & own {
            0 if later == 0 => MachineState::Decided(true),
            // Values that no later place has are dropped, so that more states are equal.
            0 => MachineState::Open((taken | own) & later),
            _ => MachineState::Decided(false),
        }
    }
}

/// The number of occurrences of a value: the state counts the places so far that take it. All
/// places have the value.
pub(super) struct OccurrenceMachine {
    pub(super) reads: Vec<VarId>,
    pub(super) value: Value,
    pub(super) min: u32,
    pub(super) max: u32,
    /// The number of times that each place occurs in the constraint.
    pub(super) weights: Vec<u32>,
}

impl ConstraintMachine for OccurrenceMachine {
    type State = u32;

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<u32> {
        MachineState::Open(0)
    }

    fn next_state(&self, count: &u32, place: usize, value: Value) -> MachineState<u32> {
        let count = count + if value == self.value { self.weights[place] } else { 0 };
        // All places have the value, so the later ones can add from 0 to `more` occurrences.
        let more: u32 = self.weights[place + 1..].iter().sum();
        if count > self.max || count + more < self.min {
            MachineState::Decided(false)
        } else if count >= self.min && count + more <= self.max {
            MachineState::Decided(true)
        } else {
            MachineState::Open(count)
        }
    }
}

/// A clause: there is no state, since a true atom decides it.
pub(super) struct ClauseMachine<'a> {
    reads: Vec<VarId>,
    /// The atoms at each place.
    atoms: Vec<Vec<&'a AtomicConstraint>>,
}

impl<'a> ClauseMachine<'a> {
    pub(super) fn new(atoms: &'a [AtomicConstraint], scope: &LevelScope, level: &[u32]) -> Self {
        let mut of_place = vec![Vec::new(); scope.levels().len()];
        for atom in atoms {
            of_place[scope.level_index(level[atom.variable.index()])].push(atom);
        }
        ClauseMachine { reads: scope.variables(), atoms: of_place }
    }
}

impl ConstraintMachine for ClauseMachine<'_> {
    type State = ();

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<()> {
        MachineState::Open(())
    }

    fn next_state(&self, (): &(), place: usize, value: Value) -> MachineState<()> {
        if self.atoms[place].iter().any(|atom| atom.allows_value(value)) {
            MachineState::Decided(true)
        } else if place + 1 == self.atoms.len() {
            MachineState::Decided(false)
        } else {
            MachineState::Open(())
        }
    }
}

/// A minimum or maximum: the state is the extremum of the members so far, or the result with
/// whether a member equals it.
pub(super) struct ExtremumMachine {
    reads: Vec<VarId>,
    /// Whether each place is a member, and whether it is the result.
    roles: Vec<(bool, bool)>,
    max: bool,
}

impl ExtremumMachine {
    pub(super) fn new(extremum: &Extremum, scope: &LevelScope, level: &[u32]) -> Self {
        let mut roles = vec![(false, false); scope.levels().len()];
        let place = |v: VarId| scope.level_index(level[v.index()]);
        extremum.scope.iter().for_each(|&v| roles[place(v)].0 = true);
        roles[place(extremum.result)].1 = true;
        ExtremumMachine { reads: scope.variables(), roles, max: extremum.max }
    }

    /// Returns a value's rank in the comparison: the extremum has the greatest.
    fn value_rank(&self, value: Value) -> i64 {
        if self.max { value.into() } else { -i64::from(value) }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum ExtremumState {
    /// The greatest member so far; the result is not known yet.
    Members(Option<i64>),
    /// The result, and whether a member equals it.
    Result(i64, bool),
}

impl ConstraintMachine for ExtremumMachine {
    type State = ExtremumState;

    fn read_variables(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start_state(&self) -> MachineState<ExtremumState> {
        MachineState::Open(ExtremumState::Members(None))
    }

    fn next_state(
        &self,
        state: &ExtremumState,
        place: usize,
        value: Value,
    ) -> MachineState<ExtremumState> {
        let (is_member, is_result) = self.roles[place];
        let rank = self.value_rank(value);
        // Once the result is known, members below it do not matter: the state has only whether one
        // equals it.
        let (greatest, result) = match *state {
            ExtremumState::Members(greatest) => (greatest, None),
            ExtremumState::Result(result, hit) => (hit.then_some(result), Some(result)),
        };
        let greatest = if is_member { greatest.max(Some(rank)) } else { greatest };
        let result = if is_result { Some(rank) } else { result };
        let last = place + 1 == self.roles.len();
        match result {
            // All members are read: the greatest must be the result.
            _ if last => MachineState::Decided(greatest.is_some() && greatest == result),
            None => MachineState::Open(ExtremumState::Members(greatest)),
            Some(result) if greatest > Some(result) => MachineState::Decided(false),
            Some(result) => {
                MachineState::Open(ExtremumState::Result(result, greatest == Some(result)))
            }
        }
    }
}
