//! Expressions over integers and truth values, with each subexpression stored once.
//!
//! A subexpression used in many places is one node that many others refer to, so all work on
//! [`ExpressionDag`] is linear in the size of the text. Operands precede the nodes that use them: a
//! walk in the order of the nodes needs no recursion, however deep the nesting.
//!
//! A division by 0 has no value, nor has a power with a negative exponent, nor an expression
//! computed from one; a choice has a value if the operand that it chooses has one. A comparison or
//! `distinct` of integers without a value is false (the relational semantics of Frisch and Stuckey,
//! "The Proper Treatment of Undefinedness in Constraint Languages", 2009). So `x / y = 1` excludes
//! y = 0, and `not (x / y = 1)` allows it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{ComparisonOperator, Domain};

/// A Boolean expression, by its index in [`ExpressionDag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoolExpression(pub(super) u32);

/// An integer expression, by its index in [`ExpressionDag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntExpression(pub(super) u32);

/// A contiguous run of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandList {
    start: u32,
    end: u32,
}

/// A constant set of integers, by its index in [`ExpressionDag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantSet(u32);

/// One node of an expression. Variables are numbered; a Boolean variable is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DagNode {
    /// A constant.
    Truth(bool),
    /// A 0/1 variable that is 1.
    Flag(u32),
    /// The negation of an operand.
    Not(BoolExpression),
    /// Conjunction; true without operands.
    And(OperandList),
    /// Disjunction.
    Or(OperandList),
    /// Equivalence: both or neither.
    Iff(BoolExpression, BoolExpression),
    /// The second operand if the first is true, otherwise the third.
    Choose(BoolExpression, BoolExpression, BoolExpression),
    /// A comparison.
    Compare(IntExpression, ComparisonOperator, IntExpression),
    /// No two integers are equal.
    Distinct(OperandList),
    /// All integers are equal; true without operands.
    AllEqual(OperandList),
    /// All truth values are the same; true without operands.
    AllAlike(OperandList),
    /// The number of true operands is odd.
    Odd(OperandList),
    /// The integer is in the set.
    Member(IntExpression, ConstantSet),
    /// A number.
    Number(i64),
    /// An integer variable.
    Variable(u32),
    /// A sum.
    Add(OperandList),
    /// A constant times an operand.
    Scale(i64, IntExpression),
    /// The second operand if the first is true, otherwise the third.
    Select(BoolExpression, IntExpression, IntExpression),
    /// A product.
    Mul(IntExpression, IntExpression),
    /// A quotient, truncated towards 0. It is undefined if the second operand is 0.
    Div(IntExpression, IntExpression),
    /// The remainder of that division, which has the sign of the first operand or is 0. It is
    /// undefined if the second operand is 0.
    Mod(IntExpression, IntExpression),
    /// The least of one or more operands.
    Min(OperandList),
    /// The greatest of one or more operands.
    Max(OperandList),
    /// An absolute value.
    Abs(IntExpression),
    /// The first operand to the power of the second; 0 to the power of 0 is 1. It is undefined if
    /// the second operand is negative.
    Pow(IntExpression, IntExpression),
    /// 1 if the operand is true, otherwise 0.
    NumberOf(BoolExpression),
}

/// Nodes of expressions; a node refers to nodes added before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpressionDag {
    nodes: Vec<DagNode>,
    lists: Vec<u32>,
    /// The sets of memberships, each once.
    sets: Vec<Arc<Domain>>,
    set_places: HashMap<Arc<Domain>, u32>,
}

impl BoolExpression {
    /// Returns its index in [`ExpressionDag::all_nodes`].
    #[must_use]
    pub fn node_index(self) -> usize {
        self.0 as usize
    }
}

impl IntExpression {
    /// Returns the expression at an index in [`ExpressionDag::all_nodes`].
    pub(super) fn from_index(index: usize) -> Self {
        IntExpression(narrow_index(index))
    }

    /// Returns its index in [`ExpressionDag::all_nodes`].
    #[must_use]
    pub fn node_index(self) -> usize {
        self.0 as usize
    }
}

pub(super) fn narrow_index(index: usize) -> u32 {
    u32::try_from(index).expect("there are fewer than 2^32 terms")
}

impl ExpressionDag {
    /// Returns all nodes; the operands of a node precede it.
    #[must_use]
    pub fn all_nodes(&self) -> &[DagNode] {
        &self.nodes
    }

    /// Returns the node of a Boolean expression.
    #[must_use]
    pub fn of_bool(&self, term: BoolExpression) -> DagNode {
        self.nodes[term.node_index()]
    }

    /// Returns the node of an integer expression.
    #[must_use]
    pub fn of_int(&self, term: IntExpression) -> DagNode {
        self.nodes[term.node_index()]
    }

    pub(super) fn add_node(&mut self, node: DagNode) -> u32 {
        self.nodes.push(node);
        narrow_index(self.nodes.len() - 1)
    }

    pub(super) fn add_list(&mut self, parts: impl Iterator<Item = u32>) -> OperandList {
        let start = narrow_index(self.lists.len());
        self.lists.extend(parts);
        OperandList { start, end: narrow_index(self.lists.len()) }
    }

    fn list_parts(&self, list: OperandList) -> &[u32] {
        &self.lists[list.start as usize..list.end as usize]
    }

    /// Stores a set, unless an equal one is there.
    pub(super) fn add_set(&mut self, set: Domain) -> ConstantSet {
        if let Some(&index) = self.set_places.get(&set) {
            return ConstantSet(index);
        }
        // The list and the map share one copy of the set.
        let (index, set) = (narrow_index(self.sets.len()), Arc::new(set));
        self.sets.push(set.clone());
        self.set_places.insert(set, index);
        ConstantSet(index)
    }

    /// Returns the set of a [`DagNode::Member`].
    #[must_use]
    pub fn constant_set(&self, set: ConstantSet) -> &Domain {
        &self.sets[set.0 as usize]
    }

    /// Returns the operands of a [`DagNode::And`], [`DagNode::Or`], [`DagNode::AllAlike`] or
    /// [`DagNode::Odd`].
    #[must_use]
    pub fn bool_operands(
        &self,
        list: OperandList,
    ) -> impl DoubleEndedIterator<Item = BoolExpression> + ExactSizeIterator {
        self.list_parts(list).iter().map(|&index| BoolExpression(index))
    }

    /// Returns the operands of a [`DagNode::Add`], [`DagNode::Distinct`],
    /// [`DagNode::AllEqual`], [`DagNode::Min`] or [`DagNode::Max`].
    #[must_use]
    pub fn int_operands(
        &self,
        list: OperandList,
    ) -> impl DoubleEndedIterator<Item = IntExpression> + ExactSizeIterator {
        self.list_parts(list).iter().map(|&index| IntExpression(index))
    }

    /// Returns the number of operands of a node.
    pub(super) fn operand_count(&self, node: DagNode) -> usize {
        match node {
            DagNode::And(list)
            | DagNode::Or(list)
            | DagNode::AllAlike(list)
            | DagNode::Odd(list)
            | DagNode::AllEqual(list)
            | DagNode::Distinct(list)
            | DagNode::Add(list)
            | DagNode::Min(list)
            | DagNode::Max(list) => self.list_parts(list).len(),
            // Other nodes have at most three operands, so counting them is cheap.
            _ => {
                let mut count = 0;
                self.each_part(node, &mut |_| count += 1);
                count
            }
        }
    }

    /// Calls `visit` with the index of every operand of a node, in order.
    pub fn each_part(&self, node: DagNode, visit: &mut impl FnMut(usize)) {
        match node {
            DagNode::Truth(_) | DagNode::Flag(_) | DagNode::Number(_) | DagNode::Variable(_) => {}
            DagNode::Not(a) | DagNode::NumberOf(a) => visit(a.node_index()),
            DagNode::And(list)
            | DagNode::Or(list)
            | DagNode::AllAlike(list)
            | DagNode::Odd(list)
            | DagNode::AllEqual(list)
            | DagNode::Distinct(list)
            | DagNode::Add(list)
            | DagNode::Min(list)
            | DagNode::Max(list) => {
                self.list_parts(list).iter().for_each(|&index| visit(index as usize));
            }
            DagNode::Iff(a, b) => [a, b].iter().for_each(|part| visit(part.node_index())),
            DagNode::Choose(a, b, c) => [a, b, c].iter().for_each(|part| visit(part.node_index())),
            DagNode::Compare(a, _, b)
            | DagNode::Mul(a, b)
            | DagNode::Div(a, b)
            | DagNode::Mod(a, b)
            | DagNode::Pow(a, b) => {
                [a, b].iter().for_each(|part| visit(part.node_index()));
            }
            DagNode::Scale(_, a) | DagNode::Abs(a) | DagNode::Member(a, _) => visit(a.node_index()),
            DagNode::Select(a, b, c) => {
                visit(a.node_index());
                [b, c].iter().for_each(|part| visit(part.node_index()));
            }
        }
    }
}
