//! An expression as JSON holds it.

use super::expression_scope::{ArrayCell, CellReference, ExpressionScope, ExpressionValue};
use super::parse::ExpressionParser;
use super::token::JsonExpressionError;
use super::tree::{IndexStep, JsonExpressionNode, JsonExpressionTree, NodeId, Ranges};

/// A parsed expression.
pub(crate) struct ParsedExpression {
    pub(super) trees: JsonExpressionTree,
    root: NodeId,
}

/// Parsed index groups and conditions, `i in 0..n-1, i != 3`.
#[derive(Default)]
pub(crate) struct ParsedIndices {
    pub(super) trees: JsonExpressionTree,
    pub(super) steps: Vec<IndexStep>,
}

/// A parsed set, `a..b` or `{1, 3..5}`.
pub(crate) struct ParsedSet {
    pub(super) trees: JsonExpressionTree,
    pub(super) ranges: Ranges,
}

impl ParsedExpression {
    /// Parses a text.
    pub(crate) fn parse_expression(text: &str) -> Result<Self, JsonExpressionError> {
        let mut parser = ExpressionParser::new(text)?;
        let root = parser.parse_whole()?;
        Ok(ParsedExpression { trees: parser.trees, root })
    }

    /// Writes the expression out.
    pub(crate) fn eval_value(
        &self,
        world: &mut ExpressionScope<'_>,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        world.eval_node(&self.trees, self.root)
    }

    /// Returns the number of an expression without variables.
    pub(crate) fn eval_number(
        &self,
        world: &mut ExpressionScope<'_>,
    ) -> Result<i64, JsonExpressionError> {
        world.eval_number(&self.trees, self.root)
    }

    /// Returns the cells that a name with indices denotes, or the number of another expression.
    pub(crate) fn find_cells(
        &self,
        world: &mut ExpressionScope<'_>,
    ) -> Result<CellReference, JsonExpressionError> {
        if let (JsonExpressionNode::Ref(name, indices), at) = self.trees.get(self.root) {
            return world.resolve_reference(&self.trees, name, indices, at);
        }
        self.eval_number(world).map(|number| CellReference::One(ArrayCell::Number(number)))
    }
}

impl ParsedIndices {
    /// Parses a text.
    pub(crate) fn parse_steps(text: &str) -> Result<Self, JsonExpressionError> {
        let mut parser = ExpressionParser::new(text)?;
        let steps = parser.parse_steps()?;
        parser.expect_end()?;
        Ok(ParsedIndices { trees: parser.trees, steps })
    }

    /// Calls `body` for all values of the indices; once without steps.
    pub(crate) fn for_each(
        &self,
        world: &mut ExpressionScope<'_>,
        body: &mut dyn FnMut(&mut ExpressionScope<'_>) -> Result<(), JsonExpressionError>,
    ) -> Result<(), JsonExpressionError> {
        world.for_each(&self.trees, &self.steps, &mut |world| body(world))
    }
}

impl ParsedSet {
    /// Parses a text.
    pub(crate) fn parse_set(text: &str) -> Result<Self, JsonExpressionError> {
        let mut parser = ExpressionParser::new(text)?;
        let ranges = parser.parse_set()?;
        parser.expect_end()?;
        Ok(ParsedSet { trees: parser.trees, ranges })
    }

    /// Returns the set as a domain.
    pub(crate) fn set_domain(
        &self,
        world: &mut ExpressionScope<'_>,
    ) -> Result<parallax_model::Domain, JsonExpressionError> {
        let set = world.set_ranges(&self.trees, &self.ranges, 0)?;
        world.ranges_domain(&set, 0)
    }
}
