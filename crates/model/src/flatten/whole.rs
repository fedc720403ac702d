//! Asserts expressions that must be defined in every part.

use std::collections::HashSet;

use super::assert::Comparison;
use super::{Bool, Domain, FlattenError, Flattener, Int, Node, Relation};
use crate::{Term, VarId};

impl Flattener<'_> {
    /// Posts constraints that hold exactly when the expression is true and every operation in it is
    /// defined, also below a negation, in a branch that is not chosen and in an operand that is not
    /// needed. From this call on, constraints of special shapes become constraints that propagate
    /// more.
    ///
    /// # Errors
    /// Returns the errors of [`assert`](Flattener::assert).
    pub fn assert_whole(&mut self, label: &str, term: Bool) -> Result<(), FlattenError> {
        self.guard(label, term.place())?;
        self.assert(label, term)
    }

    /// Makes special shapes of constraints become constraints that propagate more, as
    /// [`assert_whole`](Flattener::assert_whole) does, in [`assert`](Flattener::assert) as well.
    #[must_use]
    pub fn with_shapes(mut self) -> Self {
        self.shapes = true;
        self
    }

    /// Returns a variable that equals the expression: the variable that it is, or a hidden one.
    /// Posts that every operation in the expression is defined. Where assertions stand
    /// [apart](Flattener::apart), each use of the variable asks for it again.
    ///
    /// # Errors
    /// Returns the errors of [`assert`](Flattener::assert).
    pub fn whole_variable(&mut self, label: &str, term: Int) -> Result<VarId, FlattenError> {
        self.guard(label, term.place())?;
        self.is_shared[term.place()] = true;
        let sum = self.total(term)?;
        self.variable_of(label, sum)
    }

    /// Returns the terms of an expression as a sum, and its constant, as [`sum`](Flattener::sum)
    /// does. Posts that every operation in the expression is defined.
    ///
    /// # Errors
    /// Returns the errors of [`assert`](Flattener::assert).
    pub fn whole_sum(&mut self, label: &str, term: Int) -> Result<(Vec<Term>, i64), FlattenError> {
        self.guard(label, term.place())?;
        self.is_shared[term.place()] = true;
        self.sum(term)
    }

    /// Returns the terms of a sum that equals an expression: those of [`whole_sum`], with the
    /// constant as a multiple of a hidden variable that is 1.
    ///
    /// # Errors
    /// Returns the errors of [`assert`](Flattener::assert).
    ///
    /// [`whole_sum`]: Flattener::whole_sum
    pub fn whole_objective(&mut self, label: &str, term: Int) -> Result<Vec<Term>, FlattenError> {
        let (mut terms, constant) = self.whole_sum(label, term)?;
        if constant != 0 {
            let one = self.hidden(Domain::range(1, 1))?;
            terms.push(Term { coefficient: constant, variable: one });
        }
        Ok(terms)
    }

    /// Makes the names of hidden variables start after those of the model, so that many flatteners
    /// of one model need not look for free names.
    pub(crate) fn numbered(mut self) -> Self {
        self.hidden = self.model.variables().len() - self.model.shown().len();
        self
    }

    /// Posts that every operation in an expression is defined. Visits each node once over all
    /// calls; where assertions stand apart, once in each, and what is defined is known nowhere else.
    fn guard(&mut self, label: &str, root: usize) -> Result<(), FlattenError> {
        self.shapes = true;
        let mut guards = Vec::new();
        let mut open = vec![root];
        let mut seen: HashSet<usize> = HashSet::new();
        while let Some(place) = open.pop() {
            let is_known = if self.apart {
                !seen.insert(place)
            } else {
                std::mem::replace(&mut self.is_whole[place], true)
            };
            if is_known {
                continue;
            }
            self.spend(1)?;
            let node = self.terms.nodes()[place];
            self.terms.each_part(node, &mut |part| {
                if !self.is_whole[part] && !seen.contains(&part) {
                    open.push(part);
                }
            });
            match node {
                Node::Div(_, divisor) | Node::Mod(_, divisor) => {
                    guards.push((divisor, Relation::Ne));
                }
                Node::Pow(_, exponent) => guards.push((exponent, Relation::Ge)),
                _ => {}
            }
        }
        for (left, relation) in guards {
            // The operation needs the operand as well.
            self.is_shared[left.place()] = true;
            self.comparison(label, Comparison { left, relation, right: None }, true)?;
        }
        Ok(())
    }
}
