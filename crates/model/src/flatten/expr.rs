//! Expressions over integers and truth values, with each subexpression stored once.
//!
//! A subexpression used in many places is one node that many others refer to, so all work on
//! [`Terms`] is linear in the size of the text. Operands precede the nodes that use them: a
//! walk in the order of the nodes needs no recursion, however deep the nesting.
//!
//! A division by 0 has no value, and neither has an expression computed from it; a choice has a
//! value if the operand that it chooses has one. A comparison or `distinct` of integers without a
//! value is false (the relational semantics of Frisch and Stuckey, "The Proper Treatment of
//! Undefinedness in Constraint Languages", 2009). So `x / y = 1` excludes y = 0, and `not (x / y =
//! 1)` allows it.

use crate::Relation;

/// A Boolean expression, by its index in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bool(u32);

/// An integer expression, by its index in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int(u32);

/// A contiguous run of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    start: u32,
    end: u32,
}

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
}

/// Nodes of expressions; a node refers to nodes added before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    nodes: Vec<Node>,
    lists: Vec<u32>,
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

fn narrow(place: usize) -> u32 {
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

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        narrow(self.nodes.len() - 1)
    }

    fn list(&mut self, parts: impl Iterator<Item = u32>) -> List {
        let start = narrow(self.lists.len());
        self.lists.extend(parts);
        List { start, end: narrow(self.lists.len()) }
    }

    fn parts(&self, list: List) -> &[u32] {
        &self.lists[list.start as usize..list.end as usize]
    }

    /// Returns the operands of a [`Node::And`] or [`Node::Or`].
    #[must_use]
    pub fn bools(&self, list: List) -> impl DoubleEndedIterator<Item = Bool> + ExactSizeIterator {
        self.parts(list).iter().map(|&place| Bool(place))
    }

    /// Returns the operands of a [`Node::Add`], [`Node::Distinct`], [`Node::Min`] or [`Node::Max`].
    #[must_use]
    pub fn ints(&self, list: List) -> impl DoubleEndedIterator<Item = Int> + ExactSizeIterator {
        self.parts(list).iter().map(|&place| Int(place))
    }

    /// Calls `visit` with the index of every operand of a node, in order.
    pub fn each_part(&self, node: Node, visit: &mut impl FnMut(usize)) {
        match node {
            Node::Truth(_) | Node::Flag(_) | Node::Number(_) | Node::Variable(_) => {}
            Node::Not(a) => visit(a.place()),
            Node::And(list)
            | Node::Or(list)
            | Node::Distinct(list)
            | Node::Add(list)
            | Node::Min(list)
            | Node::Max(list) => {
                self.parts(list).iter().for_each(|&place| visit(place as usize));
            }
            Node::Iff(a, b) => [a, b].iter().for_each(|part| visit(part.place())),
            Node::Choose(a, b, c) => [a, b, c].iter().for_each(|part| visit(part.place())),
            Node::Compare(a, _, b) | Node::Mul(a, b) | Node::Div(a, b) | Node::Mod(a, b) => {
                [a, b].iter().for_each(|part| visit(part.place()));
            }
            Node::Scale(_, a) | Node::Abs(a) => visit(a.place()),
            Node::Select(a, b, c) => {
                visit(a.place());
                [b, c].iter().for_each(|part| visit(part.place()));
            }
        }
    }

    /// Adds a constant.
    pub fn truth(&mut self, value: bool) -> Bool {
        Bool(self.add(Node::Truth(value)))
    }

    /// Adds the flag of the 0/1 variable with this number: whether it is 1.
    pub fn flag(&mut self, variable: usize) -> Bool {
        Bool(self.add(Node::Flag(narrow(variable))))
    }

    /// Adds a negation.
    pub fn not(&mut self, term: Bool) -> Bool {
        Bool(self.add(Node::Not(term)))
    }

    /// Adds a conjunction; it is true without operands.
    pub fn and(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::And(list)))
    }

    /// Adds a disjunction; it is false without operands.
    pub fn or(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::Or(list)))
    }

    /// Adds an equivalence.
    pub fn iff(&mut self, a: Bool, b: Bool) -> Bool {
        Bool(self.add(Node::Iff(a, b)))
    }

    /// Adds a choice: `then` if the condition is true, otherwise `other`.
    pub fn choose(&mut self, condition: Bool, then: Bool, other: Bool) -> Bool {
        Bool(self.add(Node::Choose(condition, then, other)))
    }

    /// Adds a comparison.
    pub fn compare(&mut self, left: Int, relation: Relation, right: Int) -> Bool {
        Bool(self.add(Node::Compare(left, relation, right)))
    }

    /// Adds the statement that no two of the operands are equal.
    pub fn distinct(&mut self, parts: &[Int]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::Distinct(list)))
    }

    /// Adds a number.
    pub fn number(&mut self, value: i64) -> Int {
        Int(self.add(Node::Number(value)))
    }

    /// Adds the integer variable with this number.
    pub fn variable(&mut self, variable: usize) -> Int {
        Int(self.add(Node::Variable(narrow(variable))))
    }

    /// Adds the sum of the operands.
    pub fn sum(&mut self, parts: &[Int]) -> Int {
        let list = self.list(parts.iter().map(|part| part.0));
        Int(self.add(Node::Add(list)))
    }

    /// Adds a constant times an operand.
    pub fn scale(&mut self, factor: i64, term: Int) -> Int {
        Int(self.add(Node::Scale(factor, term)))
    }

    /// Adds a choice of integers: `then` if the condition is true, otherwise `other`.
    pub fn select(&mut self, condition: Bool, then: Int, other: Int) -> Int {
        Int(self.add(Node::Select(condition, then, other)))
    }

    /// Adds a product.
    pub fn product(&mut self, left: Int, right: Int) -> Int {
        Int(self.add(Node::Mul(left, right)))
    }

    /// Adds a quotient, truncated towards 0; undefined if the divisor is 0.
    pub fn quotient(&mut self, dividend: Int, divisor: Int) -> Int {
        Int(self.add(Node::Div(dividend, divisor)))
    }

    /// Adds the remainder of [`Terms::quotient`], with the sign of the dividend; undefined if the
    /// divisor is 0.
    pub fn remainder(&mut self, dividend: Int, divisor: Int) -> Int {
        Int(self.add(Node::Mod(dividend, divisor)))
    }

    /// Adds the least of the operands; `None` without operands.
    #[must_use]
    pub fn min(&mut self, parts: &[Int]) -> Option<Int> {
        let list = self.list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| Int(self.add(Node::Min(list))))
    }

    /// Adds the greatest of the operands; `None` without operands.
    #[must_use]
    pub fn max(&mut self, parts: &[Int]) -> Option<Int> {
        let list = self.list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| Int(self.add(Node::Max(list))))
    }

    /// Adds an absolute value.
    pub fn abs(&mut self, term: Int) -> Int {
        Int(self.add(Node::Abs(term)))
    }
}
