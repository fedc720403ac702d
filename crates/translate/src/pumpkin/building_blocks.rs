//! Building blocks of constraints.

use parallax_model::{ComparisonOperator, DimensionId, Domain, Value, VarId};
use pumpkin_constraints as cp;
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::variables::{AffineView, DomainId, Literal};

use super::{PostingError, PumpkinPoster};

impl PumpkinPoster<'_> {
    /// Returns a literal that is true exactly when a predicate is.
    pub(super) fn literal_for(&mut self, statement: Predicate) -> Result<Literal, PostingError> {
        self.check_consistent()?;
        self.count_posted(1)?;
        let tag = self.next_tag();
        let literal = self.solver.new_literal_for_predicate(statement, tag);
        self.check_consistent()?;
        Ok(literal)
    }

    /// Posts constraints that hold if a literal is true, in addition to the current
    /// condition.
    pub(super) fn post_under(
        &mut self,
        literal: Literal,
        post: impl FnOnce(&mut Self) -> Result<(), PostingError>,
    ) -> Result<(), PostingError> {
        let before = self.condition;
        let both = match before {
            None => literal,
            Some(condition) => {
                self.check_consistent()?;
                // Posting under two conditions needs one literal that is true if both are. The
                // other direction is not needed: a literal that is true without need only demands
                // more.
                let both = self.solver.new_literal();
                let [one, other] = [literal, condition].map(|lit| lit.get_false_predicate());
                self.add_clause(vec![one, other, both.get_true_predicate()])?;
                both
            }
        };
        self.condition = Some(both);
        let result = post(self);
        self.condition = before;
        result
    }

    /// Requires that one of these predicates holds, under the condition.
    pub(super) fn post_clause(
        &mut self,
        mut statements: Vec<Predicate>,
    ) -> Result<(), PostingError> {
        statements.extend(self.condition.map(|condition| condition.get_false_predicate()));
        self.add_clause(statements)
    }

    /// Requires that one of these predicates holds, unconditionally.
    pub(super) fn add_clause(&mut self, statements: Vec<Predicate>) -> Result<(), PostingError> {
        self.check_consistent()?;
        self.count_posted(statements.len())?;
        let tag = self.next_tag();
        self.solver.add_clause(statements, tag);
        self.check_consistent()
    }

    /// Posts a sum compared with a constant.
    pub(super) fn compare_sum(
        &mut self,
        terms: Vec<AffineView<DomainId>>,
        relation: ComparisonOperator,
        constant: i32,
    ) -> Result<(), PostingError> {
        let tag = self.next_tag();
        match relation {
            ComparisonOperator::Eq => self.post_conditionally(cp::equals(terms, constant, tag)),
            ComparisonOperator::Ne => self.post_conditionally(cp::not_equals(terms, constant, tag)),
            ComparisonOperator::Le => {
                self.post_conditionally(cp::less_than_or_equals(terms, constant, tag))
            }
            ComparisonOperator::Lt => self.post_conditionally(cp::less_than(terms, constant, tag)),
            ComparisonOperator::Ge => {
                self.post_conditionally(cp::greater_than_or_equals(terms, constant, tag))
            }
            ComparisonOperator::Gt => {
                self.post_conditionally(cp::greater_than(terms, constant, tag))
            }
        }
    }

    /// Requires that between `min` and `max` of these literals are true.
    pub(super) fn post_count(
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
        // No number of true literals is in the range.
        if min > number || min > max {
            return self.post_clause(Vec::new());
        }
        // Both bounds fit: they do not exceed the number of literals.
        if min > 0 {
            self.compare_sum(terms(), ComparisonOperator::Ge, min as i32)?;
        }
        if max < number {
            self.compare_sum(terms(), ComparisonOperator::Le, max as i32)?;
        }
        Ok(())
    }

    /// Requires lexicographic order by the first difference: at each place where everything before
    /// is equal, the left value does not exceed the right one.
    pub(super) fn post_lexicographic(
        &mut self,
        left: &[DomainId],
        right: &[DomainId],
        strict: bool,
    ) -> Result<(), PostingError> {
        // `here` is true if no earlier place has decided the order. Then, at this place, `less` is
        // true, which implies a smaller left value, or `next`, which passes the question on.
        let mut here: Option<Literal> = None;
        for (&one, &other) in left.iter().zip(right) {
            let terms = || vec![(1, one), (-1, other)];
            self.check_consistent()?;
            let (less, next) = (self.solver.new_literal(), self.solver.new_literal());
            let step = |poster: &mut Self| {
                poster.post_linear(terms(), ComparisonOperator::Le, 0)?;
                poster.post_clause(vec![less.get_true_predicate(), next.get_true_predicate()])
            };
            match here {
                None => step(self)?,
                Some(here) => self.post_under(here, step)?,
            }
            self.post_under(less, |poster| poster.post_linear(terms(), ComparisonOperator::Lt, 0))?;
            here = Some(next);
        }
        match (strict, here) {
            (false, _) => Ok(()),
            (true, None) => self.post_clause(Vec::new()),
            (true, Some(here)) => self.post_clause(vec![here.get_false_predicate()]),
        }
    }

    /// Returns the class integer of a variable, -1 for values without a class; such values are
    /// excluded under the condition.
    pub(super) fn class_variable(
        &mut self,
        variable: VarId,
        dimension: DimensionId,
    ) -> Result<DomainId, PostingError> {
        let x = self.pumpkin_variable(variable);
        let classes = self.model.dimension(dimension);
        let map: Vec<(Value, Value)> = (self.model.domain(variable).iter())
            .map(|value| (value, classes.class_of_value(value).map_or(-1, |class| class as Value)))
            .collect();
        for &(value, _) in map.iter().filter(|&&(_, class)| class < 0) {
            self.post_clause(vec![predicate!(x != value)])?;
        }
        if let Some(&known) = self.classes.get(&(variable, dimension)) {
            return Ok(known);
        }
        let domain = Domain::from_values(map.iter().map(|&(_, class)| class));
        let class = self.make_integer(&domain, classes.name())?;
        // The class does not depend on any condition.
        let condition = self.condition.take();
        let result = self.channel_class(x, class, &map, &domain);
        self.condition = condition;
        result?;
        self.classes.insert((variable, dimension), class);
        Ok(class)
    }

    fn channel_class(
        &mut self,
        x: DomainId,
        class: DomainId,
        map: &[(Value, Value)],
        classes: &Domain,
    ) -> Result<(), PostingError> {
        for &(value, of) in map {
            self.post_clause(vec![predicate!(x != value), predicate!(class == of)])?;
        }
        classes.iter().try_for_each(|of| {
            let values = map.iter().filter(|&&(_, class)| class == of);
            let mut clause = vec![predicate!(class != of)];
            clause.extend(values.map(|&(value, _)| predicate!(x == value)));
            self.post_clause(clause)
        })
    }
}
