//! An expression as JSON holds it.

use super::parse::Parser;
use super::token::Fault;
use super::tree::{Id, Ranges, Step, Tree, Trees};
use super::world::{Found, Item, Part, World};

/// A parsed expression.
pub(crate) struct Expression {
    pub(super) trees: Trees,
    root: Id,
}

/// Parsed index groups and conditions, `i in 0..n-1, i != 3`.
#[derive(Default)]
pub(crate) struct Steps {
    pub(super) trees: Trees,
    pub(super) steps: Vec<Step>,
}

/// A parsed set, `a..b` or `{1, 3..5}`.
pub(crate) struct Set {
    pub(super) trees: Trees,
    pub(super) ranges: Ranges,
}

impl Expression {
    /// Parses a text.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let root = parser.whole()?;
        Ok(Expression { trees: parser.trees, root })
    }

    /// Writes the expression out.
    pub(crate) fn eval(&self, world: &mut World<'_>) -> Result<Part, Fault> {
        world.eval(&self.trees, self.root)
    }

    /// Returns the number of an expression without variables.
    pub(crate) fn known(&self, world: &mut World<'_>) -> Result<i64, Fault> {
        world.known(&self.trees, self.root)
    }

    /// Returns the cells that a name with indices denotes, or the number of another expression.
    pub(crate) fn cells(&self, world: &mut World<'_>) -> Result<Found, Fault> {
        if let (Tree::Ref(name, indices), at) = self.trees.get(self.root) {
            return world.reference(&self.trees, name, indices, at);
        }
        self.known(world).map(|number| Found::One(Item::Number(number)))
    }
}

impl Steps {
    /// Parses a text.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let steps = parser.steps()?;
        parser.end()?;
        Ok(Steps { trees: parser.trees, steps })
    }

    /// Calls `body` for all values of the indices; once without steps.
    pub(crate) fn each(
        &self,
        world: &mut World<'_>,
        body: &mut dyn FnMut(&mut World<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        world.each(&self.trees, &self.steps, &mut |world| body(world))
    }
}

impl Set {
    /// Parses a text.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let ranges = parser.set()?;
        parser.end()?;
        Ok(Set { trees: parser.trees, ranges })
    }

    /// Returns the set as a domain.
    pub(crate) fn domain(&self, world: &mut World<'_>) -> Result<parallax_model::Domain, Fault> {
        let set = world.set(&self.trees, &self.ranges, 0)?;
        world.domain(&set, 0)
    }
}
