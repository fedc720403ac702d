//! Expressions over integers and truth values, with each subexpression stored once.
//!
//! A subexpression used in many places is one node that many others refer to, so all work on
//! [`Terms`] is linear in the size of the text. Operands precede the nodes that use them: a
//! walk in the order of the nodes needs no recursion, however deep the nesting.
//!
//! A division by 0 has no value, nor has a power with a negative exponent, nor an expression
//! computed from one; a choice has a value if the operand that it chooses has one. A comparison or
//! `distinct` of integers without a value is false (the relational semantics of Frisch and Stuckey,
//! "The Proper Treatment of Undefinedness in Constraint Languages", 2009). So `x / y = 1` excludes
//! y = 0, and `not (x / y = 1)` allows it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Domain, Relation};

/// A Boolean expression, by its index in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bool(pub(super) u32);

/// An integer expression, by its index in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int(pub(super) u32);

/// A contiguous run of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    start: u32,
    end: u32,
}

/// A constant set of integers, by its index in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set(u32);

/// One node of an expression. Variables are numbered; a Boolean variable is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A constant.
    Truth(bool),
    /// A 0/1 variable that is 1.
    Flag(u32),
    /// The negation of an operand.
    Not(Bool),
    /// Conjunction; true without operands.
    And(List),
    /// Disjunction.
    Or(List),
    /// Equivalence: both or neither.
    Iff(Bool, Bool),
    /// The second operand if the first is true, otherwise the third.
    Choose(Bool, Bool, Bool),
    /// A comparison.
    Compare(Int, Relation, Int),
    /// No two integers are equal.
    Distinct(List),
    /// All integers are equal; true without operands.
    AllEqual(List),
    /// All truth values are the same; true without operands.
    AllAlike(List),
    /// The number of true operands is odd.
    Odd(List),
    /// The integer is in the set.
    Member(Int, Set),
    /// A number.
    Number(i64),
    /// An integer variable.
    Variable(u32),
    /// A sum.
    Add(List),
    /// A constant times an operand.
    Scale(i64, Int),
    /// The second operand if the first is true, otherwise the third.
    Select(Bool, Int, Int),
    /// A product.
    Mul(Int, Int),
    /// A quotient, truncated towards 0. It is undefined if the second operand is 0.
    Div(Int, Int),
    /// The remainder of that division, which has the sign of the first operand or is 0. It is
    /// undefined if the second operand is 0.
    Mod(Int, Int),
    /// The least of one or more operands.
    Min(List),
    /// The greatest of one or more operands.
    Max(List),
    /// An absolute value.
    Abs(Int),
    /// The first operand to the power of the second; 0 to the power of 0 is 1. It is undefined if
    /// the second operand is negative.
    Pow(Int, Int),
    /// 1 if the operand is true, otherwise 0.
    NumberOf(Bool),
}

/// Nodes of expressions; a node refers to nodes added before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    nodes: Vec<Node>,
    lists: Vec<u32>,
    /// The sets of memberships, each once.
    sets: Vec<Arc<Domain>>,
    set_places: HashMap<Arc<Domain>, u32>,
}

impl Bool {
    /// Returns its index in [`Terms::nodes`].
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl Int {
    /// Returns the expression at an index in [`Terms::nodes`].
    pub(super) fn at(place: usize) -> Self {
        Int(narrow(place))
    }

    /// Returns its index in [`Terms::nodes`].
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

pub(super) fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("there are fewer than 2^32 terms")
}

impl Terms {
    /// Returns all nodes; the operands of a node precede it.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the node of a Boolean expression.
    #[must_use]
    pub fn of_bool(&self, term: Bool) -> Node {
        self.nodes[term.place()]
    }

    /// Returns the node of an integer expression.
    #[must_use]
    pub fn of_int(&self, term: Int) -> Node {
        self.nodes[term.place()]
    }

    pub(super) fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        narrow(self.nodes.len() - 1)
    }

    pub(super) fn list(&mut self, parts: impl Iterator<Item = u32>) -> List {
        let start = narrow(self.lists.len());
        self.lists.extend(parts);
        List { start, end: narrow(self.lists.len()) }
    }

    fn parts(&self, list: List) -> &[u32] {
        &self.lists[list.start as usize..list.end as usize]
    }

    /// Stores a set, unless an equal one is there.
    pub(super) fn add_set(&mut self, set: Domain) -> Set {
        if let Some(&place) = self.set_places.get(&set) {
            return Set(place);
        }
        let (place, set) = (narrow(self.sets.len()), Arc::new(set));
        self.sets.push(set.clone());
        self.set_places.insert(set, place);
        Set(place)
    }

    /// Returns the set of a [`Node::Member`].
    #[must_use]
    pub fn set(&self, set: Set) -> &Domain {
        &self.sets[set.0 as usize]
    }

    /// Returns the operands of a [`Node::And`], [`Node::Or`], [`Node::AllAlike`] or [`Node::Odd`].
    #[must_use]
    pub fn bools(&self, list: List) -> impl DoubleEndedIterator<Item = Bool> + ExactSizeIterator {
        self.parts(list).iter().map(|&place| Bool(place))
    }

    /// Returns the operands of a [`Node::Add`], [`Node::Distinct`], [`Node::AllEqual`],
    /// [`Node::Min`] or [`Node::Max`].
    #[must_use]
    pub fn ints(&self, list: List) -> impl DoubleEndedIterator<Item = Int> + ExactSizeIterator {
        self.parts(list).iter().map(|&place| Int(place))
    }

    /// Returns the number of operands of a node.
    pub(super) fn arity(&self, node: Node) -> usize {
        match node {
            Node::And(list)
            | Node::Or(list)
            | Node::AllAlike(list)
            | Node::Odd(list)
            | Node::AllEqual(list)
            | Node::Distinct(list)
            | Node::Add(list)
            | Node::Min(list)
            | Node::Max(list) => self.parts(list).len(),
            // At most three.
            _ => {
                let mut count = 0;
                self.each_part(node, &mut |_| count += 1);
                count
            }
        }
    }

    /// Calls `visit` with the index of every operand of a node, in order.
    pub fn each_part(&self, node: Node, visit: &mut impl FnMut(usize)) {
        match node {
            Node::Truth(_) | Node::Flag(_) | Node::Number(_) | Node::Variable(_) => {}
            Node::Not(a) | Node::NumberOf(a) => visit(a.place()),
            Node::And(list)
            | Node::Or(list)
            | Node::AllAlike(list)
            | Node::Odd(list)
            | Node::AllEqual(list)
            | Node::Distinct(list)
            | Node::Add(list)
            | Node::Min(list)
            | Node::Max(list) => {
                self.parts(list).iter().for_each(|&place| visit(place as usize));
            }
            Node::Iff(a, b) => [a, b].iter().for_each(|part| visit(part.place())),
            Node::Choose(a, b, c) => [a, b, c].iter().for_each(|part| visit(part.place())),
            Node::Compare(a, _, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Mod(a, b)
            | Node::Pow(a, b) => {
                [a, b].iter().for_each(|part| visit(part.place()));
            }
            Node::Scale(_, a) | Node::Abs(a) | Node::Member(a, _) => visit(a.place()),
            Node::Select(a, b, c) => {
                visit(a.place());
                [b, c].iter().for_each(|part| visit(part.place()));
            }
        }
    }
}
