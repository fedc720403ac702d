//! Posts each kind of constraint to Pumpkin.

use std::collections::BTreeMap;

use parallax_model::{
    ComparisonOperator, Constraint, Element, Extremum, GlobalCardinality, Implies, Inverse,
    Product, Reify, Table, Value,
};
use pumpkin_constraints as cp;
use pumpkin_core::predicate;
use pumpkin_core::variables::{DomainId, TransformableVariable};

use parallax_model::engine_api::PreparationError;

use super::{PostingError, PumpkinPoster, check_magnitude};
use crate::GLOBAL_REFUSAL;

/// Maximum number of pairs of factors for which a product becomes a table.
const MAX_PAIRS: u64 = 10_000;

impl PumpkinPoster<'_> {
    pub(super) fn post_constraint(&mut self, constraint: &Constraint) -> Result<(), PostingError> {
        self.check_consistent()?;
        match constraint {
            Constraint::AllDifferent(c) => {
                let scope = self.pumpkin_scope(&c.scope);
                self.all_different(scope)
            }
            Constraint::GlobalCardinality(c) => self.post_cardinality(c),
            Constraint::Linear(c) => {
                let terms =
                    c.terms.iter().map(|t| (t.coefficient, self.pumpkin_variable(t.variable)));
                let terms: Vec<_> = terms.collect();
                self.post_linear(terms, c.relation, c.constant)
            }
            Constraint::Compare(c) => {
                let terms =
                    vec![(1, self.pumpkin_variable(c.left)), (-1, self.pumpkin_variable(c.right))];
                self.post_linear(terms, c.relation, c.offset)
            }
            Constraint::Table(c) => self.post_table(c),
            Constraint::Element(c) => self.post_element(c),
            Constraint::Lexicographic(c) => {
                let (left, right) = (self.pumpkin_scope(&c.left), self.pumpkin_scope(&c.right));
                self.post_lexicographic(&left, &right, c.strict)
            }
            Constraint::Extremum(c) => self.post_extremum(c),
            Constraint::Product(c) => self.post_product(c),
            Constraint::Inverse(c) => self.post_inverse(c),
            Constraint::Clause(c) => {
                let atoms = c.atoms.iter().map(|atom| self.atom_predicate(atom)).collect();
                self.post_clause(atoms)
            }
            Constraint::Dimension(c) => self.post_dimension(c),
            Constraint::Reify(c) => self.post_reify(c),
            Constraint::Implies(c) => self.post_implies(c),
            Constraint::Global(_) => {
                Err(PostingError::Refused(PreparationError::Unsupported(GLOBAL_REFUSAL.into())))
            }
        }
    }

    /// Posts a disequality for each pair, as Pumpkin itself does.
    pub(super) fn all_different(&mut self, scope: Vec<DomainId>) -> Result<(), PostingError> {
        for (i, &one) in scope.iter().enumerate() {
            for &other in &scope[..i] {
                self.post_linear(vec![(1, one), (-1, other)], ComparisonOperator::Ne, 0)?;
            }
        }
        Ok(())
    }

    fn post_cardinality(&mut self, c: &GlobalCardinality) -> Result<(), PostingError> {
        let scope = self.pumpkin_scope(&c.scope);
        for occurrence in &c.occurrences {
            let mut terms = Vec::new();
            for &variable in &scope {
                let value = self.clamp_value(variable, occurrence.value);
                terms.push(self.literal_for(predicate!(variable == value))?);
            }
            self.post_count(&terms, occurrence.min.into(), occurrence.max.into())?;
        }
        if c.closed {
            for &variable in &scope {
                let values = c.occurrences.iter().map(|o| self.clamp_value(variable, o.value));
                let statements = values.map(|value| predicate!(variable == value)).collect();
                self.post_clause(statements)?;
            }
        }
        Ok(())
    }

    /// Posts a sum compared with a constant; merges terms of one variable.
    pub(super) fn post_linear(
        &mut self,
        terms: Vec<(i64, DomainId)>,
        relation: ComparisonOperator,
        constant: i64,
    ) -> Result<(), PostingError> {
        let mut merged: BTreeMap<u32, (i64, DomainId)> = BTreeMap::new();
        for (coefficient, variable) in terms {
            let sum = &mut merged.entry(variable.id()).or_insert((0, variable)).0;
            // Validated sums fit; larger ones are refused below.
            *sum = sum.saturating_add(coefficient);
        }
        merged.retain(|_, (coefficient, _)| *coefficient != 0);
        // A bound on every partial sum in magnitude, whatever order Pumpkin adds the terms in.
        let mut size = constant.saturating_abs();
        for &(coefficient, variable) in merged.values() {
            let term = coefficient
                .saturating_abs()
                .saturating_mul(self.largest_magnitude(variable).max(1));
            size = size.saturating_add(term);
        }
        if merged.is_empty() {
            return if relation.holds_between(0, constant) {
                Ok(())
            } else {
                self.post_clause(Vec::new())
            };
        }
        check_magnitude(size)?;
        self.count_posted(merged.len())?;
        // All numbers fit, by the check above.
        let terms: Vec<_> =
            merged.values().map(|&(c, variable)| variable.scaled(c as i32)).collect();
        self.compare_sum(terms, relation, constant as i32)
    }

    fn post_table(&mut self, c: &Table) -> Result<(), PostingError> {
        if c.forbidden || c.scope.is_empty() {
            return self.tuples_by_clauses(c);
        }
        let scope = self.pumpkin_scope(&c.scope);
        // Values outside all domains may exceed what Pumpkin can hold.
        let domains: Vec<_> = c.scope.iter().map(|&v| self.model.domain(v)).collect();
        let fits = |tuple: &&Vec<Value>| domains.iter().zip(*tuple).all(|(d, &v)| d.contains(v));
        let rows = c.tuples.iter().filter(fits).cloned().collect();
        self.allow_rows(scope, rows)
    }

    /// Requires that the variables, of which there is at least one, form one of the rows.
    pub(super) fn allow_rows(
        &mut self,
        scope: Vec<DomainId>,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), PostingError> {
        self.count_posted(rows.len().saturating_mul(scope.len()))?;
        let tag = self.next_tag();
        if rows.is_empty() {
            self.post_clause(Vec::new())
        } else {
            self.post_conditionally(cp::table(scope, rows, tag))
        }
    }

    fn tuples_by_clauses(&mut self, c: &Table) -> Result<(), PostingError> {
        let scope = self.pumpkin_scope(&c.scope);
        if !c.forbidden {
            return if c.tuples.is_empty() { self.post_clause(Vec::new()) } else { Ok(()) };
        }
        c.tuples.iter().try_for_each(|tuple| {
            let pairs = scope.iter().zip(tuple);
            let pairs =
                pairs.map(|(&variable, &value)| (variable, self.clamp_value(variable, value)));
            let statements = pairs.map(|(variable, value)| predicate!(variable != value)).collect();
            self.post_clause(statements)
        })
    }

    /// Requires, for each place: if the index names it, it equals the result.
    fn post_element(&mut self, c: &Element) -> Result<(), PostingError> {
        let (index, result) = (self.pumpkin_variable(c.index), self.pumpkin_variable(c.result));
        let array = self.pumpkin_scope(&c.array);
        let mut places = Vec::new();
        for (place, &chosen) in (i64::from(c.first)..).zip(&array) {
            let named = Value::try_from(place).ok();
            // The index cannot name this place, so nothing is required of it.
            let Some(value) = named.filter(|&value| self.model.domain(c.index).contains(value))
            else {
                continue;
            };
            places.push(predicate!(index == value));
            let here = self.literal_for(predicate!(index == value))?;
            self.post_under(here, |poster| {
                poster.post_linear(vec![(1, chosen), (-1, result)], ComparisonOperator::Eq, 0)
            })?;
        }
        // The index names a place of the array.
        self.post_clause(places)
    }

    fn post_extremum(&mut self, c: &Extremum) -> Result<(), PostingError> {
        self.count_posted(c.scope.len())?;
        let (scope, result, tag) =
            (self.pumpkin_scope(&c.scope), self.pumpkin_variable(c.result), self.next_tag());
        if c.max {
            self.post_conditionally(cp::maximum(scope, result, tag))
        } else {
            self.post_conditionally(cp::minimum(scope, result, tag))
        }
    }

    fn post_product(&mut self, c: &Product) -> Result<(), PostingError> {
        let [left, right, result] = [c.left, c.right, c.result].map(|v| self.pumpkin_variable(v));
        check_magnitude(self.largest_magnitude(left) * self.largest_magnitude(right))?;
        let [lefts, rights] = [c.left, c.right].map(|v| self.model.domain(v));
        if lefts.len().saturating_mul(rights.len()) <= MAX_PAIRS {
            // Pumpkin 0.5.0 may panic on the reasons of products with a factor of 0.
            let rows: Vec<Vec<Value>> = lefts
                .iter()
                .flat_map(|a| {
                    rights.iter().filter_map(move |b| Some(vec![a, b, a.checked_mul(b)?]))
                })
                .collect();
            return self.allow_rows(vec![left, right, result], rows);
        }
        let tag = self.next_tag();
        self.post_conditionally(cp::times(left, right, result, tag))
    }

    fn post_inverse(&mut self, c: &Inverse) -> Result<(), PostingError> {
        let (left, right) = (self.pumpkin_scope(&c.left), self.pumpkin_scope(&c.right));
        for (from, first_from, to, first_to) in [
            (&left, c.first_left, &right, c.first_right),
            (&right, c.first_right, &left, c.first_left),
        ] {
            for (here, &variable) in (0..).zip(from) {
                let (low, high) = (i64::from(first_to), i64::from(first_to) + to.len() as i64 - 1);
                self.post_linear(vec![(1, variable)], ComparisonOperator::Ge, low)?;
                self.post_linear(vec![(1, variable)], ComparisonOperator::Le, high)?;
                check_magnitude(i64::from(first_from).abs() + from.len() as i64)?;
                check_magnitude(i64::from(first_to).abs() + to.len() as i64)?;
                for (there, &back) in (0..).zip(to) {
                    let (place, value) = (first_to + there, first_from + here);
                    self.post_clause(vec![
                        predicate!(variable != place),
                        predicate!(back == value),
                    ])?;
                }
            }
        }
        Ok(())
    }

    fn post_reify(&mut self, c: &Reify) -> Result<(), PostingError> {
        let (truth, atom) = (self.pumpkin_variable(c.truth), self.atom_predicate(&c.atom));
        self.post_clause(vec![predicate!(truth != 1), atom])?;
        self.post_clause(vec![predicate!(truth != 0), !atom])
    }

    fn post_implies(&mut self, c: &Implies) -> Result<(), PostingError> {
        let condition = self.pumpkin_variable(c.condition);
        let condition = self.literal_for(predicate!(condition == 1))?;
        self.post_under(condition, |poster| poster.post_constraint(&c.then))
    }

    /// Posts a constraint under the condition.
    pub(super) fn post_conditionally(
        &mut self,
        constraint: impl pumpkin_core::constraints::Constraint,
    ) -> Result<(), PostingError> {
        match self.condition {
            None => constraint.post(&mut self.solver),
            Some(condition) => constraint.implied_by(&mut self.solver, condition),
        }
        if self.solver.is_inconsistent() { Err(PostingError::Contradiction) } else { Ok(()) }
    }
}
