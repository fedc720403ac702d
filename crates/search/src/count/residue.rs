//! Describes what the fixed variables of a constraint leave of it, without the names of the open
//! ones.

use std::collections::BTreeMap;

use parallax_model::{
    AtomicConstraint, ComparisonOperator, Constraint, GlobalCardinality, Kind, Linear, Model,
    ModelAssignment, Table, VarId,
};
use parallax_propagation::store::DomainStore;

use super::certain::{MAX_COMPARED_PAIRS, MAX_COMPARED_ROWS, is_possible};
use super::key::{put_number, put_signed};
use super::shape::mix_bits;

/// The role of a variable in a constraint: the number of its place, and the label of the variable
/// there (a coefficient, an atom, a column). Variables with equal roles are
/// interchangeable in the constraint.
pub(super) type VariableRole = (u8, u64);

/// The residues of the constraints of a component: for each constraint, bytes that determine it up
/// to its variables, and the open variables with their roles.
#[derive(Debug, Default)]
pub(super) struct ConstraintResidues {
    bytes: Vec<u8>,
    uses: Vec<(VarId, VariableRole)>,
    /// The ends of the bytes and of the uses of each constraint.
    ends: Vec<(usize, usize)>,
    /// The number of places of the last constraint, with those of a constraint inside it.
    places: u8,
    /// Whether one of them names a value.
    pub(super) names_values: bool,
    /// Whether a constraint has a residue only if the checker of certificates describes it without
    /// its number.
    certified: bool,
}

/// Maximum number of points of a box that the checker of certificates describes by its rows.
const CHECKED_POINTS: u64 = 64;

/// Kinds of residues, in the first byte.
const ALL_DIFFERENT_RESIDUE: u8 = 1;
const COMPARISON_RESIDUE: u8 = 2;
const SUM_RESIDUE: u8 = 3;
const CLAUSE_RESIDUE: u8 = 4;
const CARDINALITY_RESIDUE: u8 = 5;
const TABLE_RESIDUE: u8 = 6;
const IMPLICATION_RESIDUE: u8 = 7;
const REIFICATION_RESIDUE: u8 = 8;

impl ConstraintResidues {
    pub(super) fn new(certified: bool) -> Self {
        ConstraintResidues { certified, ..ConstraintResidues::default() }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.uses.clear();
        self.ends.clear();
        self.names_values = false;
    }

    /// Returns the number of constraints.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of variables of all constraints together, each as often as it occurs.
    pub(super) fn use_count(&self) -> usize {
        self.uses.len()
    }

    /// Returns the bytes and the uses of a constraint.
    pub(super) fn get(&self, place: usize) -> (&[u8], &[(VarId, VariableRole)]) {
        let from = if place == 0 { (0, 0) } else { self.ends[place - 1] };
        let to = self.ends[place];
        (&self.bytes[from.0..to.0], &self.uses[from.1..to.1])
    }

    /// Adds a constraint that is not certain. Returns whether its kind has a residue; if not, some
    /// of its bytes may have been added anyway.
    pub(super) fn add_constraint(
        &mut self,
        constraint: &Constraint,
        model: &Model,
        store: &DomainStore,
    ) -> bool {
        self.places = 0;
        let described = self.add_top_constraint(constraint, store);
        self.ends.push((self.bytes.len(), self.uses.len()));
        // A wrong role would give two different components one key, and so a wrong count. Debug
        // builds compare roles with the definition of the constraint.
        if cfg!(debug_assertions) && described {
            self.check_roles(constraint, model, store);
        }
        described
    }

    /// Numbers a place of a constraint. A place is the condition, the truth, one side or the whole
    /// scope of one kind; a kind inside another continues the numbers, so no two places share one.
    fn open_place(&mut self) -> u8 {
        self.places += 1;
        self.places - 1
    }

    /// Stops where two variables with the same roles are not interchangeable in the last
    /// constraint.
    fn check_roles(&self, constraint: &Constraint, model: &Model, store: &DomainStore) {
        let mut roles: BTreeMap<VarId, Vec<VariableRole>> = BTreeMap::new();
        for &(v, role) in self.get(self.len() - 1).1 {
            roles.entry(v).or_default().push(role);
        }
        let mut alike: BTreeMap<Vec<VariableRole>, VarId> = BTreeMap::new();
        for (v, mut roles) in roles {
            roles.sort_unstable();
            if let Some(other) = alike.insert(roles, v) {
                assert!(
                    are_interchangeable(constraint, v, other, model, store),
                    "variables {} and {} share their roles in {constraint:?}",
                    other.index(),
                    v.index(),
                );
            }
        }
    }

    fn add_top_constraint(&mut self, constraint: &Constraint, store: &DomainStore) -> bool {
        match constraint {
            // Value elimination has removed the values of the fixed variables from all others.
            Constraint::AllDifferent(c) => {
                debug_assert!(is_eliminated(&c.scope, store), "elimination has ended");
                self.add_different(&c.scope, store)
            }
            Constraint::Compare(c)
                if c.relation == ComparisonOperator::Ne
                    && c.offset == 0
                    && !store.is_fixed(c.left)
                    && !store.is_fixed(c.right) =>
            {
                self.add_different(&[c.left, c.right], store)
            }
            _ => {
                // The meaning of all other kinds depends on the numbers, so values cannot be
                // renamed.
                self.names_values = true;
                self.add_named_constraint(constraint, store, true)
            }
        }
    }

    /// Adds a constraint whose values keep their names. It may hang on a condition, so nothing is
    /// assumed about its propagation.
    fn add_named_constraint(
        &mut self,
        constraint: &Constraint,
        store: &DomainStore,
        outside: bool,
    ) -> bool {
        match constraint {
            Constraint::AllDifferent(c) => {
                // Under an open condition, the values of fixed variables are not removed from the
                // others, so they would have to be in the residue.
                let open = c.scope.iter().all(|&v| !store.is_fixed(v));
                open && self.add_different(&c.scope, store)
            }
            Constraint::Compare(c) => {
                self.bytes.extend([COMPARISON_RESIDUE, c.relation as u8]);
                put_signed(&mut self.bytes, c.offset);
                // Two places: `x <= y` is not `y <= x`.
                let [left, right] = [self.open_place(), self.open_place()];
                self.uses.extend([(c.left, (left, 0)), (c.right, (right, 0))]);
                let is_known = !self.certified || c.left != c.right;
                is_known && !store.is_fixed(c.left) && !store.is_fixed(c.right)
            }
            Constraint::Linear(c) => self.add_sum(c, store),
            Constraint::Clause(c) => {
                let atoms = self.open_place();
                // False atoms of fixed variables leave nothing; the open atoms share one place
                // because their order has no meaning.
                c.atoms.iter().all(|atom| self.add_atom(atom, atoms, store)) && {
                    self.bytes.push(CLAUSE_RESIDUE);
                    true
                }
            }
            Constraint::GlobalCardinality(c) => self.add_cardinality(c, store),
            Constraint::Table(c) => self.add_rows(c, store),
            Constraint::Implies(c) if outside => match store.fixed_value(c.condition) {
                // A condition that holds leaves the inner constraint alone.
                Some(1) => self.add_named_constraint(&c.then, store, false),
                Some(_) => false,
                None => {
                    self.bytes.push(IMPLICATION_RESIDUE);
                    let condition = self.open_place();
                    self.uses.push((c.condition, (condition, 0)));
                    self.add_named_constraint(&c.then, store, false)
                }
            },
            Constraint::Reify(c) => {
                self.bytes.push(REIFICATION_RESIDUE);
                let [truth, atom] = [self.open_place(), self.open_place()];
                self.uses.push((c.truth, (truth, 0)));
                let size = |v| u64::from(store.domain_size(v));
                let points = size(c.truth) * size(c.atom.variable);
                (!self.certified || points <= CHECKED_POINTS)
                    && !store.is_fixed(c.truth)
                    && !store.is_fixed(c.atom.variable)
                    && self.add_atom(&c.atom, atom, store)
            }
            _ => false,
        }
    }

    fn add_different(&mut self, scope: &[VarId], store: &DomainStore) -> bool {
        self.bytes.push(ALL_DIFFERENT_RESIDUE);
        let place = self.open_place();
        let open = scope.iter().filter(|&&v| !store.is_fixed(v));
        self.uses.extend(open.map(|&v| (v, (place, 0))));
        true
    }

    fn add_sum(&mut self, c: &Linear, store: &DomainStore) -> bool {
        // Every partial sum, and the difference of two, is in range (`Linear::validate`).
        let mut left = c.constant;
        let place = self.open_place();
        for term in &c.terms {
            match store.fixed_value(term.variable) {
                Some(value) => left -= term.coefficient * i64::from(value),
                None => {
                    let coefficient = term.coefficient.cast_unsigned();
                    self.uses.push((term.variable, (place, coefficient)));
                }
            }
        }
        self.bytes.extend([SUM_RESIDUE, c.relation as u8]);
        put_signed(&mut self.bytes, left);
        true
    }

    /// Adds an atom of a clause or a reification; returns `false` if the atom holds already.
    fn add_atom(&mut self, atom: &AtomicConstraint, place: u8, store: &DomainStore) -> bool {
        if let Some(value) = store.fixed_value(atom.variable) {
            return !atom.allows_value(value);
        }
        // The relation in the upper half, the value's 32 bits in the lower.
        let label = (atom.relation as u64) << 32 | u64::from(atom.value.cast_unsigned());
        self.uses.push((atom.variable, (place, label)));
        true
    }

    fn add_cardinality(&mut self, c: &GlobalCardinality, store: &DomainStore) -> bool {
        if c.scope.len().saturating_mul(c.occurrences.len()) > MAX_COMPARED_PAIRS {
            return false;
        }
        let fixed = || c.scope.iter().filter_map(|&v| store.fixed_value(v));
        self.bytes.extend([CARDINALITY_RESIDUE, u8::from(c.closed)]);
        put_number(&mut self.bytes, c.occurrences.len() as u64);
        let mut listed = 0;
        for o in &c.occurrences {
            let count = fixed().filter(|&value| value == o.value).count();
            listed += count;
            put_signed(&mut self.bytes, o.value.into());
            // Only the difference matters: two fixed of at least 3 leave at least 1.
            put_signed(&mut self.bytes, i64::from(o.min) - count as i64);
            put_signed(&mut self.bytes, i64::from(o.max) - count as i64);
        }
        let unlisted = if c.closed { fixed().count() - listed } else { 0 };
        put_number(&mut self.bytes, unlisted as u64);
        let place = self.open_place();
        let open = c.scope.iter().filter(|&&v| !store.is_fixed(v));
        self.uses.extend(open.map(|&v| (v, (place, 0))));
        true
    }

    /// Adds the rows that the domains leave, in the columns of the open variables.
    fn add_rows(&mut self, c: &Table, store: &DomainStore) -> bool {
        if c.tuples.len() > MAX_COMPARED_ROWS {
            return false;
        }
        // Rows are restricted to open columns; the fixed columns agree with every possible row.
        let open: Vec<usize> =
            (0..c.scope.len()).filter(|&column| !store.is_fixed(c.scope[column])).collect();
        let possible = c.tuples.iter().filter(|row| is_possible(store, c, row));
        let mut rows: Vec<Vec<i32>> =
            possible.map(|row| open.iter().map(|&column| row[column]).collect()).collect();
        rows.sort_unstable();
        // Rows that differ only in impossible or fixed columns have become equal.
        rows.dedup();
        self.bytes.extend([TABLE_RESIDUE, u8::from(c.forbidden)]);
        put_number(&mut self.bytes, rows.len() as u64);
        rows.iter().flatten().for_each(|&value| put_signed(&mut self.bytes, value.into()));
        let place = self.open_place();
        for (label, &column) in open.iter().enumerate() {
            self.uses.push((c.scope[column], (place, label as u64)));
        }
        true
    }
}

/// The number of points at which [`are_interchangeable`] compares.
const COMPARED_POINTS: u64 = 16;

/// Whether a constraint stays the same where two open variables exchange their values, at some
/// points of the domains.
fn are_interchangeable(
    constraint: &Constraint,
    one: VarId,
    other: VarId,
    model: &Model,
    store: &DomainStore,
) -> bool {
    let mut scope = constraint.scope();
    scope.sort_unstable();
    let mut values = vec![0; model.variables().len()];
    (0..COMPARED_POINTS).all(|point| {
        for &v in &scope {
            // A pseudo-random point of the box that is the same in every run.
            let choice = mix_bits(point << 32 ^ v.index() as u64) % u64::from(store.domain_size(v));
            values[v.index()] = store.values(v).nth(choice as usize).unwrap_or_default();
        }
        let here = constraint.holds(ModelAssignment::new(&values, model));
        values.swap(one.index(), other.index());
        here == constraint.holds(ModelAssignment::new(&values, model))
    })
}

fn is_eliminated(scope: &[VarId], store: &DomainStore) -> bool {
    scope
        .iter()
        .filter_map(|&v| Some((v, store.fixed_value(v)?)))
        .all(|(fixed, value)| scope.iter().all(|&v| v == fixed || !store.contains(v, value)))
}
