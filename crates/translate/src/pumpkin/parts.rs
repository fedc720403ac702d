//! Building blocks of constraints.

use parallax_model::{DimensionId, Domain, Relation, Value, VarId};
use pumpkin_constraints as cp;
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::variables::{AffineView, DomainId, Literal};

use super::{Poster, PostingError};

impl Poster<'_> {
    /// Returns a literal that is true exactly when a predicate is.
    pub(super) fn literal_for(&mut self, statement: Predicate) -> Result<Literal, PostingError> {
        self.consistent()?;
        self.count_posted(1)?;
        let tag = self.tag();
        let literal = self.solver.new_literal_for_predicate(statement, tag);
        self.consistent()?;
        Ok(literal)
    }

    /// Posts constraints that hold if a literal is true, in addition to the current
    /// condition.
    pub(super) fn under(
        &mut self,
        literal: Literal,
        post: impl FnOnce(&mut Self) -> Result<(), PostingError>,
    ) -> Result<(), PostingError> {
        let before = self.condition;
        let both = match before {
            None => literal,
            Some(condition) => {
                self.consistent()?;
                let both = self.solver.new_literal();
                let [one, other] = [literal, condition].map(|lit| lit.get_false_predicate());
                self.add(vec![one, other, both.get_true_predicate()])?;
                both
            }
        };
        self.condition = Some(both);
        let result = post(self);
        self.condition = before;
        result
    }

    /// Requires that one of these predicates holds, under the condition.
    pub(super) fn clause(&mut self, mut statements: Vec<Predicate>) -> Result<(), PostingError> {
        statements.extend(self.condition.map(|condition| condition.get_false_predicate()));
        self.add(statements)
    }

    /// Requires that one of these predicates holds, unconditionally.
    pub(super) fn add(&mut self, statements: Vec<Predicate>) -> Result<(), PostingError> {
        self.consistent()?;
        self.count_posted(statements.len())?;
        let tag = self.tag();
        self.solver.add_clause(statements, tag);
        self.consistent()
    }

    /// Posts a sum compared with a constant.
    pub(super) fn compare_sum(
        &mut self,
        terms: Vec<AffineView<DomainId>>,
        relation: Relation,
        constant: i32,
    ) -> Result<(), PostingError> {
        let tag = self.tag();
        match relation {
            Relation::Eq => self.post(cp::equals(terms, constant, tag)),
            Relation::Ne => self.post(cp::not_equals(terms, constant, tag)),
            Relation::Le => self.post(cp::less_than_or_equals(terms, constant, tag)),
            Relation::Lt => self.post(cp::less_than(terms, constant, tag)),
            Relation::Ge => self.post(cp::greater_than_or_equals(terms, constant, tag)),
            Relation::Gt => self.post(cp::greater_than(terms, constant, tag)),
        }
    }

    /// Requires that between `min` and `max` of these literals are true.
    pub(super) fn count(
        &mut self,
        literals: &[Literal],
        min: i64,
        max: i64,
    ) -> Result<(), PostingError> {
        self.count_posted(literals.len())?;
        let number = literals.len() as i64;
        let terms = || {
            let views = literals.iter().map(pumpkin_core::variables::Literal::get_integer_variable);
            views.collect::<Vec<AffineView<DomainId>>>()
        };
        if min > number || min > max {
            return self.clause(Vec::new());
        }
        // Both bounds fit: they do not exceed the number of literals.
        if min > 0 {
            self.compare_sum(terms(), Relation::Ge, min as i32)?;
        }
        if max < number {
            self.compare_sum(terms(), Relation::Le, max as i32)?;
        }
        Ok(())
    }

    /// Requires lexicographic order by the first difference: at each place where everything before
    /// is equal, the left value does not exceed the right one.
    pub(super) fn lexicographic(
        &mut self,
        left: &[DomainId],
        right: &[DomainId],
        strict: bool,
    ) -> Result<(), PostingError> {
        let mut here: Option<Literal> = None;
        for (&one, &other) in left.iter().zip(right) {
            let terms = || vec![(1, one), (-1, other)];
            self.consistent()?;
            let (less, next) = (self.solver.new_literal(), self.solver.new_literal());
            let step = |poster: &mut Self| {
                poster.linear(terms(), Relation::Le, 0)?;
                poster.clause(vec![less.get_true_predicate(), next.get_true_predicate()])
            };
            match here {
                None => step(self)?,
                Some(here) => self.under(here, step)?,
            }
            self.under(less, |poster| poster.linear(terms(), Relation::Lt, 0))?;
            here = Some(next);
        }
        match (strict, here) {
            (false, _) => Ok(()),
            (true, None) => self.clause(Vec::new()),
            (true, Some(here)) => self.clause(vec![here.get_false_predicate()]),
        }
    }

    /// Returns the class integer of a variable, -1 for values without a class; such values are
    /// excluded under the condition.
    pub(super) fn class(
        &mut self,
        variable: VarId,
        dimension: DimensionId,
    ) -> Result<DomainId, PostingError> {
        let x = self.variable(variable);
        let classes = self.model.dimension(dimension);
        let map: Vec<(Value, Value)> = (self.model.domain(variable).iter())
            .map(|value| (value, classes.class(value).map_or(-1, |class| class as Value)))
            .collect();
        for &(value, _) in map.iter().filter(|&&(_, class)| class < 0) {
            self.clause(vec![predicate!(x != value)])?;
        }
        if let Some(&known) = self.classes.get(&(variable, dimension)) {
            return Ok(known);
        }
        let domain = Domain::of(map.iter().map(|&(_, class)| class));
        let class = self.integer(&domain, classes.name())?;
        // The class does not depend on any condition.
        let condition = self.condition.take();
        let result = self.channel(x, class, &map, &domain);
        self.condition = condition;
        result?;
        self.classes.insert((variable, dimension), class);
        Ok(class)
    }

    fn channel(
        &mut self,
        x: DomainId,
        class: DomainId,
        map: &[(Value, Value)],
        classes: &Domain,
    ) -> Result<(), PostingError> {
        for &(value, of) in map {
            self.clause(vec![predicate!(x != value), predicate!(class == of)])?;
        }
        classes.iter().try_for_each(|of| {
            let values = map.iter().filter(|&&(_, class)| class == of);
            let mut clause = vec![predicate!(class != of)];
            clause.extend(values.map(|&(value, _)| predicate!(x == value)));
            self.clause(clause)
        })
    }
}
