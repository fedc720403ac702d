//! Writes trees out to terms, with the values of indices and parameters put in.

use super::expression_scope::{CellReference, ExpressionScope, ExpressionValue};
use super::token::JsonExpressionError;
use super::tree::{
    BinaryOperator, IndexStep, JsonExpressionNode, JsonExpressionTree, ListFunction, NodeId,
    Ranges, visit_children,
};
use super::value_conversion::{constant_value, is_truth};
use parallax_model::ComparisonOperator;

impl ExpressionScope<'_> {
    /// Returns the number of an expression without variables.
    pub(super) fn eval_number(
        &mut self,
        trees: &JsonExpressionTree,
        id: NodeId,
    ) -> Result<i64, JsonExpressionError> {
        let part = self.eval_node(trees, id)?;
        let at = trees.get(id).1;
        constant_value(part).ok_or_else(|| self.error_at(at, "a variable; expected a known number"))
    }

    /// Writes out one expression with one value. Without optimisation a function has room on the
    /// stack for every branch, so what recurs stands in functions of its own: trees nest up to
    /// [`MAX_NESTING`](super::tree::MAX_NESTING) deep.
    pub(super) fn eval_node(
        &mut self,
        trees: &JsonExpressionTree,
        id: NodeId,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let (tree, at) = trees.get(id);
        self.spend_parts(1, at)?;
        match tree {
            JsonExpressionNode::Number(number) => Ok(ExpressionValue::Number(*number)),
            JsonExpressionNode::Truth(truth) => Ok(ExpressionValue::Truth(*truth)),
            JsonExpressionNode::Quoted(name) => self.quoted_value(name, at),
            JsonExpressionNode::Ref(name, indices) => self.eval_reference(trees, name, indices, at),
            JsonExpressionNode::Neg(a) => self.eval_sum(trees, &[(true, *a)], at),
            JsonExpressionNode::Not(a) => self.eval_not(trees, *a),
            JsonExpressionNode::Sum(terms) => self.eval_sum(trees, terms, at),
            // Unlike other operators, an implication may leave out an operand.
            JsonExpressionNode::Binary(BinaryOperator::Implies, a, b) => {
                self.eval_implication(trees, *a, *b)
            }
            JsonExpressionNode::Binary(operator, a, b) => {
                self.eval_binary(trees, *operator, *a, *b, at)
            }
            JsonExpressionNode::And(list) => self.eval_connective(trees, list, false),
            JsonExpressionNode::Or(list) => self.eval_connective(trees, list, true),
            JsonExpressionNode::Xor(list) => self.eval_parity(trees, list),
            JsonExpressionNode::Chain(first, rest) => self.eval_relations(trees, *first, rest),
            JsonExpressionNode::In(a, set) => self.eval_membership(trees, *a, set, at),
            JsonExpressionNode::If(condition, then, other) => {
                self.eval_choice(trees, *condition, *then, *other)
            }
            JsonExpressionNode::Call(ListFunction::Length, list) => {
                self.array_length(trees, list, at)
            }
            JsonExpressionNode::Call(function, list) => self.eval_call(trees, *function, list, at),
            JsonExpressionNode::Each(function, steps, body) => {
                self.eval_iteration(trees, *function, steps, *body, at)
            }
        }
    }

    /// Writes out a sum; subtracts the terms with `true`.
    fn eval_sum(
        &mut self,
        trees: &JsonExpressionTree,
        terms: &[(bool, NodeId)],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let mut parts = Vec::with_capacity(terms.len());
        for &(negative, term) in terms {
            parts.push((negative, self.eval_node(trees, term)?));
        }
        self.sum_parts(&parts, at)
    }

    fn eval_not(
        &mut self,
        trees: &JsonExpressionTree,
        operand: NodeId,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let part = self.eval_node(trees, operand)?;
        Ok(self.negate_truth(part))
    }

    fn eval_binary(
        &mut self,
        trees: &JsonExpressionTree,
        operator: BinaryOperator,
        a: NodeId,
        b: NodeId,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let (a, b) = (self.eval_node(trees, a)?, self.eval_node(trees, b)?);
        self.apply_binary(operator, a, b, at)
    }

    fn eval_parity(
        &mut self,
        trees: &JsonExpressionTree,
        list: &[NodeId],
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let parts = self.eval_operands(trees, list)?;
        Ok(self.odd_true(&parts))
    }

    fn eval_membership(
        &mut self,
        trees: &JsonExpressionTree,
        operand: NodeId,
        set: &Ranges,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let part = self.eval_node(trees, operand)?;
        let set = self.set_ranges(trees, set, at)?;
        self.is_member(part, &set, at)
    }

    fn eval_call(
        &mut self,
        trees: &JsonExpressionTree,
        function: ListFunction,
        list: &[NodeId],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let parts = self.eval_operands(trees, list)?;
        self.call_function(function, &parts, at)
    }

    /// Writes out a function of the values that a body has for each value of the indices.
    fn eval_iteration(
        &mut self,
        trees: &JsonExpressionTree,
        function: ListFunction,
        steps: &[IndexStep],
        body: NodeId,
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let mut parts = Vec::new();
        // The body may denote several cells for each value of the indices, which become operands
        // one by one.
        self.for_each(trees, steps, &mut |scope| scope.eval_operand(trees, body, &mut parts))?;
        self.call_function(function, &parts, at)
    }

    /// Writes out a name with indices that denotes one value.
    fn eval_reference(
        &mut self,
        trees: &JsonExpressionTree,
        name: &str,
        indices: &[Option<NodeId>],
        at: usize,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        match self.resolve_reference(trees, name, indices, at)? {
            CellReference::One(item) => Ok(self.cell_value(item)),
            CellReference::Many(_) => {
                let message = format!("'{name}' is an array; expected one of its cells");
                Err(self.error_at(at, message))
            }
            CellReference::Chosen(items, index) => {
                let result = self.element_variable(items, index, at)?;
                Ok(self.variable_value(result))
            }
        }
    }

    /// Writes out `a -> b`; leaves out `b` if `a` is false, and `a` if numbers make `b` true.
    fn eval_implication(
        &mut self,
        trees: &JsonExpressionTree,
        a: NodeId,
        b: NodeId,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        // In `x[i] = 0 -> i < n`, a known conclusion saves the constraint, and the faults of the
        // premise, such as an index outside its array, do not matter.
        if self.operand_decides(trees, b, true)? {
            return Ok(ExpressionValue::Truth(true));
        }
        let a = self.eval_node(trees, a)?;
        if constant_value(a) == Some(0) {
            return Ok(ExpressionValue::Truth(true));
        }
        let b = self.eval_node(trees, b)?;
        let a = self.negate_truth(a);
        Ok(self.any_true(&[a, b]))
    }

    /// Whether an operand without variables is true, or false if `ends` is. A fault in it decides
    /// nothing: where the operand matters, it is read again.
    fn operand_decides(
        &mut self,
        trees: &JsonExpressionTree,
        id: NodeId,
        ends: bool,
    ) -> Result<bool, JsonExpressionError> {
        if !self.has_numbers_alone(trees, id) {
            return Ok(false);
        }
        match self.eval_node(trees, id) {
            Ok(part) => Ok(constant_value(part).is_some_and(|number| (number != 0) == ends)),
            Err(JsonExpressionError::At(..)) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }

    /// Whether an expression has no variables: its names are those of indices and parameters.
    fn has_numbers_alone(&self, trees: &JsonExpressionTree, id: NodeId) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let tree = trees.get(id).0;
            let is_known = match tree {
                JsonExpressionNode::Ref(name, _) => {
                    self.parameters.contains_key(name)
                        || self.indices.iter().any(|(index, _)| index == name)
                }
                // The indices that the part itself introduces have no values yet.
                JsonExpressionNode::Each(..) | JsonExpressionNode::Quoted(_) => false,
                _ => true,
            };
            if !is_known {
                return false;
            }
            visit_children(tree, &mut |child| open.push(child));
        }
        true
    }

    /// Writes out operands of `or` (if `ends`) or `and`. An operand that is `ends` decides the
    /// result: one without variables in any position, another one leaves out the operands after it.
    fn eval_connective(
        &mut self,
        trees: &JsonExpressionTree,
        list: &[NodeId],
        ends: bool,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        for &part in list {
            if self.operand_decides(trees, part, ends)? {
                return Ok(ExpressionValue::Truth(ends));
            }
        }
        let mut parts = Vec::with_capacity(list.len());
        for &part in list {
            let part = self.eval_node(trees, part)?;
            // `i > 0 and x[i - 1] = 1` ends here for i = 0, before the index -1 is looked up.
            if constant_value(part).is_some_and(|number| (number != 0) == ends) {
                return Ok(ExpressionValue::Truth(ends));
            }
            parts.push(part);
        }
        Ok(if ends { self.any_true(&parts) } else { self.all_true(&parts) })
    }

    /// Writes out `a < b <= c`: each relation holds between neighbours.
    fn eval_relations(
        &mut self,
        trees: &JsonExpressionTree,
        first: NodeId,
        rest: &[(ComparisonOperator, NodeId)],
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let mut left = self.eval_node(trees, first)?;
        let mut all = Vec::with_capacity(rest.len());
        for &(relation, right) in rest {
            let right = self.eval_node(trees, right)?;
            all.push(self.compare_values(left, relation, right));
            left = right;
        }
        Ok(self.all_true(&all))
    }

    /// Writes out `if`; only one of the branches if the condition is known.
    fn eval_choice(
        &mut self,
        trees: &JsonExpressionTree,
        condition: NodeId,
        then: NodeId,
        other: NodeId,
    ) -> Result<ExpressionValue, JsonExpressionError> {
        let condition = self.eval_node(trees, condition)?;
        // The other branch is not even evaluated, so it may have an index outside its array.
        if let Some(number) = constant_value(condition) {
            return self.eval_node(trees, if number != 0 { then } else { other });
        }
        let (then, other) = (self.eval_node(trees, then)?, self.eval_node(trees, other)?);
        let condition = self.convert_truth(condition);
        if is_truth(then) && is_truth(other) {
            let (then, other) = (self.convert_truth(then), self.convert_truth(other));
            return Ok(ExpressionValue::Bool(self.terms.add_bool_choice(condition, then, other)));
        }
        let (then, other) = (self.convert_int(then), self.convert_int(other));
        Ok(ExpressionValue::Int(self.terms.add_int_choice(condition, then, other)))
    }

    /// Adds the values of an operand: one, or those of the cells of an array.
    fn eval_operand(
        &mut self,
        trees: &JsonExpressionTree,
        id: NodeId,
        parts: &mut Vec<ExpressionValue>,
    ) -> Result<(), JsonExpressionError> {
        if let (JsonExpressionNode::Ref(name, indices), at) = trees.get(id)
            && let CellReference::Many(items) = {
                self.spend_parts(1, at)?;
                self.resolve_reference(trees, name, indices, at)?
            }
        {
            self.spend_parts(items.len(), at)?;
            for item in items {
                let part = self.cell_value(item);
                parts.push(part);
            }
            return Ok(());
        }
        let part = self.eval_node(trees, id)?;
        parts.push(part);
        Ok(())
    }

    /// Returns the values of operands.
    fn eval_operands(
        &mut self,
        trees: &JsonExpressionTree,
        list: &[NodeId],
    ) -> Result<Vec<ExpressionValue>, JsonExpressionError> {
        let mut parts = Vec::with_capacity(list.len());
        for &id in list {
            self.eval_operand(trees, id, &mut parts)?;
        }
        Ok(parts)
    }
}
