//! Trees of expressions. A tree is a list of nodes that refer to earlier ones.

use std::sync::Arc;

use super::token::JsonExpressionError;
use parallax_model::ComparisonOperator;

/// The index of a node in [`JsonExpressionTree`].
pub(super) type NodeId = usize;

/// Maximum depth of a tree.
pub(super) const MAX_NESTING: u32 = 500;

/// Numbers and ranges `a..b`, ends included.
pub(super) type Ranges = Vec<(NodeId, Option<NodeId>)>;

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BinaryOperator {
    Mul,
    Div,
    Mod,
    Pow,
    Iff,
    Implies,
}

/// A function of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListFunction {
    Abs,
    Min,
    Max,
    Dist,
    Sum,
    Product,
    Count,
    All,
    Any,
    AllDifferent,
    AllEqual,
    Xor,
    Iff,
    /// The number of places of an array.
    Length,
}

/// The functions by name.
pub(super) const LIST_FUNCTIONS: [(&str, ListFunction); 17] = [
    ("abs", ListFunction::Abs),
    ("min", ListFunction::Min),
    ("max", ListFunction::Max),
    ("dist", ListFunction::Dist),
    ("sum", ListFunction::Sum),
    ("product", ListFunction::Product),
    ("count", ListFunction::Count),
    ("all", ListFunction::All),
    ("forall", ListFunction::All),
    ("any", ListFunction::Any),
    ("exists", ListFunction::Any),
    ("all_different", ListFunction::AllDifferent),
    ("distinct", ListFunction::AllDifferent),
    ("all_equal", ListFunction::AllEqual),
    ("xor", ListFunction::Xor),
    ("iff", ListFunction::Iff),
    ("length", ListFunction::Length),
];

/// One node of a tree.
#[derive(Clone, Debug)]
pub(super) enum JsonExpressionNode {
    Number(i64),
    Truth(bool),
    Quoted(String),
    /// A name with its indices; an empty pair of brackets is `None`.
    Ref(String, Vec<Option<NodeId>>),
    Neg(NodeId),
    Not(NodeId),
    /// A sum; a term with `true` is subtracted.
    Sum(Vec<(bool, NodeId)>),
    Binary(BinaryOperator, NodeId, NodeId),
    And(Vec<NodeId>),
    Or(Vec<NodeId>),
    Xor(Vec<NodeId>),
    Chain(NodeId, Vec<(ComparisonOperator, NodeId)>),
    In(NodeId, Ranges),
    If(NodeId, NodeId, NodeId),
    Call(ListFunction, Vec<NodeId>),
    Each(ListFunction, Vec<IndexStep>, NodeId),
}

/// One step of the walk over indices.
#[derive(Clone, Debug)]
pub(super) enum IndexStep {
    /// An index, its place in the text and its values.
    Index(String, usize, Arc<Ranges>),
    Condition(NodeId),
}

/// Nodes with their places in the text.
#[derive(Debug, Default)]
pub(super) struct JsonExpressionTree {
    nodes: Vec<(JsonExpressionNode, usize, u32)>,
}

impl JsonExpressionTree {
    /// Adds a node.
    pub(super) fn add_node(
        &mut self,
        tree: JsonExpressionNode,
        at: usize,
    ) -> Result<NodeId, JsonExpressionError> {
        let mut deepest = 0;
        // Children are added before their node, so their depths are known.
        visit_children(&tree, &mut |id| deepest = deepest.max(self.nodes[id].2));
        // Each index is one more level of the walk over the tree.
        let levels =
            if let JsonExpressionNode::Each(_, steps, _) = &tree { steps.len() + 1 } else { 1 };
        let depth = u32::try_from(levels).unwrap_or(u32::MAX).saturating_add(deepest);
        if depth > MAX_NESTING {
            return Err(JsonExpressionError::At(at, too_deep()));
        }
        self.nodes.push((tree, at, depth));
        Ok(self.nodes.len() - 1)
    }

    /// Returns a node and its place.
    pub(super) fn get(&self, id: NodeId) -> (&JsonExpressionNode, usize) {
        (&self.nodes[id].0, self.nodes[id].1)
    }
}

/// Returns the message about a tree that is too deep.
pub(super) fn too_deep() -> String {
    format!("more than {MAX_NESTING} operations inside each other")
}

/// Calls `visit` with the ends of ranges.
fn visit_ranges(ranges: &Ranges, visit: &mut dyn FnMut(NodeId)) {
    for &(low, high) in ranges {
        visit(low);
        high.into_iter().for_each(&mut *visit);
    }
}

/// Calls `visit` with each child of a node.
pub(super) fn visit_children(tree: &JsonExpressionNode, visit: &mut dyn FnMut(NodeId)) {
    match tree {
        JsonExpressionNode::Number(_)
        | JsonExpressionNode::Truth(_)
        | JsonExpressionNode::Quoted(_) => {}
        JsonExpressionNode::Ref(_, indices) => indices.iter().flatten().for_each(|&id| visit(id)),
        JsonExpressionNode::Neg(a) | JsonExpressionNode::Not(a) => visit(*a),
        JsonExpressionNode::Sum(terms) => terms.iter().for_each(|&(_, id)| visit(id)),
        JsonExpressionNode::Binary(_, a, b) => [*a, *b].into_iter().for_each(visit),
        JsonExpressionNode::And(list)
        | JsonExpressionNode::Or(list)
        | JsonExpressionNode::Xor(list)
        | JsonExpressionNode::Call(_, list) => {
            list.iter().for_each(|&id| visit(id));
        }
        JsonExpressionNode::Chain(first, rest) => {
            visit(*first);
            rest.iter().for_each(|&(_, id)| visit(id));
        }
        JsonExpressionNode::In(a, set) => {
            visit(*a);
            visit_ranges(set, visit);
        }
        JsonExpressionNode::If(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
        JsonExpressionNode::Each(_, steps, body) => {
            for step in steps {
                match step {
                    IndexStep::Index(_, _, set) => visit_ranges(set, visit),
                    IndexStep::Condition(id) => visit(*id),
                }
            }
            visit(*body);
        }
    }
}
