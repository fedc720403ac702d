//! Machines for the kinds of constraints that read one value after another.

use parallax_model::{Atom, Extremum, Linear, Machine, Next, Relation, Value, VarId};

use super::scope::Scope;

/// A sum: the state is the total of the terms so far.
pub(super) struct Sum {
    reads: Vec<VarId>,
    /// The coefficient at each place.
    coefficients: Vec<i64>,
    /// The minimum and the maximum total of the terms after each place.
    rest: Vec<(i64, i64)>,
    relation: Relation,
    constant: i64,
}

impl Sum {
    /// Makes the machine of a sum whose variables have these levels and, at each level, these
    /// values.
    pub(super) fn new(
        linear: &Linear,
        scope: &Scope,
        level: &[u32],
        values: &[Vec<Value>],
    ) -> Self {
        let mut coefficients = vec![0; scope.levels().len()];
        for term in &linear.terms {
            // Validated: sums of coefficients fit.
            coefficients[scope.place(level[term.variable.index()])] += term.coefficient;
        }
        let mut rest = vec![(0, 0); coefficients.len()];
        for place in (1..coefficients.len()).rev() {
            let values = &values[scope.levels()[place] as usize];
            let ends = [values.first(), values.last()].map(|v| v.map_or(0, |&v| i64::from(v)));
            let ends = ends.map(|value| coefficients[place] * value);
            let (low, high) = rest[place];
            rest[place - 1] = (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]));
        }
        let (relation, constant) = (linear.relation, linear.constant);
        Sum { reads: scope.variables(), coefficients, rest, relation, constant }
    }
}

impl Machine for Sum {
    type State = i64;

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<i64> {
        Next::Open(0)
    }

    fn next(&self, sum: &i64, place: usize, value: Value) -> Next<i64> {
        let sum = sum + self.coefficients[place] * i64::from(value);
        let (low, high) = self.rest[place];
        let (low, high) = (sum + low, sum + high);
        let holds = |sum: i64| self.relation.holds(sum, self.constant);
        let within = (low..=high).contains(&self.constant);
        match self.relation {
            Relation::Eq if !within => Next::Decided(false),
            Relation::Ne if !within => Next::Decided(true),
            Relation::Eq | Relation::Ne if low < high => Next::Open(sum),
            // A comparison holds for the sums on one side.
            _ if holds(low) == holds(high) => Next::Decided(holds(low)),
            _ => Next::Open(sum),
        }
    }
}

/// Maximum number of values that [`Different`] distinguishes.
pub(super) const MOST_SHARED: usize = u128::BITS as usize;

/// All values differ: the state is the set of values that are taken and may occur again.
pub(super) struct Different {
    reads: Vec<VarId>,
    /// The values that occur at more than one place.
    shared: Vec<Value>,
    /// For each place, the bits of the shared values that a later place has.
    later: Vec<u128>,
}

impl Different {
    /// Makes the machine, if the places share at most [`MOST_SHARED`] values.
    pub(super) fn new(scope: &Scope, domains: &[&[Value]]) -> Option<Self> {
        let mut all: Vec<Value> = domains.iter().copied().flatten().copied().collect();
        all.sort_unstable();
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
        Some(Different { reads: scope.variables(), shared, later })
    }
}

impl Machine for Different {
    type State = u128;

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<u128> {
        Next::Open(0)
    }

    fn next(&self, taken: &u128, place: usize, value: Value) -> Next<u128> {
        let own = self.shared.binary_search(&value).map_or(0, |place| 1 << place);
        let later = self.later[place];
        match taken & own {
            0 if later == 0 => Next::Decided(true),
            0 => Next::Open((taken | own) & later),
            _ => Next::Decided(false),
        }
    }
}

/// The number of occurrences of a value: the state counts the places so far that take it. All
/// places have the value.
pub(super) struct Occurs {
    pub(super) reads: Vec<VarId>,
    pub(super) value: Value,
    pub(super) min: u32,
    pub(super) max: u32,
    /// The number of times that each place occurs in the constraint.
    pub(super) weights: Vec<u32>,
}

impl Machine for Occurs {
    type State = u32;

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<u32> {
        Next::Open(0)
    }

    fn next(&self, count: &u32, place: usize, value: Value) -> Next<u32> {
        let count = count + if value == self.value { self.weights[place] } else { 0 };
        let more: u32 = self.weights[place + 1..].iter().sum();
        if count > self.max || count + more < self.min {
            Next::Decided(false)
        } else if count >= self.min && count + more <= self.max {
            Next::Decided(true)
        } else {
            Next::Open(count)
        }
    }
}

/// A clause: there is no state, since a true atom decides it.
pub(super) struct Any<'a> {
    reads: Vec<VarId>,
    /// The atoms at each place.
    atoms: Vec<Vec<&'a Atom>>,
}

impl<'a> Any<'a> {
    pub(super) fn new(atoms: &'a [Atom], scope: &Scope, level: &[u32]) -> Self {
        let mut of_place = vec![Vec::new(); scope.levels().len()];
        for atom in atoms {
            of_place[scope.place(level[atom.variable.index()])].push(atom);
        }
        Any { reads: scope.variables(), atoms: of_place }
    }
}

impl Machine for Any<'_> {
    type State = ();

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<()> {
        Next::Open(())
    }

    fn next(&self, (): &(), place: usize, value: Value) -> Next<()> {
        if self.atoms[place].iter().any(|atom| atom.allows(value)) {
            Next::Decided(true)
        } else if place + 1 == self.atoms.len() {
            Next::Decided(false)
        } else {
            Next::Open(())
        }
    }
}

/// A minimum or maximum: the state is the extremum of the members so far, or the result with
/// whether a member equals it.
pub(super) struct Extreme {
    reads: Vec<VarId>,
    /// Whether each place is a member, and whether it is the result.
    roles: Vec<(bool, bool)>,
    max: bool,
}

impl Extreme {
    pub(super) fn new(extremum: &Extremum, scope: &Scope, level: &[u32]) -> Self {
        let mut roles = vec![(false, false); scope.levels().len()];
        let place = |v: VarId| scope.place(level[v.index()]);
        extremum.scope.iter().for_each(|&v| roles[place(v)].0 = true);
        roles[place(extremum.result)].1 = true;
        Extreme { reads: scope.variables(), roles, max: extremum.max }
    }

    /// Returns a value's rank in the comparison: the extremum has the greatest.
    fn rank(&self, value: Value) -> i64 {
        if self.max { value.into() } else { -i64::from(value) }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum ExtremeState {
    /// The greatest member so far; the result is not known yet.
    Members(Option<i64>),
    /// The result, and whether a member equals it.
    Result(i64, bool),
}

impl Machine for Extreme {
    type State = ExtremeState;

    fn reads(&self) -> Vec<VarId> {
        self.reads.clone()
    }

    fn start(&self) -> Next<ExtremeState> {
        Next::Open(ExtremeState::Members(None))
    }

    fn next(&self, state: &ExtremeState, place: usize, value: Value) -> Next<ExtremeState> {
        let (is_member, is_result) = self.roles[place];
        let rank = self.rank(value);
        let (greatest, result) = match *state {
            ExtremeState::Members(greatest) => (greatest, None),
            ExtremeState::Result(result, hit) => (hit.then_some(result), Some(result)),
        };
        let greatest = if is_member { greatest.max(Some(rank)) } else { greatest };
        let result = if is_result { Some(rank) } else { result };
        let last = place + 1 == self.roles.len();
        match result {
            _ if last => Next::Decided(greatest.is_some() && greatest == result),
            None => Next::Open(ExtremeState::Members(greatest)),
            Some(result) if greatest > Some(result) => Next::Decided(false),
            Some(result) => Next::Open(ExtremeState::Result(result, greatest == Some(result))),
        }
    }
}
