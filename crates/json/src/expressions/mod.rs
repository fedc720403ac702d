//! Expressions of models that people write by hand (`parallax-model-2`).
//!
//! A text becomes a tree (`parse.rs`), which is written out once for each value of its indices
//! (`evaluate.rs`): to numbers where all parts are known, otherwise to [`parallax_model::flatten::Terms`].

mod cells;
mod elements;
mod evaluate;
mod functions;
mod indices;
mod operations;
mod param;
mod parse;
mod parts;
mod references;
mod token;
mod tree;
mod world;

pub(super) use param::Param;
pub(super) use token::Fault;
pub(super) use world::{Cells, Found, Item, Part, World};

use parse::Parser;
use tree::{Id, Ranges, Step, Tree, Trees};

/// A parsed expression.
pub(super) struct Expression {
    trees: Trees,
    root: Id,
}

/// Parsed index groups and conditions, `i in 0..n-1, i != 3`.
#[derive(Default)]
pub(super) struct Steps {
    trees: Trees,
    steps: Vec<Step>,
}

/// A parsed set, `a..b` or `{1, 3..5}`.
pub(super) struct Set {
    trees: Trees,
    ranges: Ranges,
}

impl Expression {
    /// Parses a text.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let root = parser.whole()?;
        Ok(Expression { trees: parser.trees, root })
    }

    /// Writes the expression out.
    pub(super) fn eval(&self, world: &mut World<'_>) -> Result<Part, Fault> {
        world.eval(&self.trees, self.root)
    }

    /// Returns the number of an expression without variables.
    pub(super) fn known(&self, world: &mut World<'_>) -> Result<i64, Fault> {
        world.known(&self.trees, self.root)
    }

    /// Returns the cells that a name with indices denotes, or the number of another expression.
    pub(super) fn cells(&self, world: &mut World<'_>) -> Result<Found, Fault> {
        if let (Tree::Ref(name, indices), at) = self.trees.get(self.root) {
            return world.reference(&self.trees, name, indices, at);
        }
        self.known(world).map(|number| Found::One(Item::Number(number)))
    }
}

impl Steps {
    /// Parses a text.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let steps = parser.steps()?;
        parser.end()?;
        Ok(Steps { trees: parser.trees, steps })
    }

    /// Calls `body` for all values of the indices; once without steps.
    pub(super) fn each(
        &self,
        world: &mut World<'_>,
        body: &mut dyn FnMut(&mut World<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        world.each(&self.trees, &self.steps, &mut |world| body(world))
    }
}

impl Set {
    /// Parses a text.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(text)?;
        let ranges = parser.set()?;
        parser.end()?;
        Ok(Set { trees: parser.trees, ranges })
    }

    /// Returns the set as a domain.
    pub(super) fn domain(&self, world: &mut World<'_>) -> Result<parallax_model::Domain, Fault> {
        let set = world.set(&self.trees, &self.ranges, 0)?;
        world.domain(&set, 0)
    }
}
