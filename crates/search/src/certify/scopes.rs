//! The variables that each check of a constraint depends on.

use std::ops::Range;

use parallax_model::{ComparisonOperator, Constraint, Model, Value, VarId};
use parallax_propagation::store::DomainStore;

/// The variables of each constraint, those of the bound last.
pub(super) struct ConstraintScopes {
    variables: Vec<VarId>,
    parts: Vec<ConstraintScope>,
}

/// The variables of a constraint.
struct ConstraintScope {
    /// Their place in the list of all.
    place: Range<usize>,
    /// Whether all differ.
    differ: bool,
    /// Whether it is an all-different constraint on variables with one word each.
    is_all_different: bool,
    /// The values as bits of one word, if all variables differ and have as many values together as
    /// there are variables, so that each value is taken.
    taken: Option<u64>,
}

impl ConstraintScopes {
    pub(super) fn from_model(model: &Model) -> Self {
        let mut scopes = ConstraintScopes { variables: Vec::new(), parts: Vec::new() };
        for posted in model.constraints() {
            let differ = match &posted.constraint {
                Constraint::AllDifferent(_) => true,
                Constraint::Compare(own) => {
                    own.relation == ComparisonOperator::Ne && own.offset == 0
                }
                _ => false,
            };
            let is_all_different = matches!(posted.constraint, Constraint::AllDifferent(_));
            let scope = posted.constraint.scope();
            let taken = all_taken(model, &scope).filter(|_| differ);
            let is_all_different =
                is_all_different && scope.iter().all(|&own| has_one_word(model, own));
            let place = scopes.add_scope(scope);
            scopes.parts.push(ConstraintScope { place, differ, is_all_different, taken });
        }
        let aim = model.objective().into_iter().flat_map(|own| own.terms.iter());
        let place = scopes.add_scope(aim.map(|term| term.variable).collect());
        scopes.parts.push(ConstraintScope {
            place,
            differ: false,
            is_all_different: false,
            taken: None,
        });
        scopes
    }

    fn add_scope(&mut self, variables: Vec<VarId>) -> Range<usize> {
        let start = self.variables.len();
        self.variables.extend(variables);
        start..self.variables.len()
    }

    /// Returns the place of the bound, after the last constraint.
    pub(super) fn bound_index(&self) -> usize {
        self.parts.len() - 1
    }

    pub(super) fn of_constraint(&self, place: usize) -> &[VarId] {
        &self.variables[self.parts[place].place.clone()]
    }

    /// Returns another variable that is fixed at this value, if all variables of a constraint
    /// differ: it suffices to remove the value from the variable.
    pub(super) fn find_rival(
        &self,
        store: &DomainStore,
        place: usize,
        variable: VarId,
        value: Value,
    ) -> Option<VarId> {
        let differ = self.parts[place].differ;
        // Constraints that do not make their variables differ have no rivals: the filter empties
        // the list.
        let mut others = self.of_constraint(place).iter().filter(|_| differ);
        others.find(|&&other| other != variable && store.fixed_value(other) == Some(value)).copied()
    }

    /// Whether a constraint is all-different, on variables with one word each, none of which but
    /// one has a value as a bit.
    pub(super) fn is_alone(
        &self,
        place: usize,
        variable: VarId,
        value: u64,
        word: impl Fn(VarId) -> u64,
    ) -> bool {
        let mut scope = self.of_constraint(place).iter();
        self.parts[place].is_all_different
            && scope.all(|&own| own == variable || word(own) & value == 0)
    }

    /// Returns the values that variables of a constraint must take, if each value must be taken.
    pub(super) fn required_values(&self, place: usize) -> Option<u64> {
        self.parts[place].taken
    }

    /// Returns a value, as a bit, that must be taken but that no variable has.
    pub(super) fn find_missing_value(&self, store: &DomainStore, place: usize) -> Option<u64> {
        let scope = self.of_constraint(place).iter();
        let left = scope
            .fold(self.required_values(place)?, |left, &own| left & !store.domain_words(own)[0]);
        // The lowest bit: one missing value is enough for a conflict.
        (left != 0).then_some(left & left.wrapping_neg())
    }

    /// Returns two variables fixed at the same value, if all variables of a constraint differ.
    pub(super) fn find_equal_pair(&self, store: &DomainStore, place: usize) -> Option<[VarId; 2]> {
        let scope = self.of_constraint(place);
        scope.iter().enumerate().filter(|_| self.parts[place].differ).find_map(|(from, &one)| {
            let value = store.fixed_value(one)?;
            let mut later = scope[from + 1..].iter();
            let other = later.find(|&&other| store.fixed_value(other) == Some(value))?;
            (one != *other).then_some([one, *other])
        })
    }
}

/// Whether the values of a variable are bits of one word.
fn has_one_word(model: &Model, variable: VarId) -> bool {
    let domain = model.domain(variable);
    domain.min().zip(domain.max()).is_some_and(|(low, high)| low >> 6 == high >> 6)
}

/// Returns the values of variables as bits, if they are as many as the variables and fit a word.
fn all_taken(model: &Model, scope: &[VarId]) -> Option<u64> {
    let mut values: u64 = 0;
    // Bits are the last six bits of values: only within one block of 64 values is a bit one value.
    let block = model.domain(*scope.first()?).min()? >> 6;
    for &variable in scope {
        let domain = model.domain(variable);
        if domain.min()? >> 6 != block || domain.max()? >> 6 != block {
            return None;
        }
        values |= domain.iter().fold(0, |values, value| values | 1 << (value & 63));
    }
    // n variables that differ on n values take every value: a permutation.
    (values.count_ones() as usize == scope.len()).then_some(values)
}
