//! Writes trees out to terms, with the values of indices and parameters put in.

use super::parts::{constant, is_truth};
use super::token::Fault;
use super::tree::{Binary, Function, Id, Tree, Trees, parts};
use super::world::{Found, Part, World};
use parallax_model::Relation;

impl World<'_> {
    /// Returns the number of an expression without variables.
    pub(super) fn known(&mut self, trees: &Trees, id: Id) -> Result<i64, Fault> {
        let part = self.eval(trees, id)?;
        let at = trees.get(id).1;
        constant(part).ok_or_else(|| self.fault(at, "a variable; expected a known number"))
    }

    /// Writes out one expression with one value.
    pub(super) fn eval(&mut self, trees: &Trees, id: Id) -> Result<Part, Fault> {
        let (tree, at) = trees.get(id);
        self.spend(1, at)?;
        match tree {
            Tree::Number(number) => Ok(Part::Number(*number)),
            Tree::Truth(truth) => Ok(Part::Truth(*truth)),
            Tree::Quoted(name) => self.quoted(name, at),
            Tree::Ref(name, indices) => self.cell(trees, name, indices, at),
            Tree::Neg(a) => {
                let part = self.eval(trees, *a)?;
                self.sum(&[(true, part)], at)
            }
            Tree::Not(a) => {
                let part = self.eval(trees, *a)?;
                Ok(self.not(part))
            }
            Tree::Sum(terms) => {
                let mut parts = Vec::with_capacity(terms.len());
                for &(negative, term) in terms {
                    parts.push((negative, self.eval(trees, term)?));
                }
                self.sum(&parts, at)
            }
            Tree::Binary(Binary::Implies, a, b) => self.implied(trees, *a, *b),
            Tree::Binary(operator, a, b) => {
                let (a, b) = (self.eval(trees, *a)?, self.eval(trees, *b)?);
                self.binary(*operator, a, b, at)
            }
            Tree::And(list) => self.chained(trees, list, false),
            Tree::Or(list) => self.chained(trees, list, true),
            Tree::Xor(list) => {
                let parts = self.operands(trees, list)?;
                Ok(self.odd(&parts))
            }
            Tree::Chain(first, rest) => self.relations(trees, *first, rest),
            Tree::In(a, set) => {
                let part = self.eval(trees, *a)?;
                let set = self.set(trees, set, at)?;
                self.member(part, &set, at)
            }
            Tree::If(condition, then, other) => self.choice(trees, *condition, *then, *other),
            Tree::Call(Function::Length, list) => self.length(trees, list, at),
            Tree::Call(function, list) => {
                let parts = self.operands(trees, list)?;
                self.call(*function, &parts, at)
            }
            Tree::Each(function, steps, body) => {
                let mut parts = Vec::new();
                self.each(trees, steps, &mut |world| world.operand(trees, *body, &mut parts))?;
                self.call(*function, &parts, at)
            }
        }
    }

    /// Writes out a name with indices that denotes one value.
    fn cell(
        &mut self,
        trees: &Trees,
        name: &str,
        indices: &[Option<Id>],
        at: usize,
    ) -> Result<Part, Fault> {
        match self.reference(trees, name, indices, at)? {
            Found::One(item) => Ok(self.item(item)),
            Found::Many(_) => {
                let message = format!("'{name}' is an array; expected one of its cells");
                Err(self.fault(at, message))
            }
            Found::Chosen(items, index) => {
                let result = self.element(items, index, at)?;
                Ok(self.variable(result))
            }
        }
    }

    /// Writes out `a -> b`; leaves out `b` if `a` is false, and `a` if numbers make `b` true.
    fn implied(&mut self, trees: &Trees, a: Id, b: Id) -> Result<Part, Fault> {
        if self.decides(trees, b, true)? {
            return Ok(Part::Truth(true));
        }
        let a = self.eval(trees, a)?;
        if constant(a) == Some(0) {
            return Ok(Part::Truth(true));
        }
        let b = self.eval(trees, b)?;
        let a = self.not(a);
        Ok(self.any(&[a, b]))
    }

    /// Whether an operand without variables is true, or false if `ends` is. A fault in it decides
    /// nothing: where the operand matters, it is read again.
    fn decides(&mut self, trees: &Trees, id: Id, ends: bool) -> Result<bool, Fault> {
        if !self.has_numbers_alone(trees, id) {
            return Ok(false);
        }
        match self.eval(trees, id) {
            Ok(part) => Ok(constant(part).is_some_and(|number| (number != 0) == ends)),
            Err(Fault::At(..)) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }

    /// Whether an expression has no variables: its names are those of indices and parameters.
    fn has_numbers_alone(&self, trees: &Trees, id: Id) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let tree = trees.get(id).0;
            let is_known = match tree {
                Tree::Ref(name, _) => {
                    self.parameters.contains_key(name)
                        || self.indices.iter().any(|(index, _)| index == name)
                }
                // Its own indices have no values yet.
                Tree::Each(..) | Tree::Quoted(_) => false,
                _ => true,
            };
            if !is_known {
                return false;
            }
            parts(tree, &mut |child| open.push(child));
        }
        true
    }

    /// Writes out operands of `or` (if `ends`) or `and`. An operand that is `ends` decides the
    /// result: one without variables wherever it stands, another one leaves out those behind it.
    fn chained(&mut self, trees: &Trees, list: &[Id], ends: bool) -> Result<Part, Fault> {
        for &part in list {
            if self.decides(trees, part, ends)? {
                return Ok(Part::Truth(ends));
            }
        }
        let mut parts = Vec::with_capacity(list.len());
        for &part in list {
            let part = self.eval(trees, part)?;
            if constant(part).is_some_and(|number| (number != 0) == ends) {
                return Ok(Part::Truth(ends));
            }
            parts.push(part);
        }
        Ok(if ends { self.any(&parts) } else { self.all(&parts) })
    }

    /// Writes out `a < b <= c`: each relation holds between neighbours.
    fn relations(
        &mut self,
        trees: &Trees,
        first: Id,
        rest: &[(Relation, Id)],
    ) -> Result<Part, Fault> {
        let mut left = self.eval(trees, first)?;
        let mut all = Vec::with_capacity(rest.len());
        for &(relation, right) in rest {
            let right = self.eval(trees, right)?;
            all.push(self.compared(left, relation, right));
            left = right;
        }
        Ok(self.all(&all))
    }

    /// Writes out `if`; only one of the branches if the condition is known.
    fn choice(&mut self, trees: &Trees, condition: Id, then: Id, other: Id) -> Result<Part, Fault> {
        let condition = self.eval(trees, condition)?;
        if let Some(number) = constant(condition) {
            return self.eval(trees, if number != 0 { then } else { other });
        }
        let (then, other) = (self.eval(trees, then)?, self.eval(trees, other)?);
        let condition = self.truth(condition);
        if is_truth(then) && is_truth(other) {
            let (then, other) = (self.truth(then), self.truth(other));
            return Ok(Part::Bool(self.terms.choose(condition, then, other)));
        }
        let (then, other) = (self.int(then), self.int(other));
        Ok(Part::Int(self.terms.select(condition, then, other)))
    }

    /// Adds the values of an operand: one, or those of the cells of an array.
    fn operand(&mut self, trees: &Trees, id: Id, parts: &mut Vec<Part>) -> Result<(), Fault> {
        if let (Tree::Ref(name, indices), at) = trees.get(id)
            && let Found::Many(items) = {
                self.spend(1, at)?;
                self.reference(trees, name, indices, at)?
            }
        {
            self.spend(items.len(), at)?;
            for item in items {
                let part = self.item(item);
                parts.push(part);
            }
            return Ok(());
        }
        let part = self.eval(trees, id)?;
        parts.push(part);
        Ok(())
    }

    /// Returns the values of operands.
    fn operands(&mut self, trees: &Trees, list: &[Id]) -> Result<Vec<Part>, Fault> {
        let mut parts = Vec::with_capacity(list.len());
        for &id in list {
            self.operand(trees, id, &mut parts)?;
        }
        Ok(parts)
    }
}
